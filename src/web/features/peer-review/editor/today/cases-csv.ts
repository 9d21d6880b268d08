import type { CaseLine } from '../../../../../contract/api/case-list.ts'
import { CASE_ACTIONS, type CaseGroup } from '../../../../../contract/rules/peer-review/next-step.ts'
import { plainTitle } from '../../../../../contract/rules/text/inline-markup.ts'
import { type CsvColumns, type CsvTable, csvTable } from '../../../../ui/list-csv.tsx'

/** What the groups of the list are called. */
export const GROUP_NAMES: Record<CaseGroup, string> = {
  act: 'Act now',
  others: 'Waiting for others',
  authors: 'With authors',
  closed: 'Closed this week',
}

const COLUMNS: CsvColumns<CaseLine> = [
  ['Manuscript', ({ number }) => number],
  ['Title', ({ title }) => plainTitle(title)],
  ['Author', ({ author }) => author],
  ['Editor', ({ editor }) => editor ?? ''],
  ['List', ({ group }) => GROUP_NAMES[group]],
  ['Next', ({ action, system }) => (action === null ? (system ?? '') : CASE_ACTIONS[action])],
  ['Why', ({ reason }) => reason],
  ['Waiting for days', ({ waitingDays }) => String(waitingDays ?? '')],
  ['Day of the promise', ({ promise }) => (promise ? `${promise.day} of ${promise.days}` : '')],
  ['Reports', ({ reports }) => (reports ? `${reports.in} of ${reports.of}` : '')],
]

/** The cases that the list shows. */
export const casesCsv = (lines: readonly CaseLine[]): CsvTable => csvTable('cases', COLUMNS, () => lines)
