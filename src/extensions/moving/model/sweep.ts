import { ASSOC } from './codes.ts'
import type { Context } from './context.ts'
import { rowRef, type Reason, type RowRef } from './reckoning.ts'
import { codedIn, filledIn, firstWhere, idIn, valueOf, type Row } from './rows.ts'

/** A row that no object has: part of what was looked up for many of them, or left out. */
export type Swept = RowRef & ({ outcome: 'merged' } | { outcome: 'left out'; reason: Reason })

/** What a row belongs to: a row of another table, or the journal itself. */
type Owner = { column: string; table: string; key: string } | { journal: string }

const of = (column: string, table: string, key = column): Owner => ({ column, table, key })

const OWNERS: Readonly<Record<string, Owner>> = {
  submissions: { journal: 'context_id' },
  submission_settings: of('submission_id', 'submissions'),
  submission_comments: of('submission_id', 'submissions'),
  submission_files: of('submission_id', 'submissions'),
  submission_file_settings: of('submission_file_id', 'submission_files'),
  submission_file_revisions: of('submission_file_id', 'submission_files'),
  publications: of('submission_id', 'submissions'),
  publication_settings: of('publication_id', 'publications'),
  publication_categories: of('publication_id', 'publications'),
  publication_galleys: of('publication_id', 'publications'),
  publication_galley_settings: of('galley_id', 'publication_galleys'),
  authors: of('publication_id', 'publications'),
  author_affiliations: of('author_id', 'authors'),
  author_affiliation_settings: of('author_affiliation_id', 'author_affiliations'),
  author_settings: of('author_id', 'authors'),
  citations: of('publication_id', 'publications'),
  controlled_vocab_entries: of('controlled_vocab_id', 'controlled_vocabs'),
  controlled_vocab_entry_settings: of('controlled_vocab_entry_id', 'controlled_vocab_entries'),
  stage_assignments: of('submission_id', 'submissions'),
  review_rounds: of('submission_id', 'submissions'),
  review_round_files: of('review_round_id', 'review_rounds'),
  review_assignments: of('submission_id', 'submissions'),
  review_form_responses: of('review_id', 'review_assignments'),
  edit_decisions: of('submission_id', 'submissions'),
  query_participants: of('query_id', 'queries'),
  journals: { journal: 'journal_id' },
  journal_settings: { journal: 'journal_id' },
  sections: { journal: 'journal_id' },
  section_settings: of('section_id', 'sections'),
  categories: { journal: 'context_id' },
  category_settings: of('category_id', 'categories'),
  issues: { journal: 'journal_id' },
  issue_settings: of('issue_id', 'issues'),
  issue_galleys: of('issue_id', 'issues'),
  issue_files: of('issue_id', 'issues'),
  custom_issue_orders: of('issue_id', 'issues'),
  user_settings: of('user_id', 'users'),
  user_user_groups: of('user_id', 'users'),
  user_interests: of('user_id', 'users'),
  genres: { journal: 'context_id' },
  user_group_settings: of('user_group_id', 'user_groups'),
  review_form_settings: of('review_form_id', 'review_forms'),
  review_form_elements: of('review_form_id', 'review_forms'),
  review_form_element_settings: of('review_form_element_id', 'review_form_elements'),
}

/** Tables of which objects only take what they look up: the words for roles, kinds of files and questions. */
const LOOKED_UP = [
  ...['genres', 'user_groups', 'user_group_settings', 'review_forms', 'review_form_settings'],
  ...['review_form_elements', 'review_form_element_settings', 'dois'],
]

/** Tables whose rows point to the kind of their owner, too. */
const BY_KIND: Readonly<Record<string, Readonly<Record<string, Owner>>>> = {
  queries: { [ASSOC.submission]: of('assoc_id', 'submissions', 'submission_id') },
  notes: { [ASSOC.query]: of('assoc_id', 'queries', 'query_id') },
  controlled_vocabs: { [ASSOC.publication]: of('assoc_id', 'publications', 'publication_id') },
  review_forms: { [ASSOC.journal]: { journal: 'assoc_id' } },
}

/** The tables that the model reckons whole; pages, news and usage are not among them. */
export const RECKONED = [...Object.keys(OWNERS), ...Object.keys(BY_KIND), 'users', 'user_groups', 'files', 'dois']

/** The deepest chain is seven long. */
const MOST_STEPS = 10
type Fate = 'ours' | 'the site' | Reason

/** Every row that no object has, one after the other: with all the objects' rows, each row of a table is reckoned once. */
export function* swept(context: Context): Iterable<Swept> {
  for (const table of RECKONED) {
    // An account is an object or left out as one.
    if (table === 'users') continue
    for (const row of context.source.rows(table)) {
      const fate = fateOf(table, row, context)
      const ref = rowRef(table, row)
      if (fate === 'the site' || (fate === 'ours' && LOOKED_UP.includes(table))) yield { ...ref, outcome: 'merged' }
      else if (fate !== 'ours') yield { ...ref, outcome: 'left out', reason: fate }
    }
  }
}

function fateOf(table: string, row: Row, context: Context): Fate {
  let at = { table, row }
  for (let step = 0; step < MOST_STEPS; step++) {
    if (at.table === 'users') return 'ours'
    if (at.table === 'files') return fateOfFile(at.row, context)
    if (at.table === 'dois') return fateOfDoi(at.row, context)
    if (at.table === 'user_groups') return fateOfGroup(at.row, context)
    if (isInterest(at.table, at.row)) return 'the site'
    const owner = ownerOf(at.table, at.row)
    if (!owner) return 'not used'
    if ('journal' in owner) return journalFate(valueOf(at.row, owner.journal), context)
    const above = firstWhere(context.source, owner.table, owner.key, idIn(at.row, owner.column))
    if (!above) return 'belongs to nothing'
    at = { table: owner.table, row: above }
  }
  return 'belongs to nothing'
}

const ownerOf = (table: string, row: Row): Owner | undefined =>
  (table === 'submission_file_settings' && 'file_id' in row ? of('file_id', 'submission_files') : OWNERS[table]) ??
  codedIn(BY_KIND[table] ?? {}, valueOf(row, 'assoc_type'))

/** Interests are words of the whole site. */
const isInterest = (table: string, row: Row): boolean =>
  table === 'controlled_vocabs' && valueOf(row, 'symbolic') === 'interest'

function journalFate(id: string | null, { journalId, source }: Context): Fate {
  if (id === journalId) return 'ours'
  return firstWhere(source, 'journals', 'journal_id', id) ? 'another journal' : 'belongs to nothing'
}

const fateOfGroup = (row: Row, { groups, source }: Context): Fate => {
  if (groups.has(idIn(row, 'user_group_id') ?? '')) return 'ours'
  const journal = firstWhere(source, 'journals', 'journal_id', filledIn(row, 'context_id'))
  return journal ? 'another journal' : 'belongs to nothing'
}

/** A file is of the submission whose row or revision names it. */
function fateOfFile(row: Row, context: Context): Fate {
  const id = idIn(row, 'file_id')
  const direct = firstWhere(context.source, 'submission_files', 'file_id', id)
  if (direct) return fateOf('submission_files', direct, context)
  const revision = firstWhere(context.source, 'submission_file_revisions', 'file_id', id)
  return revision ? fateOf('submission_file_revisions', revision, context) : 'belongs to nothing'
}

/** A DOI is of what has it; the row itself may name another journal. */
function fateOfDoi(row: Row, context: Context): Fate {
  const id = idIn(row, 'doi_id')
  for (const table of ['publications', 'issues', 'publication_galleys']) {
    const owner = firstWhere(context.source, table, 'doi_id', id)
    if (owner) return fateOf(table, owner, context)
  }
  return 'belongs to nothing'
}
