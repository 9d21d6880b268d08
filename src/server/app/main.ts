import { join } from 'node:path'
import { pino } from 'pino'
import { HOUR_MS } from '../../contract/domain/durations.ts'
import { createApp, type AppOptions } from './app.ts'
import { databaseFailure } from '../database/failures.ts'
import { readEnvironment, type Environment } from './environment.ts'
import { renewTexts } from '../html/renew-texts.ts'
import { startDelivering } from '../email/rounds.ts'
import { startMakingVariants } from '../files/variant-rounds.ts'
import { openResources } from './open.ts'
import type { Resources } from './resources.ts'
import { loadSampleContent } from '../sample/load.ts'
import { loadSiteBuild } from './site-build.ts'
import { sweep } from './sweep.ts'
import { ensureAdministrator } from '../users/first-administrator.ts'

/** The replacement for the built site in development. */
export interface Parts {
  createApp: typeof createApp
  loadSite: () => Promise<NonNullable<AppOptions['site']>>
}

/** How often obsolete data is removed. */
const SWEEP_EVERY_MS = HOUR_MS

/** How long open requests may take to finish after SIGTERM. */
const DRAIN_MS = 25_000

/** Environment → database and storage → listen. On failure, prints one clear sentence and ends the process. */
export async function main(parts: Parts = { createApp, loadSite: loadSiteBuild }): Promise<void> {
  try {
    await serve(readEnvironment(process.env), parts)
  } catch (error) {
    process.stderr.write(`\n${startFailure(error)}\n`)
    process.exit(1)
  }
}

async function serve(environment: Environment, parts: Parts): Promise<void> {
  const log = pino({
    level: environment.logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    ...(process.stdout.isTTY && !environment.production ? { transport: { target: 'pino-pretty' } } : {}),
  })
  const resources = await openResources(environment, log)
  const samples = environment.sampleContent ? await loadSamples(resources) : 0
  // After the sample content, which takes seconds to load: an interrupted start must not lose the password.
  const created = await ensureAdministrator(resources.database, environment.admin)
  const background = [startMakingVariants(resources), ...(resources.mailer ? [startDelivering(resources)] : [])]
  const app = await parts.createApp({
    resources,
    rates: { on: environment.rateLimit },
    trustProxy: environment.trustProxy,
    site: await parts.loadSite(),
    afterWriting: () => background.forEach((rounds) => rounds.wake()),
  })
  const address = await app.listen({ host: environment.host, port: environment.port })

  const filesFolder = join(environment.dataDir, 'files')
  void sweep(resources, filesFolder)
  setInterval(() => void sweep(resources, filesFolder), SWEEP_EVERY_MS).unref()
  renewTexts(resources.database).catch((error: unknown) =>
    log.error({ err: error }, 'texts could not be cleaned again'),
  )

  const print = (line = '') => process.stdout.write(`${line}\n`)
  print()
  // With PORT=0 the system chooses the port, which is known only now.
  print(`The journal is open at ${environment.port === 0 ? address : resources.publicUrl}`)
  if (created) {
    print(`An administrator was created. This is shown only once:`)
    print(`  email    ${created.email}`)
    print(`  password ${created.password}`)
  }
  if (samples) print('Sample articles were added; remove them with: npm run sample:remove')
  print()

  const stop = async (signal: string) => {
    log.info({ signal }, 'finishing open requests')
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    await app.close()
    await Promise.all(background.map((rounds) => rounds.stop()))
    await resources.database.close()
    process.exit(0)
  }
  const stopped = (error: unknown) => {
    log.error({ err: error }, 'the journal could not end in order')
    process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal).catch(stopped))
}

/** Sample content is optional: the journal starts even if it cannot be added. */
async function loadSamples(resources: Resources): Promise<number> {
  try {
    return await loadSampleContent(resources)
  } catch (error) {
    resources.log.error({ err: error }, 'the sample content could not be added')
    return 0
  }
}

function startFailure(error: unknown): string {
  const { code, message, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Another program already uses ${address}:${port}. Stop it, or set PORT to a free number.`
  if (code === 'EACCES' && port) return `This user may not listen on port ${port}. Set PORT to a number above 1023.`
  // For an unknown user or database, the database's own message is clearest.
  if (process.env.DATABASE_URL && databaseFailure(error) === 'away' && !/^(28|3D)/.test(code ?? ''))
    return 'The database that DATABASE_URL names does not answer. Is it running, and is the address right?'
  return message || String(error)
}
