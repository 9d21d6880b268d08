/**
 * Opens the journal of the folder that is named first, in a data folder of its own and without the site. Prints how each
 * address that is named after it is answered, what is done in the background, and which nouns the API's description has.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, ...addresses] = process.argv.slice(2)
const load = (module: string) => import(pathToFileURL(join(folder!, 'src', 'app', module)).href)
const { readEnvironment } = (await load('environment.ts')) as typeof import('../../src/app/environment.ts')
const { openResources } = (await load('open.ts')) as typeof import('../../src/app/open.ts')
const { openLog } = (await load('log.ts')) as typeof import('../../src/app/log.ts')
const { createApp } = (await load('app.ts')) as typeof import('../../src/app/app.ts')
const { backgroundWork, enqueueOutstanding } = (await load(
  'background-work.ts',
)) as typeof import('../../src/app/background-work.ts')

const environment = readEnvironment(process.env)
const resources = await openResources(environment, openLog(environment))
await enqueueOutstanding(resources)
const app = await createApp({ resources, rates: { on: true }, trustProxy: 0, metricsToken: environment.metricsToken })
const answers: Record<string, number> = {}
for (const address of addresses) answers[address] = (await app.inject({ method: 'GET', url: address })).statusCode
const background = backgroundWork(resources, environment.dataDir).map(({ kind }) => kind)
const { tags } = (await app.inject({ method: 'GET', url: '/api/openapi.json' })).json<{ tags: { name: string }[] }>()
process.stdout.write(JSON.stringify({ answers, background, nouns: tags.map(({ name }) => name) }))
await app.close()
resources.workers.end()
await resources.database.close()
