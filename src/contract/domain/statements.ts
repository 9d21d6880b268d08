/**
 * Statements that an article may make beside its text, each of some plain sentences. Forms, pages, the API
 * and corrections take them from here: another one is a row, its column (a migration), and its place in JATS.
 */
export const STATEMENTS = {
  fundingStatement: {
    label: 'Funding statement',
    heading: 'Funding',
    hint: 'Who paid for this work, with grant numbers. Leave empty if there is nothing to state.',
  },
} as const

export type Statement = keyof typeof STATEMENTS
/** Null where an article makes none. */
export type Statements = Record<Statement, string | null>

export const STATEMENT_NAMES = Object.keys(STATEMENTS) as Statement[]
export const STATEMENT_MAX = 2000

/** One value for each statement. */
export const eachStatement = <T>(value: (statement: Statement) => T): Record<Statement, T> =>
  Object.fromEntries(STATEMENT_NAMES.map((statement) => [statement, value(statement)])) as Record<Statement, T>
