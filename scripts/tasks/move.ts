import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { failureOf, showProgress } from './show-progress.ts'

const USAGE = `Please say what to do:
  npm run move -- read DUMP   reads a dump of the database of Open Journal Systems into the data folder, and says what it holds
                  --files DIR      its folder of files (files_dir), to count them
                  --public DIR     its public folder
                  --config FILE    its config.inc.php; salts and passwords in it are not kept
                  --journal PATH   the journal that is meant, if the dump has several
  npm run move -- forget      removes what was read`

const OPTIONS = {
  files: { type: 'string' },
  public: { type: 'string' },
  config: { type: 'string' },
  journal: { type: 'string' },
} as const

/** Something has still to be decided. */
const WAITING = 2

/**
 * `npm run move`: moving a journal in from Open Journal Systems. Reading changes nothing but a folder of its own, also while
 * the server runs. Exits with 2 if something waits for a decision.
 */
async function main(): Promise<number> {
  const { verb, dump, values } = commandOf(process.argv.slice(2))
  const { readEnvironment } = await import('../../src/app/environment.ts')
  const { dataDir } = readEnvironment(process.env)
  if (verb === 'forget') {
    const { forgetCopies } = await import('../../src/extensions/moving/moving-folder.ts')
    const removed = await forgetCopies(dataDir)
    process.stdout.write(removed > 0 ? 'What was read has been removed.\n' : 'Nothing was there to be removed.\n')
    return 0
  }
  const { readDump } = await import('../../src/extensions/moving/read-dump.ts')
  const { moveReport } = await import('./move-report.ts')
  const { files, public: publicFiles, config, journal = null } = values
  const brought = {
    dump: inPlace(dump)!,
    files: inPlace(files),
    publicFiles: inPlace(publicFiles),
    config: inPlace(config),
  }
  const read = await readDump(dataDir, { ...brought, journal }, showProgress())
  process.stdout.write(`${moveReport(read)}\n`)
  return read.journal ? 0 : WAITING
}

function commandOf(args: string[]) {
  const parsed = (() => {
    try {
      return parseArgs({ args, options: OPTIONS, allowPositionals: true })
    } catch {
      throw new Error(USAGE)
    }
  })()
  const [verb = '', dump, ...more] = parsed.positionals
  const isForget = verb === 'forget' && dump === undefined && Object.keys(parsed.values).length === 0
  if (!isForget && (verb !== 'read' || dump === undefined || more.length)) throw new Error(USAGE)
  return { verb, dump, values: parsed.values }
}

/** Where the command was typed; npm starts this in the project's folder. */
const inPlace = (path: string | undefined): string | null =>
  path === undefined ? null : resolve(process.env.INIT_CWD ?? process.cwd(), path)

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${failureOf(error)}\n`)
  process.exitCode = 1
}
