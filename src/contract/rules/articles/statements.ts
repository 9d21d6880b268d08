/**
 * Statements of an article such as funding. Forms, pages, the API and corrections are driven by this list: to
 * add one, add a row here, its column (a migration) and its place in JATS. `none` is what is printed when its people have
 * answered that there is nothing to state. Without an answer nothing is printed; acknowledgements are no answer.
 */
export const STATEMENTS = {
  fundingStatement: {
    label: 'Funding statement',
    heading: 'Funding',
    hint: 'Who paid for this work, with grant numbers.',
    none: 'This work had no funding.',
  },
  competingInterests: {
    label: 'Competing interests',
    heading: 'Competing interests',
    hint: 'Of all authors: funding, posts, patents or relationships that others might think influenced this work.',
    none: 'None declared.',
  },
  dataAvailability: {
    label: 'Data availability',
    heading: 'Data availability',
    hint: 'Where the data are, or why they cannot be shared.',
    none: 'This article has no data beyond its text.',
  },
  permits: {
    label: 'Ethics and permits',
    heading: 'Ethics and permits',
    hint: 'Approvals, and permits to collect or ship plants, with authority, number and date.',
    none: 'No approval or permit was needed.',
  },
  aiUse: {
    label: 'Use of AI',
    heading: 'Use of AI',
    hint: 'In writing, figures or analysis. A spelling checker does not count.',
    none: 'No AI was used.',
  },
  acknowledgements: {
    label: 'Acknowledgements',
    heading: 'Acknowledgements',
    hint: 'Whom you thank, with their consent.',
    none: null,
  },
} as const satisfies Record<string, { label: string; heading: string; hint: string; none: string | null }>

export type Statement = keyof typeof STATEMENTS
export type Statements = Record<Statement, string | null>

export const STATEMENT_NAMES = Object.keys(STATEMENTS) as Statement[]
export const STATEMENT_MAX = 2000

export const isStatement = (field: string): field is Statement => Object.hasOwn(STATEMENTS, field)

/** The questions to which "none" is an answer. */
export const DECLARATIONS = STATEMENT_NAMES.filter((statement) => STATEMENTS[statement].none !== null)

/** Printed where a statement would be, of articles submitted here before it was asked for. */
export const NOT_ASKED = 'The journal did not ask for this at submission.'

/** Of a question that was asked, to those who might answer it for its authors. */
export const UNANSWERED = 'It has no answer: the authors left it open.'
/** The same where it is not known whether it was asked, as of imported articles. */
export const NO_ANSWER = 'It has no answer here.'

/**
 * The questions that were not asked at submission and that nobody has answered since. `asked`: those that were; null if that is
 * not known, or the article was not submitted here.
 */
export const notAskedOf = (asked: string | null, statements: Statements): Statement[] =>
  asked === null
    ? []
    : DECLARATIONS.filter((name) => !asked.split(',').includes(name) && !answerIn(name, statements[name]))

export const ANSWERS = ['none', 'text'] as const
export type Answer = (typeof ANSWERS)[number]

/** What a statement answers; null: nothing, as where nobody was asked. */
export const answerIn = (statement: Statement, value: string | null): Answer | null =>
  !value?.trim() ? null : value.trim() === STATEMENTS[statement].none ? 'none' : 'text'

export const eachStatement = <T>(value: (statement: Statement) => T): Record<Statement, T> =>
  Object.fromEntries(STATEMENT_NAMES.map((statement) => [statement, value(statement)])) as Record<Statement, T>

/** The fields that a correction can change, by their API names, with their labels. */
export const CORRECTION_FIELDS = {
  title: 'Title',
  excerpt: 'Key Message',
  abstract: 'Abstract',
  keywords: 'Keywords',
  ...eachStatement((statement) => STATEMENTS[statement].label),
  awards: 'Funders and grants',
  links: 'Data and other works',
  vouchers: 'Vouchers',
  permitDetails: 'Permits',
  newNames: 'New names',
  supplements: 'Supplements',
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
