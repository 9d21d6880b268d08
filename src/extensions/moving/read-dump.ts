import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { NO_ROOM } from '../../platform/errors.ts'
import { Lexer } from './dump/lexer.ts'
import { openDump } from './dump/open-dump.ts'
import { Statements } from './dump/statements.ts'
import { readConfig } from './config-file.ts'
import { type EncodingFigures, Texts } from './encoding.ts'
import { countFolder, type FolderFigures } from './folders.ts'
import { chosenJournal, journalsIn, type SourceJournal } from './journals.ts'
import { KEPT_TABLES } from './kept-tables.ts'
import { DUMP_LIMITS, dumpRefused } from './limits.ts'
import { beginCopy } from './moving-folder.ts'
import { StagedCopy } from './staged-copy.ts'
import { type OjsVersion, refuseIncomplete, VERSION_COLUMNS, versionOf } from './version.ts'

/** What someone has brought from their old server. */
export interface Brought {
  dump: string
  files: string | null
  publicFiles: string | null
  config: string | null
  /** The path of the journal that is meant, if the dump has several. */
  journal: string | null
}

export interface TableRows {
  table: string
  rows: number
  isKept: boolean
}

export interface Findings {
  readAt: string
  dump: {
    name: string
    sha256: string
    dialect: 'MySQL' | 'PostgreSQL'
    charset: string | null
    /** Whether it has the end that its beginning announces; null: it announces none, and may have been cut between two statements. */
    hasEnd: boolean | null
  }
  version: OjsVersion
  journals: SourceJournal[]
  /** Null: one of them has still to be chosen. */
  journal: SourceJournal | null
  tables: TableRows[]
  /** Settings whose values were left out because they open something elsewhere. */
  withheld: number
  encoding: EncodingFigures
  files: FolderFigures | null
  publicFiles: FolderFigures | null
  config: Record<string, string> | null
}

export interface Read extends Findings {
  id: string
}

type Progress = (what: string, done: number, total: number) => void

/**
 * Reads a dump into a copy in the data folder, which replaces the one before, and answers what it holds. Changes nothing
 * else. What cannot be read is refused, and leaves nothing.
 */
export async function readDump(dataDir: string, brought: Brought, progress: Progress = () => {}): Promise<Read> {
  const found = await stat(brought.dump).catch(() => null)
  if (!found?.isFile()) throw dumpRefused(`There is no file ${brought.dump}.`)
  const config = brought.config === null ? null : await configIn(brought.config)
  const files = brought.files === null ? null : await countFolder(brought.files)
  const publicFiles = brought.publicFiles === null ? null : await countFolder(brought.publicFiles)
  const dump = await openDump(brought.dump, (done, total) => progress('Reading the dump', done, total))
  const place = beginCopy(dataDir)
  const texts = new Texts()
  let copy: StagedCopy | undefined
  try {
    copy = new StagedCopy(place.file, texts)
    const statements = new Statements(copy)
    const lexer = new Lexer(statements)
    for await (const chunk of dump.chunks) lexer.push(chunk)
    lexer.end()
    statements.marks.end(lexer.line)
    const { dialect, charset, hasEnd } = statements.marks
    const findings: Findings = {
      readAt: new Date().toISOString(),
      dump: { name: basename(brought.dump), sha256: dump.sha256(), dialect, charset, hasEnd },
      ...journalsOf(copy, brought.journal),
      tables: tablesOf(copy),
      withheld: copy.withheld,
      encoding: texts.figures,
      ...{ files, publicFiles, config },
    }
    copy.finish(findings)
    await place.finish()
    return { id: place.id, ...findings }
  } catch (error) {
    copy?.abandon()
    await place.abandon()
    throw (error as NodeJS.ErrnoException).code === 'SQLITE_FULL' ? dumpRefused(NO_ROOM) : error
  }
}

function journalsOf(copy: StagedCopy, path: string | null): Pick<Findings, 'version' | 'journals' | 'journal'> {
  const version = versionOf(copy.select('versions', VERSION_COLUMNS, ['product_type', ['core']]))
  refuseIncomplete(version, (table) => copy.has(table))
  const journals = journalsIn(copy, version.family)
  return { version, journals, journal: chosenJournal(journals, path) }
}

const tablesOf = (copy: StagedCopy): TableRows[] =>
  [...copy.rows]
    .map(([table, rows]) => ({ table, rows, isKept: KEPT_TABLES.has(table) }))
    .toSorted((a, b) => (a.table < b.table ? -1 : 1))

async function configIn(file: string): Promise<Record<string, string>> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw dumpRefused(`There is no file ${file}.`)
  if (found.size > DUMP_LIMITS.configBytes)
    throw dumpRefused('The file of settings is too long to be the config.inc.php of OJS.')
  return readConfig(await readFile(file, 'utf8'))
}
