import { STATEMENT_NAMES, type Statement } from '../../contract/rules/articles/statements.ts'

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/** The columns of an article's statements: `funding_statement` keeps `fundingStatement`. */
export type StatementColumns = { [S in Statement as SnakeCase<S>]: string | null }

export const STATEMENT_COLUMNS = Object.fromEntries(
  STATEMENT_NAMES.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
) as { [S in Statement]: SnakeCase<S> }
