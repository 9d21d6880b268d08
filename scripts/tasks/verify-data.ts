import { existsSync } from 'node:fs'
import { counted } from '../../src/contract/rules/text/plain-text.ts'
import { readEnvironment } from '../../src/app/environment.ts'
import { databaseOf, openStore } from '../../src/app/open.ts'
import { refuseUnfinishedRestore } from '../../src/extensions/backups/unfinished-restore.ts'
import { verifyData } from '../../src/extensions/backups/verify-data.ts'
import { failureOf, showProgress } from './show-progress.ts'

/** `npm run verify-data`: verifies rows and files. Works while the server runs. Exits with 1 if something is wrong. */
async function main(): Promise<number> {
  const environment = readEnvironment(process.env)
  const where = databaseOf(environment)
  refuseUnfinishedRestore(environment.dataDir)
  if ('file' in where && !existsSync(where.file)) {
    throw new Error(`There is no journal in ${environment.dataDir}: ${where.file} is missing. Is DATA_DIR right?`)
  }
  const { faults, remarks, rows, files } = await verifyData({ where, store: openStore(environment) }, showProgress())
  for (const { what, todo } of faults) process.stdout.write(`${what}\n  ${todo}\n`)
  for (const remark of remarks) process.stdout.write(`${remark}\n`)
  const seen = `${counted(rows, 'row')} and ${counted(files, 'file')}`
  process.stdout.write(
    faults.length
      ? `${counted(faults.length, 'fault')} in ${seen}: see above, each with what to do.\n`
      : `Everything is right: ${seen}.\n`,
  )
  return faults.length ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${failureOf(error)}\n`)
  process.exitCode = 1
}
