import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { hasKnownSchema, UNKNOWN_SCHEMA } from '../platform/database/schema-fingerprint.ts'
import { Draining } from '../platform/http/health.ts'
import { renewTexts } from '../platform/html/renew-texts.ts'
import { ensureAdministrator } from '../journal/accounts/users/first-administrator.ts'
import { createApp, type AppOptions } from './app.ts'
import type { Environment } from './environment.ts'
import { extensions } from './extensions.ts'
import { backgroundWork, enqueueForAllArticles, enqueueOutstanding } from './background-work.ts'
import { startBackground } from '../platform/jobs/background.ts'
import { openLog } from './log.ts'
import { openResources } from './open.ts'
import { type Opened, OWN_SOCKETS } from './processes.ts'
import type { Resources } from './resources.ts'
import { inLatestEdition } from '../journal/settings/current-journal.ts'
import { loadSiteBuild } from './site-build.ts'

/** The replacement for the built site in development. */
export interface Parts {
  createApp: typeof createApp
  loadSite: () => Promise<NonNullable<AppOptions['site']>>
}

/** How long open requests may take to finish after SIGTERM. */
export const DRAIN_MS = 25_000

/** How long connections that are idle may still bring a request after SIGTERM. */
const ARRIVED_MS = 50

/** Environment → database and storage → listen, until a signal ends the process. */
export async function serve(
  environment: Environment,
  parts: Parts = { createApp, loadSite: loadSiteBuild },
): Promise<Opened> {
  const log = openLog(environment)
  const resources = await openResources(environment, log)
  if ((await hasKnownSchema(resources.database.db)) === false) log.error(UNKNOWN_SCHEMA)
  const samples = environment.sampleContent ? await loadSamples(resources, 'fill') : 0
  // After the sample content, which takes seconds to load: an interrupted start must not lose the password.
  const administrator = await ensureAdministrator(resources.database, environment.admin)
  const { operation } = resources
  await enqueueOutstanding(resources)
  const background = startBackground(
    resources,
    inLatestEdition(resources, backgroundWork(resources, join(environment.dataDir, 'files'))),
  )
  operation.background = background
  const draining = new Draining()
  const app = await parts.createApp({
    resources,
    draining,
    metricsToken: environment.metricsToken,
    rates: { on: environment.rateLimit },
    trustProxy: environment.trustProxy,
    site: await parts.loadSite(),
    cacheLimits: { othersSeconds: environment.cdnSeconds },
  })
  // Fastify's types lack `reusePort`; it hands it on to Node.
  const where = { host: environment.host, port: environment.port, reusePort: OWN_SOCKETS }
  const address = await app.listen(where)

  if (environment.sampleContent) void loadSamples(resources, 'fillLater')
  enqueueForAllArticles(resources).catch((error: unknown) =>
    log.error({ err: error }, 'articles that are not indexed could not be looked for'),
  )
  renewTexts(resources.database).catch((error: unknown) =>
    log.error({ err: error }, 'texts could not be cleaned again'),
  )

  let stopping = false
  const stop = async (signal: string) => {
    // A terminal's Ctrl-C arrives twice: from the terminal, and from the process that started this one.
    if (stopping) return
    stopping = true
    log.info({ signal }, 'finishing open requests')
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    await draining.begin()
    // What has arrived on a busy machine and has not been read yet is under way, too.
    await pause(ARRIVED_MS)
    await nextTurn()
    await app.close()
    await background.stop()
    resources.workers.end()
    await resources.database.close()
    process.exit(0)
  }
  const stopped = (error: unknown) => {
    log.error({ err: error }, 'the journal could not end in order')
    process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal).catch(stopped))
  // With PORT=0 the system chooses the port, which is known only now.
  return { address: environment.port === 0 ? address : resources.publicUrl, administrator, samples }
}

/** Sample content is optional: the journal starts even if it cannot be added. */
async function loadSamples(resources: Resources, part: 'fill' | 'fillLater'): Promise<number> {
  try {
    let added = 0
    for (const extension of extensions) added += (await extension[part]?.(resources)) ?? 0
    return added
  } catch (error) {
    resources.log.error({ err: error }, 'the sample content could not be added')
    return 0
  }
}
