import { ADDED_LATER } from '../../src/extensions/importing/import-article.ts'
import type { FileReport } from '../../src/extensions/importing/import-folder.ts'

const BAR = 24
const LONGEST_TITLE = 60
const SHORTEST_TITLE = 20

/** '[############------------] 20/40 PMC5298334.xml', never wider than the terminal. */
export function progressLine(file: string, done: number, total: number, columns: number): string {
  const filled = Math.round((done / total) * BAR)
  return cut(`[${'#'.repeat(filled)}${'-'.repeat(BAR - filled)}] ${done}/${total} ${file}`, Math.max(10, columns - 1))
}

/** A table of all files, counts, what was left out, and each invalid file with its line and reason. */
export function importSummary(reports: FileReport[], columns = 100): string {
  const beside = Math.max(...reports.map(({ file, result }) => width(file) + result.length)) + 4
  const forTitle = Math.min(LONGEST_TITLE, Math.max(SHORTEST_TITLE, columns - beside))
  const rows = reports.map(({ file, title, result }) => [file, cut(title || '–', forTitle), result])
  const count = (result: FileReport['result']) => reports.filter((report) => report.result === result).length
  const counts = (['added', ...ADDED_LATER, 'unchanged', 'failed'] as const).flatMap((result) =>
    count(result) || result === 'added' || result === 'failed' ? [`${count(result)} ${result}`] : [],
  )
  const notes = reports.flatMap(({ file, warnings }) => warnings.map((warning) => `  ${file}: ${warning}`))
  const failures = reports
    .filter((report) => report.result === 'failed')
    .map(({ file, line, reason }) => `  ${file}${line === undefined ? '' : `, line ${line}`}: ${reason}`)
  return [
    '',
    table(['File', 'Title', 'Result'], rows),
    '',
    `${reports.length === 1 ? '1 file' : `${reports.length} files`}: ${counts.join(', ')}.`,
    ...(notes.length ? ['', 'Worth knowing:', ...notes] : []),
    ...(failures.length ? ['', 'Not imported:', ...failures] : []),
  ].join('\n')
}

export function table(head: string[], rows: string[][]): string {
  const widths = head.map((name, column) => Math.max(...[name, ...rows.map((row) => row[column]!)].map(width)))
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell + ' '.repeat(widths[column]! - width(cell)))
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((size) => '-'.repeat(size)).join('  '), ...rows.map(line)].join('\n')
}

const width = (text: string): number => [...text].length

const cut = (text: string, longest: number): string =>
  width(text) <= longest ? text : `${[...text].slice(0, longest - 1).join('')}…`
