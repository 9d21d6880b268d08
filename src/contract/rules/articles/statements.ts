/**
 * Statements of an article such as funding. Forms, pages, the API and corrections are driven by this list: to
 * add one, add a row here, its column (a migration) and its mapping in JATS.
 */
export const STATEMENTS = {
  fundingStatement: {
    label: 'Funding statement',
    heading: 'Funding',
    hint: 'Who paid for this work, with grant numbers. Leave empty if there is nothing to state.',
  },
} as const

export type Statement = keyof typeof STATEMENTS
export type Statements = Record<Statement, string | null>

export const STATEMENT_NAMES = Object.keys(STATEMENTS) as Statement[]
export const STATEMENT_MAX = 2000

export const eachStatement = <T>(value: (statement: Statement) => T): Record<Statement, T> =>
  Object.fromEntries(STATEMENT_NAMES.map((statement) => [statement, value(statement)])) as Record<Statement, T>

/** The fields that a correction can change, by their API names, with their labels. */
export const CORRECTION_FIELDS = {
  title: 'Title',
  excerpt: 'Key Message',
  abstract: 'Abstract',
  keywords: 'Keywords',
  ...eachStatement((statement) => STATEMENTS[statement].label),
  categoryId: 'Category',
  contributors: 'Authors',
  volumeId: 'Volume',
  issue: 'Issue',
  pageNum: 'Pages',
  imageUrl: 'Featured image',
  imageAlt: 'What the image shows',
  pdfUrl: 'Final PDF',
  fullTextUrl: 'Full text',
} as const
export type CorrectionField = keyof typeof CORRECTION_FIELDS
