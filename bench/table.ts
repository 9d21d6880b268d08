import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import type { Group, Measured } from './line.ts'

export interface Row extends Measured {
  group: string
  /** As it is called in print. */
  database: string
}

const cells = (texts: string[]): string => `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`

/** One table for each group that was measured, in Markdown. */
export function markdown(groups: readonly Group[], rows: readonly Row[]): string {
  return groups
    .flatMap((group) => {
      const own = rows.filter((row) => row.group === group.name)
      if (!own.length) return []
      const columns = ['', 'database', ...group.columns, 'goal', 'holds', 'note']
      const lines = own.map((row) =>
        cells([
          row.line,
          row.database,
          ...group.columns.map((column) => row.figures[column] ?? '–'),
          row.goal,
          row.holds,
          row.note ?? '',
        ]),
      )
      return [[`## ${group.title}`, group.how, [cells(columns), cells(columns.map(() => '---')), ...lines].join('\n')]]
    })
    .map((parts) => parts.join('\n\n'))
    .join('\n\n')
}

/** A row as it is printed when it has been measured. */
export function printed(row: Row): string {
  const figures = Object.entries(row.figures).map(([name, figure]) => `${name} ${figure}`)
  return [`${row.database}, ${row.line}:`, figures.join(', '), `goal ${row.goal}`, row.holds, row.note]
    .filter(Boolean)
    .join('  ')
}

const README = join(import.meta.dirname, 'README.md')
const [BEGIN, END] = ['<!-- figures: npm run bench -- --publish -->', '<!-- end of the figures -->']

/** Puts the figures of a run into the README of the benchmark, between its marks. */
export async function publish(measured: string, file: string, rows: readonly Row[]): Promise<void> {
  const text = withFigures(readFileSync(README, 'utf8'), measured, file, rows)
  writeFileSync(README, await format(text, { ...(await resolveConfig(README)), filepath: README }))
}

export function withFigures(readme: string, measured: string, file: string, rows: readonly Row[]): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error('The README has no place for the figures.')
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${figures(measured, file, rows)}\n\n${readme.slice(end)}`
}

/** A line each; growth, which has dozens, in one. */
function figures(measured: string, file: string, rows: readonly Row[]): string {
  const lines = rows
    .filter(({ group }) => group !== 'growth')
    .map(({ line, group, database, figures, goal, holds }) => {
      const all = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`)
      return `| ${group}: ${line} | ${database} | ${all.join('; ') || '–'} | ${goal} | ${holds} |`
    })
  const growth = rows.filter(({ group }) => group === 'growth')
  const hold = growth.filter(({ holds }) => holds === 'yes').length
  return [
    `${measured} CPU seconds are per 1,000 requests; every line, with how it was measured: [${file}](${file}).`,
    ['| | database | figures | goal | holds |', '| --- | --- | --- | --- | --- |', ...lines].join('\n'),
    `Of ${growth.length} lines of growth, from 500 articles to the large archive, ${hold} take at most twice as long.`,
  ].join('\n\n')
}
