/** A table of a dump that tests make. */
export interface SourceTable {
  name: string
  columns: readonly string[]
  rows: readonly (readonly (string | null)[])[]
}

const MYSQL_ESCAPES: Record<string, string> = {
  ...{ '\0': '\\0', '\n': '\\n', '\r': '\\r', '\\': '\\\\', "'": "\\'", '"': '\\"', '\u001a': '\\Z' },
}
const COPY_ESCAPES: Record<string, string> = {
  ...{ '\b': '\\b', '\t': '\\t', '\n': '\\n', '\v': '\\v', '\f': '\\f', '\r': '\\r', '\\': '\\\\' },
}

const escaped = (text: string, escapes: Record<string, string>): string =>
  [...text].map((letter) => escapes[letter] ?? letter).join('')
const doubled = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** As mysqldump writes it. */
export function mysqlDump(tables: readonly SourceTable[]): string {
  const values = (row: readonly (string | null)[]) =>
    `(${row.map((value) => (value === null ? 'NULL' : `'${escaped(value, MYSQL_ESCAPES)}'`)).join(',')})`
  const parts = tables.map(
    ({ name, columns, rows }) => `
DROP TABLE IF EXISTS \`${name}\`;
CREATE TABLE \`${name}\` (
${columns.map((column) => `  \`${column}\` text DEFAULT NULL,`).join('\n')}
  PRIMARY KEY (\`${columns[0]}\`)
) ENGINE=InnoDB;
/*!40000 ALTER TABLE \`${name}\` DISABLE KEYS */;
${rows.length ? `INSERT INTO \`${name}\` VALUES\n${rows.map(values).join(',\n')};` : ''}
/*!40000 ALTER TABLE \`${name}\` ENABLE KEYS */;`,
  )
  return `-- MySQL dump 10.13
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8mb4 */;
${parts.join('\n')}
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
-- Dump completed
`
}

const ofPostgres = (parts: readonly string[]): string => `--
-- PostgreSQL database dump
--

SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
${parts.join('\n')}
--
-- PostgreSQL database dump complete
--
`

const createTable = ({ name, columns }: SourceTable): string =>
  `CREATE TABLE public.${name} (\n${columns.map((column) => `    ${column} text`).join(',\n')}\n);`

/** As pg_dump writes it. */
export const postgresDump = (tables: readonly SourceTable[]): string =>
  ofPostgres(
    tables.map((table) => {
      const line = (row: readonly (string | null)[]) =>
        `${row.map((value) => (value === null ? '\\N' : escaped(value, COPY_ESCAPES))).join('\t')}\n`
      const { name, columns, rows } = table
      return `${createTable(table)}\nCOPY public.${name} (${columns.join(', ')}) FROM stdin;\n${rows.map(line).join('')}\\.\n`
    }),
  )

/** As pg_dump --inserts writes it. */
export const postgresInserts = (tables: readonly SourceTable[]): string =>
  ofPostgres(
    tables.map((table) => {
      const values = (row: readonly (string | null)[]) =>
        row.map((value) => (value === null ? 'NULL' : doubled(value))).join(', ')
      const inserts = table.rows.map((row) => `INSERT INTO public.${table.name} VALUES (${values(row)});`)
      return `${createTable(table)}\n${inserts.join('\n')}`
    }),
  )
