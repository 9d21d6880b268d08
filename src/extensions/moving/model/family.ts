import type { Family } from '../version.ts'
import type { DecisionCodes } from './codes.ts'
import { filledIn, firstWhere, idIn, isSet, valueOf, type Row, type Source } from './rows.ts'
import type { Settings } from './settings.ts'

/** The families that are read so far. */
export type ReadFamily = Extract<Family, '3.2' | '3.3' | '3.4' | '3.5'>

/** What the versions of one family keep in a way of their own. */
export interface FamilyRules {
  decisionCodes: DecisionCodes
  /** The DOI of an issue, a publication or a galley, byte for byte. */
  doiOf: (owner: Row, settings: Settings, source: Source) => string | null
  isCurrentIssue: (issue: Row, journal: Row) => boolean
  /** Whether files have a table that tells their paths. */
  hasFilesTable: boolean
  /** Whether the author has sent the manuscript, or left the form before its end. */
  wasSent: (submission: Row) => boolean
}

/** The DOI was a setting of the object until 3.3. */
const doiInSettings: FamilyRules['doiOf'] = (_owner, settings) => settings.plain('pub-id::doi')

/** Several may point to one row: no object has it for itself. */
const doiInTable: FamilyRules['doiOf'] = (owner, _settings, source) => {
  const row = firstWhere(source, 'dois', 'doi_id', idIn(owner, 'doi_id'))
  return row ? filledIn(row, 'doi') : null
}

/** A step of the form that is left: 0 until 3.3, then an empty name. */
const wasSent: FamilyRules['wasSent'] = (submission) =>
  ['', '0', null].includes(valueOf(submission, 'submission_progress'))

const from34: FamilyRules = {
  hasFilesTable: true,
  decisionCodes: 'from 3.4',
  doiOf: doiInTable,
  isCurrentIssue: (issue, journal) => idIn(journal, 'current_issue_id') === idIn(issue, 'issue_id'),
  wasSent,
}

const until33: FamilyRules = {
  decisionCodes: 'until 3.3',
  doiOf: doiInSettings,
  isCurrentIssue: (issue) => isSet(issue, 'current'),
  hasFilesTable: true,
  wasSent,
}

export const FAMILY_RULES: Readonly<Record<ReadFamily, FamilyRules>> = {
  '3.2': { ...until33, hasFilesTable: false },
  '3.3': until33,
  '3.4': from34,
  '3.5': from34,
}
