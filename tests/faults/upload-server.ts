/** A journal without its pages, in a separate process that a test can kill: prints its port when it is open. */
import { pino } from 'pino'
import { createApp } from '../../src/app/app.ts'
import { readEnvironment } from '../../src/app/environment.ts'
import { openResources } from '../../src/app/open.ts'
import { useDefaultJournal } from '../support/default-journal.ts'

useDefaultJournal()

const environment = readEnvironment({ ...process.env, RATE_LIMIT: 'off' })
const resources = await openResources(environment, pino({ level: 'silent' }))
const app = await createApp({ resources, rates: { on: false }, trustProxy: 0 })
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.send?.(typeof address === 'object' ? address?.port : undefined)
