const settings = (id: string): string[] => [id, 'locale', 'setting_name']

/** The columns that tell a row from the others of its table, from 3.3 on. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  author_affiliation_settings: settings('author_affiliation_id'),
  author_affiliations: ['author_affiliation_id'],
  author_settings: settings('author_id'),
  authors: ['author_id'],
  categories: ['category_id'],
  category_settings: settings('category_id'),
  citations: ['citation_id'],
  controlled_vocab_entries: ['controlled_vocab_entry_id'],
  controlled_vocab_entry_settings: settings('controlled_vocab_entry_id'),
  controlled_vocabs: ['controlled_vocab_id'],
  custom_issue_orders: ['journal_id', 'issue_id'],
  dois: ['doi_id'],
  edit_decisions: ['edit_decision_id'],
  files: ['file_id'],
  genres: ['genre_id'],
  issue_files: ['file_id'],
  issue_galleys: ['galley_id'],
  issue_settings: settings('issue_id'),
  issues: ['issue_id'],
  journal_settings: settings('journal_id'),
  journals: ['journal_id'],
  notes: ['note_id'],
  publication_categories: ['publication_id', 'category_id'],
  publication_galley_settings: settings('galley_id'),
  publication_galleys: ['galley_id'],
  publication_settings: settings('publication_id'),
  publications: ['publication_id'],
  queries: ['query_id'],
  query_participants: ['query_id', 'user_id'],
  review_assignments: ['review_id'],
  review_form_element_settings: settings('review_form_element_id'),
  review_form_elements: ['review_form_element_id'],
  review_form_responses: ['review_form_element_id', 'review_id'],
  review_form_settings: settings('review_form_id'),
  review_forms: ['review_form_id'],
  review_round_files: ['review_round_id', 'submission_file_id'],
  review_rounds: ['review_round_id'],
  section_settings: settings('section_id'),
  sections: ['section_id'],
  stage_assignments: ['stage_assignment_id'],
  submission_comments: ['comment_id'],
  submission_file_revisions: ['revision_id'],
  submission_file_settings: settings('submission_file_id'),
  submission_files: ['submission_file_id'],
  submission_settings: settings('submission_id'),
  submissions: ['submission_id'],
  user_group_settings: settings('user_group_id'),
  user_groups: ['user_group_id'],
  user_interests: ['user_id', 'controlled_vocab_entry_id'],
  user_settings: ['user_id', 'locale', 'setting_name', 'assoc_type', 'assoc_id'],
  // From 3.5 on a person may have had a role more than once.
  user_user_groups: ['user_id', 'user_group_id', 'date_start'],
  users: ['user_id'],
}

/** Where files have no table of their own, until 3.2. */
const KEYS_OF_FILES: Readonly<Record<string, readonly string[]>> = {
  review_round_files: ['review_round_id', 'file_id', 'revision'],
  submission_file_settings: settings('file_id'),
  submission_files: ['file_id', 'revision'],
}

/** The columns that tell this row from the others of its table. */
export function keyColumns(table: string, row: Readonly<Record<string, unknown>>): readonly string[] {
  const older = 'submission_file_id' in row ? undefined : KEYS_OF_FILES[table]
  return older ?? KEYS[table] ?? [Object.keys(row)[0] ?? '']
}
