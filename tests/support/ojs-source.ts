import type { Row, Source } from '../../src/extensions/moving/model/rows.ts'

/** Rows in memory: an index is made of each column that is asked for. */
export function memorySource(tables: Readonly<Record<string, readonly Row[]>>): Source {
  const indexes = new Map<string, Map<string | null | undefined, Row[]>>()
  return {
    rows: (table) => tables[table] ?? [],
    where: (table, column, value) => {
      const name = `${table}.${column}`
      const index = indexes.get(name) ?? Map.groupBy(tables[table] ?? [], (row) => row[column])
      indexes.set(name, index)
      return index.get(value) ?? []
    },
  }
}
