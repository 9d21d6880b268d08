import { makeReviewLink } from '../../../src/journal/peer-review/cases/links.ts'
import { askAgain } from '../../../src/journal/peer-review/authorship/confirmations.ts'
import { makePersonLink } from '../../../src/journal/peer-review/authorship/links.ts'
import { fileUrl } from '../../../src/contract/rules/files/file-rules.ts'
import { newId, now } from '../../../src/platform/ids.ts'
import type { AssignmentRow } from '../../../src/platform/database/review-tables.ts'
import {
  aCategory,
  aFile,
  anArticle,
  aReviewer,
  ARTICLE_STATES,
  aSignedIn,
  aVolume,
  theEditorialMembers,
  type SignedIn,
} from '../../support/builders.ts'
import type { TestJournal } from '../../support/databases.ts'
import { earlier } from '../../support/earlier.ts'
import { addDays, dayOf } from '../../../src/contract/rules/peer-review/days.ts'
import { aDocx } from '../../support/multipart.ts'
import { aRealPdf } from '../../support/pdf-files.ts'
import { aDraft, aNotice, aPublished, aReady, askedLink } from '../../support/notice-builders.ts'
import { aFollower, followLink } from '../../support/following-builders.ts'
import { anAuthorsRequest, anUnconfirmed, aReport, reportLink } from '../../support/request-builders.ts'
import { aCase, agreed, asCaller, decided, invited, reported } from '../../support/review-builders.ts'

export interface CallerHeaders {
  headers: Record<string, string>
}

/** Who calls, by name: everybody with an account, every kind of review link, and nobody. */
export const CALLERS = [
  ...['admin', 'submitter', 'author', 'guest editor', 'recused administrator', 'visitor', 'ended session'],
  ...[
    'invited',
    'agreed',
    'submitted',
    'standby',
    'colleague',
    'revoked link',
    'named author',
    'asked author',
    'requester',
    'follower',
  ],
] as const
export type CallerName = (typeof CALLERS)[number]

/** Objects in all their states, and callers who have something to do with them. */
export interface Ground {
  callers: Record<CallerName, CallerHeaders | undefined>
  /** Ids and addresses that are there now, by the name of what takes them. */
  pools: Record<string, string[]>
  /** Reads the pools again, and signs everybody in again, whatever has become of them. */
  renew(): Promise<void>
}

const PDF = aRealPdf()
const DOCX = aDocx()
const CO_AUTHOR = { role: 'Author' as const, full_name: 'Carla Rossi', email: 'carla@plants.test' }

export async function aGround(journal: TestJournal): Promise<Ground> {
  const { database } = journal
  const { store } = journal.resources
  // Addresses that may come to be public: an editor can make anybody the corresponding author.
  const person = (role: 'admin' | 'author' = 'author') =>
    aSignedIn(journal, { role, email: `person-${newId()}@plants.test` })
  const people = {
    admin: await person('admin'),
    submitter: await person(),
    author: await person(),
    'guest editor': await person(),
    'recused administrator': await person('admin'),
  }
  const { admin, submitter } = people
  const editor = asCaller(admin)
  const own = { submitter: submitter.user, manuscriptBytes: { store, content: DOCX } }
  const category = await aCategory(database)
  const volume = await aVolume(database)
  if (!(await database.db.selectFrom('editorial_members').select('id').executeTakeFirst())) {
    await theEditorialMembers(database)
  }
  for (const state of ARTICLE_STATES) {
    await anArticle(database, { state, ...own, category, volume, pdf: await aFile(database, { store, content: PDF }) })
  }
  const contributors = [
    { role: 'Corresponding Author' as const, full_name: 'Ayesha Malik', email: submitter.user.email },
    { role: 'Author' as const, full_name: 'Bruno Kovář', email: people['recused administrator'].user.email },
  ]
  const someCase = () => aCase(database, { ...own, contributors })

  await someCase()
  const reviewed = await someCase()
  await database.db
    .insertInto('case_editors')
    .values({
      ...{ article_id: reviewed.id, user_id: people['guest editor'].user.id, is_guest: 1, since: now() },
      ...{ recused_at: null, reason: null },
    })
    .execute()
  const assignments = await invited(database, editor, reviewed.id, { count: 4, standby: 1 })
  const [asked, working, done, leaving, waiting] = assignments as [
    AssignmentRow,
    AssignmentRow,
    AssignmentRow,
    AssignmentRow,
    AssignmentRow,
  ]
  for (const { id } of [working, done]) await agreed(database, id)
  await reported(database, done.id)
  const linkTo = async ({ id, email }: AssignmentRow, coReviewerId: string | null = null) => {
    const link = { assignmentId: id, coReviewerId, email }
    const address = await database.transaction((tx) => makeReviewLink(tx, 'http://journal.test', link))
    return { headers: { authorization: `Review ${address.split('#')[1]!}` } }
  }
  const links = {
    invited: await linkTo(asked),
    agreed: await linkTo(working),
    submitted: await linkTo(done),
    standby: await linkTo(waiting),
    'revoked link': await linkTo(leaving),
  }
  await journal.post(
    '/review/co-reviewers',
    { fullName: 'Ana Fern', email: `${newId()}@ferns.test` },
    { as: links.agreed },
  )
  const colleague = await database.db
    .selectFrom('co_reviewers')
    .select('id')
    .where('assignment_id', '=', working.id)
    .executeTakeFirstOrThrow()
  await database.db.updateTable('co_reviewers').set({ state: 'invited' }).where('id', '=', colleague.id).execute()
  await database.db
    .updateTable('review_links')
    .set({ revoked_at: now() })
    .where('assignment_id', '=', leaving.id)
    .execute()

  await decided(database, editor, (await someCase()).id, 'decline')
  const waitingLetter = await someCase()
  await invited(database, editor, waitingLetter.id, { count: 1 })
  await decided(database, editor, waitingLetter.id, 'minor')
  for (const kind of ['major', 'accept', 'decline'] as const) {
    const one = await someCase()
    const [reviewer] = await invited(database, editor, one.id, { count: 1 })
    await agreed(database, reviewer!.id)
    await reported(database, reviewer!.id)
    await earlier(60, () => decided(database, editor, one.id, kind, { exceptionReason: 'A short note.' }))
    if (kind === 'accept') {
      const proof = await aFile(database, { owner: admin.user, store, content: PDF })
      await journal.post(`/cases/${one.id}/proofs`, { fileUrl: fileUrl(proof) }, { as: admin })
    }
    if (kind === 'decline') {
      await journal.post(
        `/manuscripts/${one.id}/grievances`,
        { kind: 'appeal', text: 'Read again.' },
        { as: submitter },
      )
    }
  }
  await aReviewer(database)
  const linkOfAuthor = async () => {
    const { id } = await aCase(database, { ...own, contributors: [...contributors, CO_AUTHOR] })
    const address = await database.transaction(async (tx) => {
      await askAgain(tx, id, submitter.user.id)
      return makePersonLink(tx, '', { purpose: 'authorship', subjectId: id, email: CO_AUTHOR.email })
    })
    return { headers: { authorization: `Author ${address.split('#')[1]!}` } }
  }
  const editors = await person('admin')
  const about = async () => [(await aPublished(journal)).id]
  await aReady(journal, editors, 'retraction', await about())
  await aNotice(journal, [editors, people.admin], 'concern', await about(), {
    reviewOn: addDays(dayOf(now()), 30),
  })
  const questioned = await anArticle(database, own)
  const reports = [await anUnconfirmed(database, questioned.id), await aReport(database, questioned.id)]
  await anAuthorsRequest(journal, submitter, questioned.id)
  const linkOfAsked = async () => {
    const { id, ayesha } = await aPublished(journal)
    const draft = await aDraft(journal, editors, 'correction', [id])
    await journal.post(`/notices/${draft.id}/ask`, { version: draft.version }, { as: editors })
    return { headers: { authorization: `Author ${await askedLink(journal, draft.id, ayesha)}` } }
  }

  const ended = await aSignedIn(journal)
  await database.db.deleteFrom('sessions').where('id', '=', ended.sessionId).execute()
  const ground: Ground = {
    callers: {
      ...people,
      ...links,
      colleague: await linkTo(working, colleague.id),
      'named author': await linkOfAuthor(),
      'asked author': await linkOfAsked(),
      follower: {
        headers: {
          authorization: `Author ${await followLink(database, await aFollower(database, 'follower@readers.test', questioned.id))}`,
        },
      },
      requester: { headers: { authorization: `Author ${await reportLink(journal, reports[0]!)}` } },
      'ended session': ended,
      visitor: undefined,
    },
    pools: {},
    renew: async () => {
      await signInAgain(journal, people)
      Object.assign(ground.callers, people)
      ground.pools = await poolsOf(journal, people)
    },
  }
  await ground.renew()
  return ground
}

/** A generated call may have ended a session, taken a role away or deleted what someone had uploaded. */
async function signInAgain(journal: TestJournal, people: Record<string, SignedIn>): Promise<void> {
  const { database } = journal
  for (const [name, { user }] of Object.entries(people)) {
    const role = name.includes('admin') ? 'admin' : 'author'
    await database.db.updateTable('users').set({ role }).where('id', '=', user.id).execute()
    people[name] = await aSignedIn(journal, { user: { ...user, role } })
  }
}

async function poolsOf(journal: TestJournal, people: Record<string, SignedIn>): Promise<Record<string, string[]>> {
  const { db } = journal.database
  const newest = async (table: 'users' | 'files' | 'articles', limit: number) =>
    (await db.selectFrom(table).select('id').orderBy('created_at', 'desc').limit(limit).execute()).map(({ id }) => id)
  const ids = async (
    table:
      | 'announcements'
      | 'categories'
      | 'volumes'
      | 'contributors'
      | 'reviewers'
      | 'grievances'
      | 'proofs'
      | 'decisions'
      | 'co_reviewers'
      | 'review_reports'
      | 'review_assignments'
      | 'manuscript_versions'
      | 'sessions'
      | 'editorial_members_versions'
      | 'review_rounds'
      | 'reviewer_suggestions'
      | 'deposits'
      | 'notices'
      | 'requests',
  ) => (await db.selectFrom(table).select('id').limit(60).execute()).map(({ id }) => id)
  const uploads: string[] = []
  for (const person of Object.values(people)) {
    for (const [name, mediaType, content] of [
      ['article.pdf', 'application/pdf', PDF],
      ['text.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', DOCX],
    ] as const) {
      const { store } = journal.resources
      uploads.push(fileUrl(await aFile(journal.database, { name, mediaType, owner: person.user, store, content })))
    }
  }
  const versions = await ids('manuscript_versions')
  return {
    announcement: await ids('announcements'),
    item: ['new', ...(await ids('announcements'))],
    article: await newest('articles', 40),
    category: await ids('categories'),
    volume: await ids('volumes'),
    contributorId: await ids('contributors'),
    userId: await newest('users', 20),
    fileId: await newest('files', 40),
    reviewerId: await ids('reviewers'),
    grievanceId: await ids('grievances'),
    proofId: await ids('proofs'),
    decisionId: await ids('decisions'),
    coReviewerId: await ids('co_reviewers'),
    reportId: await ids('review_reports'),
    assignmentId: await ids('review_assignments'),
    versionId: [...versions, ...(await ids('editorial_members_versions'))],
    version: versions,
    sessionId: await ids('sessions'),
    suggestionId: await ids('reviewer_suggestions'),
    notice: await ids('notices'),
    request: await ids('requests'),
    'editorial-members': ['board'],
    slug: ['roots', 'drought', 'wheat', 'about', 'ethics', 'guidelines'],
    kind: ['submission-received', 'article-approved'],
    report: ['TR', 'IR'],
    orcid: ['0000-0002-1825-0097'],
    upload: uploads,
    email: Object.values(people).map(({ user }) => user.email),
  }
}
