import { expect, test } from 'vitest'
import { memorySource } from '../../../../tests/support/ojs-source.ts'
import { oldModel } from './model.ts'
import type { OldArticle, OldManuscript } from './objects.ts'
import { isPerson } from './people.ts'
import type { Row } from './rows.ts'

type Tables = Record<string, Row[]>

const setting = (id: string, value: string, name: string, text: string, locale = 'en_US'): Row => ({
  ...{ [id]: value, locale, setting_name: name, setting_value: text },
})

/** A journal of OJS 3.3 with one published article; a test adds to it or replaces tables. */
const tables = (more: Tables = {}): Tables => ({
  journals: [{ journal_id: '1', path: 'jbr', primary_locale: 'en_US' }],
  journal_settings: [setting('journal_id', '1', 'name', 'Journal of Botany')],
  sections: [{ section_id: '1', journal_id: '1', seq: '1' }],
  issues: [{ issue_id: '1', journal_id: '1', volume: '1', number: '2', year: '2018', published: '1' }],
  submissions: [submission('3')],
  publications: [publication('30', '3')],
  publication_settings: [
    setting('publication_id', '30', 'title', 'Roots of wheat'),
    setting('publication_id', '30', 'issueId', '1', ''),
  ],
  ...more,
})
const submission = (id: string, more: Row = {}): Row => ({
  ...{ submission_id: id, context_id: '1', status: '3', stage_id: '5', locale: 'en_US', submission_progress: '0' },
  ...{ date_submitted: '2017-01-12 09:00:00', ...more },
})
const publication = (id: string, submissionId: string, more: Row = {}): Row => ({
  ...{ publication_id: id, submission_id: submissionId, version: '1', status: '3', section_id: '1' },
  ...{ date_published: '2018-03-15', ...more },
})
const galley = (id: string, publicationId: string, fileId: string | null): Row => ({
  ...{ galley_id: id, publication_id: publicationId, submission_file_id: fileId, label: 'PDF', locale: 'en_US' },
})
const sentFile = (id: string, submissionId: string, stage: string, more: Row = {}): Row => ({
  ...{ submission_file_id: id, submission_id: submissionId, file_id: id, file_stage: stage, ...more },
})

const submissionsOf = (more: Tables): (OldArticle | OldManuscript)[] => [
  ...oldModel(memorySource(tables(more)), '3.3', 'jbr')!.submissions(),
]
const kinds = (one: { notes: { kind: string }[] }) => one.notes.map(({ kind }) => kind)

test('a journal that the database does not have', () => {
  expect(oldModel(memorySource(tables()), '3.3', 'other')).toBeUndefined()
})

test('an article needs nothing but its submission, publication and title', () => {
  const [article] = submissionsOf({})
  expect(article).toMatchObject({
    ...{ kind: 'article', id: '3', receivedOn: '2017-01-12', acceptedOn: null, privateFiles: [], notes: [] },
    versions: [{ id: '30', title: { en: 'Roots of wheat' }, sectionId: '1', issueId: '1', galleys: [], doi: null }],
  })
})

test('what points to a section or an issue that is not there is told', () => {
  const [article] = submissionsOf({ sections: [], issues: [] })
  expect(article).toMatchObject({ kind: 'article', versions: [{ sectionId: null, issueId: null }] })
  expect(kinds(article!)).toEqual(['section missing', 'issue missing'])
})

test('an article of an issue of the future is not public', () => {
  const [manuscript] = submissionsOf({ issues: [{ issue_id: '1', journal_id: '1', year: '2030', published: '0' }] })
  expect(manuscript).toMatchObject({ kind: 'manuscript', stage: 'accepted, not public' })
  expect(kinds(manuscript!)).toContain('future issue')
})

test('only a galley of a published version makes a file public', () => {
  const [article] = submissionsOf({
    publications: [publication('30', '3'), publication('31', '3', { version: '2', status: '1' })],
    publication_galleys: [galley('1', '30', '1'), galley('2', '31', '2'), galley('3', '30', '99')],
    submission_files: [sentFile('1', '3', '10'), sentFile('2', '3', '10'), sentFile('5', '3', '4')],
    files: ['1', '2', '5'].map((id) => ({ file_id: id, path: `journals/1/articles/3/${id}.pdf` })),
  })
  expect((article as OldArticle).versions.map(({ id }) => id)).toEqual(['30'])
  expect((article as OldArticle).versions[0]!.galleys.map(({ id, file }) => [id, file?.path])).toEqual([
    ['1', 'journals/1/articles/3/1.pdf'],
    ['3', undefined],
  ])
  expect(article!.privateFiles.map(({ file }) => file.id)).toEqual(['2', '5'])
  expect(kinds(article!)).toEqual(['file without row'])
  expect(article!.leftOut.filter(({ table }) => table === 'publication_galleys')).toEqual([
    { table: 'publication_galleys', key: '2', reason: 'a draft that was never public' },
  ])
})

test('a galley cannot take the file of another submission, nor one outside the folder', () => {
  const found = submissionsOf({
    publication_galleys: [galley('1', '30', '7'), galley('2', '30', '8')],
    submission_files: [sentFile('7', '4', '10'), sentFile('8', '3', '10')],
    files: [
      { file_id: '7', path: 'journals/1/articles/4/secret.pdf' },
      { file_id: '8', path: '../../etc/passwd' },
    ],
  })[0] as OldArticle
  expect(found.versions[0]!.galleys.map(({ file }) => file?.path)).toEqual([undefined, null])
  expect(kinds(found)).toEqual(['path refused', 'file without row'])
})

test('a manuscript that was never sent is left out with all its rows', () => {
  const [manuscript] = submissionsOf({
    submissions: [submission('3', { status: '1', submission_progress: '2', date_submitted: null })],
    publications: [publication('30', '3', { status: '1', date_published: '0000-00-00' })],
  })
  expect(manuscript).toMatchObject({ kind: 'manuscript', stage: 'never sent', rows: [] })
  expect(new Set(manuscript!.leftOut.map(({ reason }) => reason))).toEqual(new Set(['was never sent']))
})

test('a form answered with choices is told in their words', () => {
  const [article] = submissionsOf({
    review_rounds: [{ review_round_id: '1', submission_id: '3', round: '1' }],
    review_assignments: [{ review_id: '22', submission_id: '3', review_round_id: '1', reviewer_id: '8' }],
    review_form_elements: [
      { review_form_element_id: '1', included: '1' },
      { review_form_element_id: '2', included: '0' },
    ],
    review_form_element_settings: [
      setting('review_form_element_id', '1', 'question', 'Sound?'),
      setting('review_form_element_id', '1', 'possibleResponses', '["Yes", "No", "In part"]'),
      setting('review_form_element_id', '2', 'question', 'Anything else?'),
    ],
    review_form_responses: [
      { review_form_element_id: '1', review_id: '22', response_value: '["0", "2"]' },
      { review_form_element_id: '2', review_id: '22', response_value: 'No.' },
    ],
    submission_comments: [
      { comment_id: '1', comment_type: '1', submission_id: '3', assoc_id: '22', comments: 'Good', viewable: '1' },
      { comment_id: '2', comment_type: '1', submission_id: '3', assoc_id: '22', comments: 'Doubtful', viewable: '0' },
      { comment_id: '3', comment_type: '1', submission_id: '3', assoc_id: '99', comments: 'Lost', viewable: '1' },
    ],
  })
  expect(article!.history.rounds[0]!.reviews[0]).toMatchObject({
    ...{ state: 'invited', toAuthors: ['Good'], toEditor: ['Doubtful'] },
    answers: [
      { question: 'Sound?', answer: 'Yes; In part', isForAuthors: true },
      { question: 'Anything else?', answer: 'No.', isForAuthors: false },
    ],
  })
  expect(article!.leftOut).toEqual([{ table: 'submission_comments', key: '3', reason: 'belongs to nothing' }])
})

test.each([
  ['authors and editors', ['4', '5'], true],
  ['an assistant too', ['4', '5', '6'], false],
  ['a person without a part in the manuscript', ['4', '5', '7'], false],
  ['editors alone', ['5'], false],
])('a discussion among %s', (_who, participants, isWithAuthor) => {
  const [article] = submissionsOf({
    user_groups: [
      { user_group_id: '14', context_id: '1', role_id: '65536' },
      { user_group_id: '3', context_id: '1', role_id: '16' },
      { user_group_id: '7', context_id: '1', role_id: '4097' },
    ],
    stage_assignments: [
      { stage_assignment_id: '1', submission_id: '3', user_group_id: '14', user_id: '4' },
      { stage_assignment_id: '2', submission_id: '3', user_group_id: '3', user_id: '5' },
      { stage_assignment_id: '3', submission_id: '3', user_group_id: '7', user_id: '6' },
    ],
    queries: [{ query_id: '1', assoc_type: '1048585', assoc_id: '3' }],
    query_participants: participants.map((id) => ({ query_id: '1', user_id: id })),
    notes: [{ note_id: '1', assoc_type: '1048586', assoc_id: '1', user_id: participants[0]!, contents: 'Hello' }],
  })
  expect(article!.history.discussions.map((one) => one.isWithAuthor)).toEqual([isWithAuthor])
})

test('of people, those with a role or an act here are moved, and no hash is told', () => {
  const hash = 'd41d8cd98f00b204e9800998ecf8427e'
  const account = (id: string, email: string): Row => ({ user_id: id, username: `u${id}`, password: hash, email })
  const model = oldModel(
    memorySource(
      tables({
        users: [
          account('1', 'a@example.org'),
          account('2', 'b@example.org'),
          account('3', 'none'),
          account('4', 'd@example.org'),
        ],
        user_groups: [
          { user_group_id: '16', context_id: '1', role_id: '4096' },
          { user_group_id: '36', context_id: '2', role_id: '4096' },
        ],
        user_user_groups: [
          { user_group_id: '16', user_id: '1' },
          { user_group_id: '36', user_id: '2' },
          { user_group_id: '16', user_id: '4', date_end: '2020-01-01' },
        ],
        edit_decisions: [{ edit_decision_id: '1', submission_id: '3', editor_id: '3', decision: '1' }],
      }),
    ),
    '3.3',
    'jbr',
  )!
  const people = [...model.people()]
  expect(
    people.filter(isPerson).map(({ id, roles, email, hash: kind, hasActed }) => [id, roles, email, kind, hasActed]),
  ).toEqual([
    ['1', ['reviewer'], 'a@example.org', 'md5', false],
    ['3', [], null, 'md5', true],
  ])
  expect(JSON.stringify(people)).not.toContain(hash)
})

test('rows of another journal and of nothing are told with their reason', () => {
  const model = oldModel(
    memorySource(
      tables({
        journals: [...tables().journals!, { journal_id: '2', path: 'other', primary_locale: 'en_US' }],
        submissions: [submission('3'), submission('60', { context_id: '2' })],
        publications: [publication('30', '3'), publication('90', '60')],
        authors: [
          { author_id: '1', publication_id: '30' },
          { author_id: '2', publication_id: '90' },
          { author_id: '3', publication_id: '999' },
        ],
        author_settings: [
          setting('author_id', '3', 'givenName', 'Lost'),
          setting('author_id', '0', 'givenName', 'Lost'),
        ],
      }),
    ),
    '3.3',
    'jbr',
  )!
  const told = [...model.swept()].map((row) => [
    row.table,
    row.key,
    row.outcome === 'left out' ? row.reason : row.outcome,
  ])
  expect(told.sort()).toEqual([
    ['author_settings', '0/en_US/givenName', 'belongs to nothing'],
    ['author_settings', '3/en_US/givenName', 'belongs to nothing'],
    ['authors', '2', 'another journal'],
    ['authors', '3', 'belongs to nothing'],
    ['journals', '2', 'another journal'],
    ['publications', '90', 'another journal'],
    ['submissions', '60', 'another journal'],
  ])
})
