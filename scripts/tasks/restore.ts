import { resolve } from 'node:path'
import { counted } from '../../src/contract/rules/text/plain-text.ts'
import { indexDue } from '../../src/journal/discovery/search/index-articles.ts'
import { readEnvironment } from '../../src/app/environment.ts'
import { openLog } from '../../src/app/log.ts'
import { analyse, databaseOf, openStore } from '../../src/app/open.ts'
import { restoreBackup } from '../../src/extensions/backups/restore.ts'
import { failureOf, showProgress } from './show-progress.ts'
import { root } from './site-build.ts'

/** `npm run restore -- FILE`: restores a backup into the empty folder and database that the settings name. */
async function main(): Promise<number> {
  const [name, ...more] = process.argv.slice(2)
  if (!name || more.length) throw new Error('Please name one backup: npm run restore -- journal-backup.zip')
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), name)
  const environment = readEnvironment(process.env)
  const { dataDir, backupKeys: keys } = environment
  const target = {
    where: databaseOf(environment),
    openStore: () => openStore(environment),
    dataDir,
    programFolder: root,
    keys,
  }
  const progress = showProgress()
  const { manifest, rows, files, faults, settings } = await restoreBackup(file, target, progress, async (database) => {
    await analyse(database)
    progress('The index of the search', 0, 1)
    await indexDue({ database, log: openLog(environment) })
    progress('The index of the search', 1, 1)
  })
  for (const { id, name, table, what } of faults) {
    process.stderr.write(
      `The backup itself does not have the file ${id}${name === null ? '' : ` (${name})`} of ${table} as it was: ${what}.\n`,
    )
  }
  if (settings) {
    process.stdout.write(
      `Configuration or texts of the backup differ from this program’s and were put into ${settings.folder}: ${settings.paths.join(', ')}. Compare them, and put those that you want in place of the program’s.\n`,
    )
  }
  process.stdout.write(
    `The journal is restored as it was at ${manifest.startedAt}: ${counted(rows, 'row')} and ${counted(files, 'file')}. Start it with: npm start\n`,
  )
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${failureOf(error)}\n`)
  process.exitCode = 1
}
