import { STATEMENT_NAMES, type Statement, type Statements } from '../../../../contract/rules/articles/statements.ts'
import { element, type Xml } from '../../../../platform/xml.ts'

/** Where in the record each statement is: the element around it, and its own. A new statement gets a row. */
const PLACES: Record<Statement, { within: 'funding-group'; element: string }> = {
  fundingStatement: { within: 'funding-group', element: 'funding-statement' },
}

/** The statements that are within an element, which has no paragraphs: each of theirs is one of its own. */
export function statementsWithin(within: 'funding-group', statements: Statements): Xml[] {
  const written = STATEMENT_NAMES.filter((name) => PLACES[name].within === within).flatMap((name) =>
    (statements[name] ?? '')
      .split('\n\n')
      .filter((text) => text.trim())
      .map((text) => element(PLACES[name].element, {}, text.trim())),
  )
  return written.length ? [element(within, {}, written)] : []
}
