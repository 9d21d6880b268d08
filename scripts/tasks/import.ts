import { resolve } from 'node:path'
import { WorkerProcesses } from '../../src/platform/workers/workers.ts'
import { readEnvironment } from '../../src/app/environment.ts'
import { filesToImport, importFolder, type FileReport } from '../../src/extensions/importing/import-folder.ts'
import { openDatabase, openStore } from '../../src/app/open.ts'
import { importSummary, progressLine } from './import-report.ts'
import { ImportProblem } from '../../src/journal/documents/jats/model/parse.ts'

/** `npm run import -- FOLDER`: imports the JATS articles of a folder. Exits with 1 if any failed. */
async function main(): Promise<number> {
  const [folder, ...more] = process.argv.slice(2)
  if (!folder || more.length) {
    throw new ImportProblem('Please name one folder with JATS XML files: npm run import -- FOLDER')
  }
  // npm starts this in the project's folder; INIT_CWD is where the command was given.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), folder)
  // Before the database is opened, so that a mistyped name does not create a data folder.
  await filesToImport(path)
  const environment = readEnvironment(process.env)
  const database = await openDatabase(environment)
  try {
    const workers = new WorkerProcesses(environment.workers)
    const reports = await importFolder({ database, store: openStore(environment), workers }, path, {
      origin: 'imported',
      onProgress: showProgress,
    })
    process.stdout.write(`${importSummary(reports, process.stdout.columns || undefined)}\n`)
    return reports.some((report) => report.result === 'failed') ? 1 : 0
  } finally {
    await database.close()
  }
}

function showProgress(report: FileReport, done: number, total: number): void {
  const { isTTY } = process.stdout
  const columns = process.stdout.columns || 80
  if (!isTTY) process.stdout.write(`${done}/${total} ${report.file}: ${report.result}\n`)
  else
    process.stdout.write(`\r\u001b[2K${progressLine(report.file, done, total, columns)}${done === total ? '\n' : ''}`)
}

try {
  process.exitCode = await main()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  process.stderr.write(
    code === 'ECONNREFUSED'
      ? 'The database that DATABASE_URL names does not answer. Is it running, and is the address right?\n'
      : `${message}\n`,
  )
  process.exitCode = 1
}
