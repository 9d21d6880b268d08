import { resolve } from 'node:path'
import { counted } from '../../src/contract/rules/text/plain-text.ts'
import { readEnvironment } from '../../src/app/environment.ts'
import { databaseOf, openStore } from '../../src/app/open.ts'
import { newBackupKey } from '../../src/extensions/backups/encryption.ts'
import { makeBackup } from '../../src/extensions/backups/make-backup.ts'
import type { FileFault } from '../../src/extensions/backups/manifest.ts'
import { megabytes } from '../../src/extensions/backups/restore.ts'
import { BadTest, testBackup } from '../../src/extensions/backups/test-backup.ts'
import { refuseUnfinishedRestore } from '../../src/extensions/backups/unfinished-restore.ts'
import { failureOf, showProgress } from './show-progress.ts'
import { root } from './site-build.ts'

const WHAT: Record<FileFault['what'], string> = {
  missing: 'is missing in the journal, and so in the backup',
  altered: 'is not what was stored; the backup has it as it is',
  unreadable: 'cannot be read, and is not whole in the backup',
  removed: 'was removed from the journal while the backup was made',
}

/**
 * `npm run backup -- FILE`: backs the journal up into one file while it runs, and restores that for a test. Exits with 1 if
 * files are missing. `npm run backup -- --new-key` prints a key with which backups can be encrypted.
 */
async function main(): Promise<number> {
  const [name, ...more] = process.argv.slice(2)
  if (name === '--new-key' && !more.length) {
    process.stdout.write(`${await newBackupKey()}\n`)
    process.stderr.write(
      'Put this line into the setting BACKUP_KEY, and keep it where no backup is: without it nobody can open an encrypted backup.\n',
    )
    return 0
  }
  if (!name || more.length) throw new Error('Please name one file: npm run backup -- journal-backup.zip')
  // npm starts this in the project's folder; INIT_CWD is where the command was given.
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), name)
  const environment = readEnvironment(process.env)
  const { dataDir, backupKeys: keys } = environment
  refuseUnfinishedRestore(dataDir)
  const source = { where: databaseOf(environment), store: openStore(environment), dataDir, programFolder: root, keys }
  const made = await makeBackup(source, file, showProgress())
  const { manifest, bytes } = made
  const untested = await testBackup(file, made, root, keys).then(
    () => null,
    (error: unknown) => {
      if (error instanceof BadTest) throw error
      return (error as Error).message
    },
  )
  const rows = manifest.entries.reduce((sum, entry) => sum + (entry.rows ?? 0), 0)
  const files = manifest.entries.filter(({ path }) => path.startsWith('files/')).length
  const faults = manifest.faults.map(({ id, table, name, what }) => ({
    isLoss: what !== 'removed',
    line: `The file ${id}${name === null ? '' : ` (${name})`} of ${table} ${WHAT[what]}.\n`,
  }))
  for (const { line } of faults) process.stderr.write(line)
  const lost = faults.filter(({ isLoss }) => isLoss).length
  process.stdout.write(
    `The backup ${file} is complete: ${counted(rows, 'row')} and ${counted(files, 'file')}, ${megabytes(bytes)}` +
      (lost
        ? `, but ${counted(lost, 'file')} of the journal ${lost === 1 ? 'was' : 'were'} missing or damaged before: see above, and run "npm run verify-data".\n`
        : keys.length
          ? '. It is encrypted: to restore it takes BACKUP_KEY.\n'
          : '. It holds passwords’ hashes, unpublished manuscripts and secrets: keep it as safe as the journal itself.\n'),
  )
  if (untested !== null) process.stderr.write(`It could not be restored for a test: ${untested}\n`)
  return lost || untested !== null ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${failureOf(error)}\nNo backup was made.\n`)
  process.exitCode = 1
}
