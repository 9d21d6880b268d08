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
