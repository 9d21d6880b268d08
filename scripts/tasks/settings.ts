import { readFileSync, writeFileSync } from 'node:fs'
import { pino } from 'pino'
import type { Environment } from '../../src/app/environment.ts'
import type { TextBuilder } from '../../src/journal/settings/texts.ts'
import type { Database } from '../../src/platform/database/connect.ts'

const USAGE = `Please say what to do:
  npm run settings -- list              prints all values of the journal by their keys
  npm run settings -- set KEY VALUE     publishes a value, in JSON or as plain words
  npm run settings -- reset KEY         publishes what comes with the program again
  npm run settings -- undo              takes back what was published last
  npm run settings -- export FILE       writes what the journal has chosen into a file
  npm run settings -- import FILE       publishes what such a file holds`

const EXPECTED: Record<string, number> = { list: 0, set: 2, reset: 1, undo: 0, export: 1, import: 1 }

/** `npm run settings`: Settings for the operator at the machine, when nobody can sign in. Works while the server runs. */
async function main(): Promise<void> {
  const [verb = '', ...rest] = process.argv.slice(2)
  if (EXPECTED[verb] !== rest.length) throw new Error(USAGE)
  const { readEnvironment } = await import('../../src/app/environment.ts')
  const { openDatabase, textBuilder } = await import('../../src/app/open.ts')
  const environment = readEnvironment(process.env)
  const database = await openDatabase(environment)
  const commands = await import('../../src/journal/settings/command.ts')
  const builder = textBuilder()
  const [first = '', second = ''] = rest
  try {
    if (verb === 'list') print(await commands.listValues(database.db))
    else if (verb === 'export') await writeExport(database, environment, first)
    else if (verb === 'undo') print(await commands.undoLast(database, builder))
    else if (verb === 'import') print(await readImport(database, environment, builder, first))
    else print(await commands.setValue(database, builder, first, verb === 'set' ? second : null))
  } finally {
    await database.close()
  }
}

async function writeExport(database: Database, environment: Environment, file: string): Promise<void> {
  const { exportSettings } = await import('../../src/journal/settings/export.ts')
  const { readPictures } = await import('../../src/journal/settings/pictures/exported-pictures.ts')
  const { openStore } = await import('../../src/app/open.ts')
  const { pictures = [], ...chosen } = await exportSettings(database.db)
  const store = openStore(environment)
  const read = await readPictures({ database, store, log: pino({ level: 'silent' }) }, pictures)
  const exported = { ...chosen, ...(pictures.length > 0 && { pictures: read }) }
  writeFileSync(file, `${JSON.stringify(exported, null, 2)}\n`)
  print(`Written to ${file}.`)
}

async function readImport(
  database: Database,
  environment: Environment,
  builder: TextBuilder,
  file: string,
): Promise<string> {
  const { importSettings } = await import('../../src/journal/settings/command.ts')
  const { storePictures } = await import('../../src/journal/settings/pictures/exported-pictures.ts')
  const { openStore } = await import('../../src/app/open.ts')
  const { WorkerProcesses } = await import('../../src/platform/workers/workers.ts')
  const workers = new WorkerProcesses(environment.workers)
  const store = openStore(environment)
  try {
    return await importSettings(database, builder, readFileSync(file, 'utf8'), (pictures) =>
      storePictures({ database, store, workers }, pictures),
    )
  } finally {
    workers.end()
  }
}

const print = (text: string) => void process.stdout.write(`${text}\n`)

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
