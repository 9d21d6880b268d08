import type { EncodingFigures } from '../../src/extensions/moving/encoding.ts'
import type { FolderFigures } from '../../src/extensions/moving/folders.ts'
import { KEPT_DAYS } from '../../src/extensions/moving/moving-folder.ts'
import type { Read } from '../../src/extensions/moving/read-dump.ts'
import { table } from './import-report.ts'

/** What was found in a dump, for the terminal. */
export function moveReport(read: Read): string {
  const { dump, version, journals, journal, tables, withheld } = read
  const filled = tables.filter(({ rows }) => rows > 0)
  const kept = filled.filter(({ isKept }) => isKept)
  const others = filled.filter(({ isKept }) => !isKept)
  const rowsOf = (list: typeof filled) => list.reduce((sum, { rows }) => sum + rows, 0)
  return [
    '',
    `Open Journal Systems ${version.text}, a dump of ${dump.dialect}${dump.charset ? ` in ${dump.charset}` : ''}`,
    `${dump.name}, SHA-256 ${dump.sha256}`,
    ...(dump.hasEnd === null
      ? ['This dump does not announce how it ends: compare the rows below with those of the old database.']
      : []),
    '',
    table(
      ['Path', 'Name', 'Language', 'Submissions'],
      journals.map((one) => [one.path, one.name || '–', one.language, String(one.submissions)]),
    ),
    '',
    table(
      ['Table', 'Rows'],
      kept.map((one) => [one.table, String(one.rows)]),
    ),
    '',
    `${rowsOf(filled)} rows: ${rowsOf(kept)} kept, ${rowsOf(others)} only counted.`,
    ...(others.length ? [`Not kept: ${others.map((one) => `${one.table} ${one.rows}`).join(', ')}.`] : []),
    ...(withheld ? [`${counted(withheld, 'setting')} kept without the key or password in it.`] : []),
    ...encodingLines(read.encoding),
    ...folderLines('Files', read.files),
    ...folderLines('Public files', read.publicFiles),
    '',
    journal
      ? `The journal that is meant: ${journal.path}.`
      : 'There are several journals. Please name one: add --journal PATH.',
    `The copy is kept for ${KEPT_DAYS} days, or until npm run move -- forget.`,
  ].join('\n')
}

function encodingLines({ beyondAscii, doubled, tripled, notUtf8, samples }: EncodingFigures): string[] {
  if (!doubled && !notUtf8) return []
  return [
    '',
    `${counted(beyondAscii, 'text')} with letters beyond ASCII. ${doubled} stored as UTF-8 within latin1${tripled ? `, ${tripled} of them twice` : ''}; ${notUtf8} not in UTF-8.`,
    ...samples.map(({ before, after }) => `  ${before}\n  → ${after}`),
  ]
}

const folderLines = (name: string, found: FolderFigures | null): string[] =>
  found
    ? [
        `${name}: ${counted(found.files, 'file')}, ${Math.ceil(found.bytes / 1024 ** 2)} MB${found.links ? `; ${counted(found.links, 'link')} to elsewhere not followed` : ''}.`,
      ]
    : []

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
