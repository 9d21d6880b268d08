import { journal as settings } from '../../journal.config.ts'
import { apiTable } from '../../src/contract/api/api.ts'
import type { Endpoint, Method } from '../../src/contract/api/endpoint.ts'
import { fileUrl } from '../../src/contract/rules/files/file-rules.ts'
import { readVersion } from '../../src/journal/settings/versions.ts'
import { newId, now } from '../../src/platform/ids.ts'
import { publishPage } from '../../src/journal/publication/volumes/publish-page.ts'
import {
  aCategory,
  aFile,
  aReviewer,
  anArticle,
  ARTICLE_STATES,
  aTombstone,
  aVolume,
  PASSWORD,
  theEditorialMembers,
  type ArticleState,
  type SignedIn,
} from '../support/builders.ts'
import type { TestJournal } from '../support/databases.ts'
import { nothingWaits, proposedBankDetails } from '../support/bank-details-builders.ts'
import { aDutyInvitation } from '../support/duty-builders.ts'
import { anAccepted, anInvoice, aPayment } from '../support/fee-builders.ts'
import { anAnnouncement } from '../support/news-builders.ts'
import { aDraft, aReady } from '../support/notice-builders.ts'
import { anAuthorsRequest, aReport, aReportForm } from '../support/request-builders.ts'
import { aMultipart, aPdf } from '../support/multipart.ts'
import { aCase, asCaller } from '../support/review-builders.ts'

/**
 * Who may call what, on whose records: every call of the contract, by every kind of caller, on records of
 * each kind. Records that do not exist and those the caller must not know of are both answered with 404.
 */
export const WHO = ['visitor', 'another author', 'its owner', 'administrator'] as const
export type Who = (typeof WHO)[number]

/** The results for each of `WHO`, in that order. */
type Answers = readonly [visitor: number, another: number, owner: number, administrator: number]

/** What the call is made on: a record that the owner has created or submitted. */
export interface Ground {
  journal: TestJournal
  owner: SignedIn
  administrator: SignedIn
}
/** Path parameters and input. */
export interface Sent {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}
type Case = readonly [about: string, send: (ground: Ground) => Promise<Sent> | Sent, answers: Answers]

const UNKNOWN = '222222222222'

const MONTHS = { from: '2026-01', to: '2026-03' }

const EVERYBODY: Answers = [200, 200, 200, 200]
const SIGNED_IN: Answers = [401, 200, 200, 200]
const ADMINISTRATORS: Answers = [401, 403, 403, 200]
/** A different result for an administrator. */
const administrators = (answer: number): Answers => [401, 403, 403, answer]
const everybody = (answer: number): Answers => [answer, answer, answer, answer]

const alone = (answers: Answers, body?: unknown): Case[] => [['', () => ({ body }), answers]]
const nowhere = (answers: Answers, body?: unknown, path: Record<string, string> = {}): Case => [
  'something that is not there',
  () => ({ path: { id: UNKNOWN, ...path }, body }),
  answers,
]

/** What its owner has begun to submit and set aside. */
const aDraftAside = async ({ journal, owner }: Ground): Promise<Sent> => {
  const draft = { id: newId(), user_id: owner.user.id, content: '{}', title: '', revision: 1, saved_at: now() }
  await journal.database.db.deleteFrom('submission_drafts').execute()
  await journal.database.db.insertInto('submission_drafts').values(draft).execute()
  return { path: { id: draft.id }, body: { revision: 0 } }
}

const article = async ({ journal, owner }: Ground, state: ArticleState) =>
  (await anArticle(journal.database, { state, submitter: owner.user })).id

/** One case for every state of an article. */
const inEveryState = (
  answers: (state: ArticleState) => Answers,
  body?: (ground: Ground) => unknown,
  path: Record<string, string> = {},
): readonly Case[] =>
  ARTICLE_STATES.map((state): Case => [
    `an article that is ${state}`,
    async (ground) => ({ path: { id: await article(ground, state), ...path }, body: await body?.(ground) }),
    answers(state),
  ])

/** An author of a public article, by their iD. */
const anAuthorIn = async ({ journal }: Ground): Promise<string> => {
  const orcid = '0000-0002-1825-0097'
  await anArticle(journal.database, { contributors: [{ full_name: 'Josiah Carberry', orcid }] })
  return orcid
}

const aKeywordOfAnArticle = async ({ journal }: Ground): Promise<Sent> => {
  await anArticle(journal.database, { keywords: 'duckweed' })
  return { path: { slug: 'duckweed' } }
}

/** The id of an article that was public and has been deleted. */
const aRemoved = async ({ journal }: Ground): Promise<string> => (await aTombstone(journal.database)).id

const isPublished = (state: ArticleState) => ['public', 'archived', 'rejected'].includes(state)

const aPdfOf = async ({ journal }: Ground, { user }: SignedIn): Promise<string> =>
  fileUrl(await aFile(journal.database, { owner: user }))

/** A case of the owner: its author is not its editor. */
const aCaseAt =
  (body?: unknown) =>
  async ({ journal, owner }: Ground): Promise<Sent> => ({
    path: { id: (await aCase(journal.database, { submitter: owner.user })).id },
    body,
  })
/** Everybody but its editors gets the same answer, whether the case exists or not. */
const ofCases = (answers: Answers, body?: unknown): Case[] => [
  ['a case', aCaseAt(body), answers],
  nowhere(administrators(404), body),
]
/** A notice about an article of the owner, with the version that was seen. */
const aNoticeAt =
  (state: 'draft' | 'ready', body: object = {}) =>
  async (ground: Ground): Promise<Sent> => {
    const { journal, administrator } = ground
    const make = state === 'draft' ? aDraft : aReady
    const { id, version } = await make(journal, administrator, 'correction', [await article(ground, 'public')], {
      whoseError: 'journal',
    })
    return { path: { id }, body: { version, ...body } }
  }
/** A request about an article of the owner. */
const aRequestAt =
  (body: object = {}, kind = 'correction') =>
  async (ground: Ground): Promise<Sent> => {
    const { database } = ground.journal
    // About an article of nobody here.
    const id = await aReport(database, (await anArticle(database)).id, { kind })
    const { version } = await database.db
      .selectFrom('requests')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { path: { id }, body: { version, ...body } }
  }
/** A request for another name, and the person in the list of its article. */
const aNameAt =
  () =>
  async (ground: Ground): Promise<Sent> => {
    const { path, body } = await aRequestAt({ name: { familyName: 'Rahimi' } }, 'name')(ground)
    const { contributor_id } = await ground.journal.database.db
      .selectFrom('requests')
      .innerJoin('article_contributors', 'article_contributors.article_id', 'requests.article_id')
      .select('contributor_id')
      .where('requests.id', '=', path!.id!)
      .executeTakeFirstOrThrow()
    return { path: path!, body: { ...(body as object), contributorIds: [contributor_id] } }
  }
const withoutBody =
  (send: (ground: Ground) => Promise<Sent>) =>
  async (ground: Ground): Promise<Sent> => ({ path: (await send(ground)).path!, body: {} })
const SEEN = { version: 1 }
const invitation = () => ({ replyDays: 7, reportDays: 14 })
const NEW_PERSON = { fullName: 'Linnea Moss', email: 'linnea@access.test', affiliation: 'Kew' }

const PERSON = { fullName: 'Dalia Haddad', email: 'dalia@plants.test', affiliation: 'Amman', role: 'Author' }

/** An article of the owner, and its first author. */
const withContributor = async (ground: Ground, body?: unknown): Promise<Sent> => {
  const id = await article(ground, 'public')
  const link = await ground.journal.database.db
    .selectFrom('article_contributors')
    .select('contributor_id')
    .where('article_id', '=', id)
    .where('position', '=', 0)
    .executeTakeFirstOrThrow()
  return { path: { id, contributorId: link.contributor_id }, body }
}
const ofAnotherArticle = async (ground: Ground, body?: unknown): Promise<Sent> => {
  const { path } = await withContributor(ground)
  return { path: { ...path, id: await article(ground, 'public') }, body }
}

const OF_SUBMITTER: Answers = [401, 404, 200, 404]
const NOT_THERE: Answers = [401, 404, 404, 404]
/** A manuscript of the owner that is being checked. */
const aManuscriptAt =
  (body?: unknown) =>
  async ({ journal, owner }: Ground): Promise<Sent> => ({
    path: { id: (await aCase(journal.database, { submitter: owner.user })).id },
    body,
  })

const submission = async (ground: Ground) => ({
  title: 'Seed rain',
  categoryId: (await aCategory(ground.journal.database)).id,
  excerpt: 'Seeds fall near.',
  keywords: 'seed rain',
  abstract: '<p>We counted seeds.</p>',
  files: [await aPdfOf(ground, ground.owner)],
  contributors: [PERSON],
})

const name = () => `Name ${newId()}`
const categoryForm = () => ({ name: name(), slug: newId() })
const newsForm = () => ({ kind: 'news' as const, title: name(), slug: newId(), body: 'Of roots.' })
const newsOf = ({ journal, owner }: Ground, from: string | null = null) =>
  anAnnouncement(journal.database, owner.user, { from })
const volumeForm = () => ({ title: name() })
const aCategoryAt = async ({ journal }: Ground, body?: unknown): Promise<Sent> => ({
  path: { id: (await aCategory(journal.database)).id },
  body,
})
const LONG_AGO = '2026-01-01T00:00:00.000Z'
const aMergedCategory = async ({ journal }: Ground, at = now()): Promise<Sent> => {
  const { database } = journal
  const [{ id }, into] = [await aCategory(database), await aCategory(database)]
  const before = JSON.stringify({ into: into.id, articleIds: [], led: [], follows: [] })
  await database.db.updateTable('categories').set({ merged_into: into.id }).where('id', '=', id).execute()
  await database.db
    .insertInto('bulk_changes')
    .values({ id: newId(), kind: 'category-merge', subject_id: id, before, at, undone_at: null })
    .execute()
  return { path: { id } }
}
/** An invitation to the address of the owner. */
const toDuty = async ({ journal, owner }: Ground, at = now()): Promise<Sent> => ({
  path: { id: await aDutyInvitation(journal.database, owner.user.email, at) },
})
const aNewProposal = async ({ journal }: Ground, currentPassword = PASSWORD): Promise<Sent> => ({
  body: { words: newId(), seen: await nothingWaits(journal.database), currentPassword },
})
const aProposal = async ({ journal }: Ground, body?: unknown): Promise<Sent> => ({
  path: { id: await proposedBankDetails(journal.database) },
  body,
})
const aVolumeAt = async ({ journal }: Ground, body?: unknown): Promise<Sent> => ({
  path: { id: (await aVolume(journal.database)).id },
  body,
})

const VOLUME_PAGE = { version: 1, kind: 'special', coverUrl: null, frontMatter: '', guestEditors: [], sections: [] }
const anIssue = ({ journal }: Ground) => aVolume(journal.database, { release: 'issue', state: 'planned' })
const anIssueAt = async (ground: Ground, body?: unknown): Promise<Sent> => ({
  path: { id: (await anIssue(ground)).id },
  body,
})
const aHold = async (ground: Ground) => ({
  pdfUrl: await aPdfOf(ground, ground.administrator),
  volumeId: (await anIssue(ground)).id,
})
const aHeldAt = async (ground: Ground): Promise<Sent> => {
  const [articleId, { id: volumeId }] = [await article(ground, 'pending'), await anIssue(ground)]
  const { database } = ground.journal
  const pdf = await aFile(database, { owner: ground.administrator.user })
  const { version } = await database.db
    .selectFrom('articles')
    .select('version')
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('scheduled_articles')
    .values({
      ...{
        article_id: articleId,
        volume_id: volumeId,
        pdf_file_id: pdf.id,
        issue: null,
        page_num: null,
        reviews: null,
      },
      ...{ version, held_at: now() },
    })
    .execute()
  return { path: { id: articleId } }
}
const aChangedVolume = async ({ journal, owner }: Ground): Promise<Sent> => {
  const { id } = await aVolume(journal.database)
  const form = { ...VOLUME_PAGE, id, kind: 'special' as const }
  await journal.database.transaction((tx) => publishPage(tx, { userId: owner.user.id, role: 'admin' }, form))
  return { path: { id } }
}

const reviewerForm = () => ({ fullName: 'Linnea Moss', emails: [`${newId()}@moss.test`] })
const aReviewerAt = async ({ journal }: Ground, body?: unknown): Promise<Sent> => ({
  path: { id: (await aReviewer(journal.database)).id },
  body,
})

/** With its case, in screening. */
const aManuscript = async ({ journal, owner }: Ground): Promise<string> =>
  (await aCase(journal.database, { submitter: owner.user })).id
const DECLINED = { kind: 'decline', letter: 'Dear authors,', releases: [], seenReports: [] }

const BOARD = { members: '<p>Dr Flora Green</p>' }
const BOARD_OF_PEOPLE = {
  groups: [{ id: 'editors', name: 'Editors' }],
  people: [{ id: 'flora', name: 'Flora Green', affiliation: '', country: '', orcid: null, photoUrl: null, bio: '' }],
  terms: [{ id: 'term', personId: 'flora', groupId: 'editors', role: '', from: null, until: null }],
  version: 0,
}
const noEditorialMembers = async ({ journal }: Ground): Promise<void> => {
  await journal.database.db.deleteFrom('editorial_members_versions').execute()
  await journal.database.db.deleteFrom('editorial_members').execute()
}
const someEditorialMembers = async (ground: Ground, body?: unknown): Promise<Sent> => {
  await noEditorialMembers(ground)
  return { path: { id: (await theEditorialMembers(ground.journal.database)).id }, body }
}
const anEarlierVersion = async (ground: Ground): Promise<Sent> => {
  const { path } = await someEditorialMembers(ground)
  const [versionId, at] = [newId(), new Date().toISOString()]
  await ground.journal.database.db
    .insertInto('editorial_members_versions')
    .values({
      id: versionId,
      ...BOARD,
      members_cleaner: 0,
      version: 0,
      updated_at: at,
      replaced_at: at,
      replaced_by: null,
    })
    .execute()
  return { path: { ...path, versionId }, body: {} }
}

const account =
  (body?: (owner: SignedIn) => unknown) =>
  ({ owner }: Ground): Sent => ({ path: { id: owner.user.id }, body: body?.(owner) })
const profile = (of?: SignedIn) => ({
  fullName: 'Rosa Gardener',
  email: of?.user.email ?? 'nobody@plants.test',
  username: of?.user.username ?? 'nobody',
  phoneNumber: null,
  location: null,
  bio: null,
})
const ORCID = { orcid: '0000-0002-1825-0097' }
const aFileOfTheirs = async (ground: Ground): Promise<Sent> => ({
  path: { id: (await aFile(ground.journal.database, { owner: ground.owner.user })).id },
})

/** Others get the same 403 for every case; what editors then get is for the tests of cases. */
const editors = (body?: unknown, path: Record<string, string> = {}): Case[] => [
  nowhere([401, 403, 403, 404], body, path),
]
const inACase = (answers: Answers, body?: unknown): Case => [
  'a case',
  async ({ journal, owner }) => ({ path: { id: (await aCase(journal.database, { submitter: owner.user })).id }, body }),
  answers,
]
const ASSIGNMENT = { assignmentId: UNKNOWN }
const REPORT = {
  answers: Object.fromEntries(settings.review.questions.map(({ id }) => [id, 'yes'])),
  toAuthors: 'Sound.',
  recommendation: 'accept',
}

const INVOICE_FORM = { side: 'local', reason: 'As agreed', payer: 'Ayesha Malik', address: 'Multan' }
const PAYMENT_FORM = { receivedOn: '2026-01-05', amount: '100', reference: '', seenPaid: 0 }
/** The invoice of a manuscript of the owner. */
const anInvoiceAt =
  (body?: unknown) =>
  async ({ journal: { database }, owner, administrator }: Ground): Promise<Sent> => {
    const article = await anAccepted(database, owner.user)
    return { path: { id: await anInvoice(database, asCaller(administrator), article) }, body }
  }
const aPaymentAt = async (ground: Ground): Promise<Sent> => {
  const { path } = await anInvoiceAt()(ground)
  const { database } = ground.journal
  return { path: { id: await aPayment(database, asCaller(ground.administrator), path!.id!) } }
}
const WAIVER_ANSWER = { askedAt: LONG_AGO, outcome: 'whole' }

export const TABLE: Record<string, readonly Case[]> = {
  'activity.list': alone(ADMINISTRATORS),
  'affiliations.suggest': alone(SIGNED_IN),
  'emails.list': alone(ADMINISTRATORS),
  'emails.kinds': alone(ADMINISTRATORS),
  'emails.preview': [
    ['a kind of email', () => ({ path: { kind: 'submission-received' } }), ADMINISTRATORS],
    ['a kind that there is not', () => ({ path: { kind: UNKNOWN } }), administrators(404)],
  ],

  // Of a case by its editors: anyone else learns nothing, not even whether there is one.
  'decisions.prepare': [
    [
      'a manuscript in screening',
      async (ground) => ({ path: { id: await aManuscript(ground) } }),
      [401, 403, 403, 200],
    ],
    nowhere([401, 403, 403, 404]),
  ],
  'decisions.decide': [
    [
      'a manuscript in screening',
      async (ground) => ({ path: { id: await aManuscript(ground) }, body: DECLINED }),
      [401, 403, 403, 200],
    ],
    nowhere([401, 403, 403, 404], DECLINED),
  ],
  'decisions.undo': [
    [
      'a decision that there is not',
      async (ground) => ({ path: { id: await aManuscript(ground), decisionId: UNKNOWN }, body: {} }),
      [401, 403, 403, 409],
    ],
    nowhere([401, 403, 403, 404], {}, { decisionId: UNKNOWN }),
  ],
  'decisions.attachFile': editors({ fileUrl: `/files/${UNKNOWN}/leaf.pdf` }),
  'decisions.removeFile': editors({}, { fileId: UNKNOWN }),
  'decisions.letters': alone(ADMINISTRATORS),

  'deposits.list': alone(ADMINISTRATORS),
  // Without a prefix in the journal's configuration there is nothing to deposit.
  'deposits.deposit': [
    ...inEveryState(
      () => administrators(409),
      () => ({}),
    ),
    nowhere(administrators(404), {}),
  ],
  'deposits.depositFailed': alone(administrators(201), {}),
  'deposits.file': alone(administrators(409)),
  'deposits.record': [['a deposit that there is not', () => ({ body: { ids: [UNKNOWN] } }), administrators(404)]],

  'articles.published': alone(EVERYBODY),
  'articles.details': [
    ...inEveryState((state) => (state === 'public' ? EVERYBODY : [404, 404, 200, 200])),
    ['an article that has been removed', async (ground) => ({ path: { id: await aRemoved(ground) } }), everybody(410)],
    nowhere(everybody(404)),
  ],
  'articles.inCategory': [['a category', aCategoryAt, EVERYBODY], nowhere(everybody(404))],
  'articles.inVolume': [['a volume', aVolumeAt, EVERYBODY], nowhere(everybody(404))],
  'articles.mine': alone(SIGNED_IN),
  'authors.get': [
    ['an author', async (ground) => ({ path: { id: await anAuthorIn(ground) } }), EVERYBODY],
    nowhere(everybody(404)),
  ],
  'keywords.get': [
    ['a keyword', aKeywordOfAnArticle, EVERYBODY],
    ['a keyword that no article has', () => ({ path: { slug: UNKNOWN } }), everybody(404)],
  ],
  'relatedArticles.get': [...inEveryState(() => EVERYBODY), nowhere(EVERYBODY)],
  'articles.all': alone(ADMINISTRATORS),
  // Only their uploader can submit files; not even administrators can do it for someone else.
  'articles.submit': [
    ['files of the owner', async (ground) => ({ body: await submission(ground) }), [401, 400, 201, 400]],
  ],
  'articles.remove': [
    ...inEveryState((state) => (isPublished(state) ? [401, 404, 403, 200] : [401, 404, 200, 200])),
    nowhere([401, 404, 404, 404]),
  ],
  'articles.approve': [
    ...inEveryState(
      (state) => administrators(isPublished(state) || state === 'archived-pending' ? 409 : 200),
      async (ground) => ({ pdfUrl: await aPdfOf(ground, ground.administrator) }),
    ),
    [
      'an article, with a PDF of its submitter',
      async (ground) => ({
        path: { id: await article(ground, 'pending') },
        body: { pdfUrl: await aPdfOf(ground, ground.owner) },
      }),
      administrators(400),
    ],
    nowhere(administrators(404), { pdfUrl: `/files/${UNKNOWN}/final.pdf` }),
  ],
  'articles.correct': [
    ...inEveryState(
      () => ADMINISTRATORS,
      () => ({ version: 1, reason: 'A typing error', pageNum: '12' }),
    ),
    [
      'an article, with a version that is not its own',
      async (ground) => ({
        path: { id: await article(ground, 'public') },
        body: { version: 2, reason: 'A typing error', pageNum: '12' },
      }),
      administrators(409),
    ],
    [
      'an article, with a PDF of its submitter',
      async (ground) => ({
        path: { id: await article(ground, 'public') },
        body: { version: 1, reason: 'A better PDF', pdfUrl: await aPdfOf(ground, ground.owner) },
      }),
      administrators(400),
    ],
    [
      'an article that has been removed',
      async (ground) => ({ path: { id: await aRemoved(ground) }, body: { version: 1, reason: 'Why not' } }),
      administrators(410),
    ],
    nowhere(administrators(404), { version: 1, reason: 'A typing error' }),
  ],
  'articles.archive': [
    ...inEveryState(
      () => ADMINISTRATORS,
      () => ({ archive: true }),
    ),
    nowhere(administrators(404), { archive: true }),
  ],
  'articles.addContributor': [
    ...inEveryState(
      () => administrators(201),
      () => PERSON,
    ),
    nowhere(administrators(404), PERSON),
  ],
  'articles.changeContributor': [
    ['an author', (ground) => withContributor(ground, PERSON), ADMINISTRATORS],
    ['an author of another article', (ground) => ofAnotherArticle(ground, PERSON), administrators(404)],
    nowhere(administrators(404), PERSON, { contributorId: UNKNOWN }),
  ],
  'articles.removeContributor': [
    ['an author', withContributor, ADMINISTRATORS],
    ['an author of another article', ofAnotherArticle, administrators(404)],
    nowhere(administrators(404), undefined, { contributorId: UNKNOWN }),
  ],

  'cases.get': [inACase(ADMINISTRATORS), ...editors()],
  'cases.open': [
    [
      'an article without a case',
      async (ground) => ({ path: { id: await article(ground, 'pending') }, body: {} }),
      administrators(201),
    ],
    inACase(administrators(409), {}),
    ...editors({}),
  ],
  'cases.screen': [
    inACase(ADMINISTRATORS, { similarityPercent: 3, aiPercent: 0 }),
    ...editors({ similarityPercent: 3, aiPercent: 0 }),
  ],
  'cases.setEditor': [inACase(ADMINISTRATORS, { userId: null }), ...editors({ userId: null })],
  'cases.inviteGuestEditor': editors({ email: 'guest@plants.test' }),
  'cases.removeGuestEditor': editors(undefined, { userId: UNKNOWN }),
  'cases.recuse': editors({ reason: 'A friend' }),
  'cases.liftRecusal': editors({ reason: 'Another Ada' }, { userId: UNKNOWN }),
  'cases.moveRevisionDate': editors({ dueOn: '2099-01-01' }),
  'cases.withdrawAuthors': editors({ reason: 'Nobody answers' }),
  'cases.remindAuthor': editors({}, { contributorId: UNKNOWN }),
  'cases.waiveAuthor': editors({ reason: 'Nobody answers' }, { contributorId: UNKNOWN }),
  'cases.sendMessage': [inACase(administrators(201), { text: 'Hello' }), ...editors({ text: 'Hello' })],
  'cases.addNote': [inACase(administrators(201), { text: 'Is it in scope?' }), ...editors({ text: 'Is it in scope?' })],
  'cases.deleteNote': editors(undefined, { noteId: UNKNOWN }),
  'cases.settleQuery': editors({}, { proofId: UNKNOWN, position: '0' }),
  'cases.sendProof': editors({ pdfUrl: `/files/${UNKNOWN}/proof.pdf` }),
  'cases.answerGrievance': editors({ outcome: 'upheld', answer: 'You are right.' }, { grievanceId: UNKNOWN }),
  'cases.withdraw': [inACase(ADMINISTRATORS, { reason: 'Sent twice' }), ...editors({ reason: 'Sent twice' })],
  'cases.waiveConflict': editors({ reason: 'Long ago' }, { reviewerId: UNKNOWN }),
  'cases.allowCoReviewer': editors({}, { coReviewerId: UNKNOWN }),
  'cases.refuseCoReviewer': editors({}, { coReviewerId: UNKNOWN }),
  'cases.forwardLateReport': editors({ text: 'Sound.', files: [], note: 'Late' }, { reportId: UNKNOWN }),
  'cases.releaseFile': editors({ copyId: UNKNOWN }, { attachedId: UNKNOWN }),
  'cases.replaceFile': editors({ fileUrl: `/files/${UNKNOWN}/report.pdf` }, { attachedId: UNKNOWN }),
  'cases.retryFile': editors({}, { attachedId: UNKNOWN }),
  'cases.giveFiles': editors({ files: [UNKNOWN], note: 'It comes late.' }, { reportId: UNKNOWN }),
  'cases.cancelReview': editors({}, ASSIGNMENT),
  'cases.inviteNow': editors({}, ASSIGNMENT),
  'cases.readdress': editors({ email: 'new@plants.test' }, ASSIGNMENT),
  'cases.resendLink': editors({}, ASSIGNMENT),
  'cases.extend': editors({ dueOn: '2099-01-31' }, ASSIGNMENT),
  'cases.writeToReviewer': editors({ text: 'Thank you.' }, ASSIGNMENT),
  'cases.remind': editors({}, ASSIGNMENT),
  'cases.clarify': editors({ text: 'Which plot?' }, ASSIGNMENT),
  'cases.enterReport': editors(REPORT, ASSIGNMENT),
  'cases.text': editors(undefined, { versionId: UNKNOWN, fileId: UNKNOWN }),
  'cases.compare': editors(undefined, { before: UNKNOWN, after: UNKNOWN }),
  'cases.compareWords': editors(undefined, { versionId: UNKNOWN }),
  'caseList.today': alone(ADMINISTRATORS),
  'caseList.count': alone(ADMINISTRATORS),
  'caseList.asGuest': alone(SIGNED_IN),

  'announcements.list': alone(EVERYBODY),
  'announcements.current': alone(EVERYBODY),
  'announcements.all': alone(ADMINISTRATORS),
  'announcements.read': [
    ['news', async (ground) => ({ path: { slug: (await newsOf(ground)).slug } }), EVERYBODY],
    [
      'news of another day',
      async (ground) => ({ path: { slug: (await newsOf(ground, '9999-01-01')).slug } }),
      [404, 404, 404, 404],
    ],
    ['something that is not there', () => ({ path: { slug: UNKNOWN } }), [404, 404, 404, 404]],
  ],
  'announcements.create': [['', () => ({ body: newsForm() }), administrators(201)]],
  'announcements.update': [
    [
      'news',
      async (ground) => ({ path: { id: (await newsOf(ground)).id }, body: { ...newsForm(), version: 1 } }),
      ADMINISTRATORS,
    ],
    nowhere(administrators(404), { ...newsForm(), version: 1 }),
  ],
  'announcements.remove': [
    ['news', async (ground) => ({ path: { id: (await newsOf(ground)).id } }), ADMINISTRATORS],
    nowhere(administrators(404)),
  ],
  'announcements.preview': [['', () => ({ body: { body: 'Of roots.' } }), ADMINISTRATORS]],
  'announcements.draft': [
    ['a new one', () => ({ path: { item: 'new' } }), ADMINISTRATORS],
    ['something that is not there', () => ({ path: { item: UNKNOWN } }), administrators(404)],
  ],
  'announcements.saveDraft': [
    [
      'of news',
      async (ground) => ({
        path: { item: (await newsOf(ground)).id },
        body: { content: '{"title":"Seeds"}', revision: 0 },
      }),
      ADMINISTRATORS,
    ],
    [
      'something that is not there',
      () => ({ path: { item: UNKNOWN }, body: { content: '{}', revision: 0 } }),
      administrators(404),
    ],
  ],
  'announcements.discardDraft': [
    [
      'of news',
      async (ground) => ({ path: { item: (await newsOf(ground)).id }, body: { revision: 0 } }),
      ADMINISTRATORS,
    ],
    ['something that is not there', () => ({ path: { item: UNKNOWN }, body: { revision: 0 } }), administrators(404)],
  ],
  'bulk.undoable': alone(ADMINISTRATORS),
  'bulk.change': [
    ...ARTICLE_STATES.map((state): Case => [
      `an article that is ${state}`,
      async (ground) => ({ body: { kind: 'unarchive', ids: [await article(ground, state)] } }),
      ADMINISTRATORS,
    ]),
    ['articles that are not there', () => ({ body: { kind: 'archive', ids: [UNKNOWN] } }), administrators(409)],
    [
      'a category that is not there',
      async (ground) => ({ body: { kind: 'category', targetId: UNKNOWN, ids: [await article(ground, 'public')] } }),
      administrators(400),
    ],
  ],
  'bulk.undo': [
    [
      'a change of another editor',
      async ({ journal, owner }) => {
        const before = JSON.stringify({ kind: 'archive', target: null, articles: [] })
        const change = { id: newId(), kind: 'articles' as const, subject_id: owner.user.id, before, at: now() }
        await journal.database.db
          .insertInto('bulk_changes')
          .values({ ...change, undone_at: null })
          .execute()
        return { path: { id: change.id } }
      },
      administrators(403),
    ],
    nowhere(administrators(404)),
  ],
  'categories.list': alone(EVERYBODY),
  'categories.create': [['', () => ({ body: categoryForm() }), administrators(201)]],
  'categories.update': [
    ['a category', (ground) => aCategoryAt(ground, categoryForm()), ADMINISTRATORS],
    nowhere(administrators(404), categoryForm()),
  ],
  'categories.remove': [
    ['a category without articles', aCategoryAt, ADMINISTRATORS],
    [
      'a category of a pending article',
      async (ground) => {
        const category = await aCategory(ground.journal.database)
        await anArticle(ground.journal.database, { category, state: 'pending' })
        return { path: { id: category.id } }
      },
      administrators(409),
    ],
    nowhere(administrators(404)),
  ],
  'categories.place': [
    ['a category', (ground) => aCategoryAt(ground, { place: 1 }), ADMINISTRATORS],
    nowhere(administrators(404), { place: 1 }),
  ],
  'categories.mergePlan': [['a category', aCategoryAt, ADMINISTRATORS], nowhere(administrators(404))],
  'categories.merge': [
    [
      'a category',
      async (ground) => aCategoryAt(ground, { into: (await aCategory(ground.journal.database)).id }),
      ADMINISTRATORS,
    ],
    ['a category, into one that is not there', (ground) => aCategoryAt(ground, { into: UNKNOWN }), administrators(400)],
    nowhere(administrators(404), { into: '333333333333' }),
  ],
  'categories.undoableMerges': alone(ADMINISTRATORS),
  'categories.undoMerge': [
    ['a category that was merged', aMergedCategory, ADMINISTRATORS],
    ['a category that was merged long ago', (ground) => aMergedCategory(ground, LONG_AGO), administrators(409)],
    nowhere(administrators(404)),
  ],

  'readiness.journal': alone(ADMINISTRATORS),
  'readiness.articles': alone(ADMINISTRATORS),
  'readiness.beforeApproval': [...inEveryState(() => ADMINISTRATORS), nowhere(administrators(404))],

  'retractedReferences.list': alone(ADMINISTRATORS),
  'retractedReferences.load': alone(ADMINISTRATORS, {
    ...{ startedAt: '2026-01-01T00:00:00.000Z', total: 1, rows: ['retraction - 10.5555/x'] },
  }),

  'state.get': alone(ADMINISTRATORS),
  'state.attention': alone(ADMINISTRATORS),
  'state.sendEmails': alone(ADMINISTRATORS, {}),
  'state.retryJob': [
    [
      'work that was given up',
      async (ground) => {
        const job = { kind: 'texts' as const, subject: newId() }
        await ground.journal.database.db
          .insertInto('jobs')
          .values({ ...job, run_after: now(), created_at: now(), failed_at: now() })
          .execute()
        return { body: job }
      },
      ADMINISTRATORS,
    ],
    ['work that nobody knows', () => ({ body: { kind: 'texts', subject: newId() } }), administrators(404)],
  ],

  'volumes.list': alone(SIGNED_IN),
  'volumes.withCounts': alone(EVERYBODY),
  'volumes.create': [['', () => ({ body: volumeForm() }), administrators(201)]],
  'volumes.update': [
    ['a volume', (ground) => aVolumeAt(ground, volumeForm()), ADMINISTRATORS],
    nowhere(administrators(404), volumeForm()),
  ],
  'volumes.read': [['a volume', aVolumeAt, EVERYBODY], nowhere(everybody(404))],
  'volumes.edit': [['a volume', aVolumeAt, ADMINISTRATORS], nowhere(administrators(404))],
  'volumes.publishPage': [
    ['a volume', (ground) => aVolumeAt(ground, VOLUME_PAGE), ADMINISTRATORS],
    [
      'one that someone else has changed',
      (ground) => aVolumeAt(ground, { ...VOLUME_PAGE, version: 7 }),
      administrators(409),
    ],
    nowhere(administrators(404), VOLUME_PAGE),
  ],
  'volumes.undoPage': [
    ['a volume that was changed', aChangedVolume, ADMINISTRATORS],
    ['a volume that was not changed', aVolumeAt, administrators(409)],
    nowhere(administrators(404)),
  ],
  'volumes.previewMatter': [['', () => ({ body: { frontMatter: 'Of roots.' } }), ADMINISTRATORS]],
  'issues.planned': alone(ADMINISTRATORS),
  'issues.held': [...inEveryState(() => ADMINISTRATORS), nowhere(administrators(404))],
  'issues.hold': [
    [
      'a manuscript, for an issue',
      async (ground) => ({ path: { id: await article(ground, 'pending') }, body: await aHold(ground) }),
      ADMINISTRATORS,
    ],
    [
      'a published article, for an issue',
      async (ground) => ({ path: { id: await article(ground, 'public') }, body: await aHold(ground) }),
      administrators(409),
    ],
    nowhere(administrators(404), { pdfUrl: `/files/${UNKNOWN}/article.pdf` }),
  ],
  'issues.release': [
    ['a held article', aHeldAt, ADMINISTRATORS],
    [
      'an article that is not held',
      async (ground) => ({ path: { id: await article(ground, 'pending') } }),
      administrators(409),
    ],
    nowhere(administrators(404)),
  ],
  'issues.publishAhead': [
    ['a held article', aHeldAt, ADMINISTRATORS],
    [
      'an article that is not held',
      async (ground) => ({ path: { id: await article(ground, 'pending') } }),
      administrators(409),
    ],
    nowhere(administrators(404)),
  ],
  'issues.plan': [['an issue', anIssueAt, ADMINISTRATORS], nowhere(administrators(404))],
  'issues.publish': [
    ['an issue for which nothing is held', (ground) => anIssueAt(ground, { articleIds: [] }), administrators(409)],
    nowhere(administrators(404), { articleIds: [] }),
  ],
  'volumes.remove': [
    ['a volume without articles', aVolumeAt, ADMINISTRATORS],
    [
      'a volume of a pending article',
      async (ground) => {
        const volume = await aVolume(ground.journal.database)
        await anArticle(ground.journal.database, { volume, state: 'pending' })
        return { path: { id: volume.id } }
      },
      administrators(409),
    ],
    nowhere(administrators(404)),
  ],

  'editorialBoard.read': alone(EVERYBODY),
  'editorialBoard.edit': alone(ADMINISTRATORS),
  'editorialBoard.publish': [
    ['the first', async (ground) => noEditorialMembers(ground).then(() => ({ body: BOARD_OF_PEOPLE })), ADMINISTRATORS],
    [
      'one that someone else has changed',
      (ground) => someEditorialMembers(ground, BOARD_OF_PEOPLE).then(({ body }) => ({ body })),
      administrators(409),
    ],
  ],
  'editorialMembers.list': alone(EVERYBODY),
  'editorialMembers.create': [
    ['the first', async (ground) => noEditorialMembers(ground).then(() => ({ body: BOARD })), administrators(201)],
    ['a second', (ground) => someEditorialMembers(ground, BOARD), administrators(409)],
  ],
  'editorialMembers.update': [
    ['the board', (ground) => someEditorialMembers(ground, BOARD), ADMINISTRATORS],
    nowhere(administrators(404), BOARD),
  ],
  'editorialMembers.versions': [['the board', someEditorialMembers, ADMINISTRATORS], nowhere(administrators(404))],
  'editorialMembers.restore': [
    ['an earlier board', anEarlierVersion, ADMINISTRATORS],
    nowhere(administrators(404), {}, { versionId: UNKNOWN }),
  ],

  'figures.read': alone(EVERYBODY),
  'figures.readAll': alone(ADMINISTRATORS),

  'citations.get': [
    ...inEveryState((state) => everybody(state === 'public' ? 200 : 404)),
    ['an article that has been removed', async (ground) => ({ path: { id: await aRemoved(ground) } }), everybody(410)],
    nowhere(everybody(404)),
  ],

  'fullTextDrafts.preview': [
    ...inEveryState(
      () => administrators(400),
      () => ({ fullTextUrl: `/files/${UNKNOWN}/paper.docx` }),
    ),
    nowhere(administrators(404), { fullTextUrl: `/files/${UNKNOWN}/paper.docx` }),
  ],
  'fullTextDrafts.replace': [
    ...inEveryState(
      () => administrators(400),
      () => ({ version: 1, reason: 'A newer one', fullTextUrl: `/files/${UNKNOWN}/paper.docx` }),
    ),
    nowhere(administrators(404), { version: 1, reason: 'A newer one', pdfUrl: `/files/${UNKNOWN}/paper.pdf` }),
  ],
  // Nothing is published of these: their own tests have what is.
  'publishedReviews.list': [
    ...inEveryState(() => everybody(404)),
    ['an article that has been removed', async (ground) => ({ path: { id: await aRemoved(ground) } }), everybody(410)],
    nowhere(everybody(404)),
  ],
  'publishedReviews.plan': [inACase(ADMINISTRATORS), ...editors()],
  'publishedReviews.add': [inACase(administrators(409), { digest: 'a' }), ...editors({ digest: 'a' })],
  'noticePreviews.read': [nowhere(administrators(404))],
  'noticePreviews.pdf': [nowhere(administrators(404))],
  'deposits.ofNotice': [nowhere(administrators(404))],
  'articlePdfs.make': [
    ...inEveryState(
      (state) => administrators(isPublished(state) || state === 'archived-pending' ? 409 : 400),
      () => ({ purpose: 'proof', fullTextUrl: `/files/${UNKNOWN}/paper.docx` }),
    ),
    nowhere(administrators(404), { purpose: 'proof' }),
  ],
  'versions.list': [
    ...inEveryState((state) => everybody(state === 'public' ? 200 : 404)),
    ['an article that has been removed', async (ground) => ({ path: { id: await aRemoved(ground) } }), everybody(410)],
    nowhere(everybody(404)),
  ],
  'versions.get': [
    ...inEveryState((state) => everybody(state === 'public' ? 200 : 404), undefined, { number: '1' }),
    nowhere(everybody(404), undefined, { number: '1' }),
  ],
  'versions.passages': [
    ...inEveryState((state) => everybody(state === 'public' ? 200 : 404)),
    ['an article that has been removed', async (ground) => ({ path: { id: await aRemoved(ground) } }), everybody(410)],
    nowhere(everybody(404)),
  ],
  'versions.compare': [
    ...inEveryState((state) => everybody(state === 'public' ? 200 : 404), undefined, { from: '1', to: '1' }),
    nowhere(everybody(404), undefined, { from: '1', to: '1' }),
  ],
  'fullTexts.get': [
    ...inEveryState((state) => (state === 'public' ? EVERYBODY : [404, 404, 200, 200])),
    ['an article that has been removed', async (ground) => ({ path: { id: await aRemoved(ground) } }), everybody(410)],
    nowhere(everybody(404)),
  ],

  'files.upload': [['', () => aMultipart({ name: 'paper.pdf', content: aPdf() }), [401, 201, 201, 201]]],
  'files.link': [['a file', aFileOfTheirs, [401, 404, 200, 200]], nowhere([401, 404, 404, 404])],

  'pages.read': [
    ['a page', () => ({ path: { slug: 'about' } }), EVERYBODY],
    ['no page', () => ({ path: { slug: UNKNOWN } }), everybody(404)],
  ],
  'pages.versions': [
    ['a page', () => ({ path: { slug: 'about' } }), EVERYBODY],
    ['no page', () => ({ path: { slug: UNKNOWN } }), everybody(404)],
  ],
  'pages.version': [['no version', () => ({ path: { slug: 'about', number: '99' } }), everybody(404)]],
  'pages.changes': [['no version', () => ({ path: { slug: 'about', number: '99' } }), everybody(404)]],

  'invitations.candidates': ofCases(ADMINISTRATORS),
  'invitations.conflicts': ofCases(ADMINISTRATORS, { fullName: 'Linnea Moss', email: '', affiliation: '' }),
  'invitations.preview': ofCases(ADMINISTRATORS, { ...invitation(), person: NEW_PERSON }),
  'invitations.invite': ofCases(administrators(201), { ...invitation(), invite: [{ person: NEW_PERSON }] }),

  'samples.remove': alone(ADMINISTRATORS),
  'usage.article': [
    ['a public article', async (ground) => ({ path: { id: await article(ground, 'public') } }), EVERYBODY],
    nowhere(EVERYBODY),
  ],
  'usage.viewed': [
    ...inEveryState((state) => (state === 'public' ? EVERYBODY : everybody(404))),
    nowhere(everybody(404)),
  ],
  'usage.overview': [['', () => ({ query: MONTHS }), ADMINISTRATORS]],
  'usage.report': [
    ['a report', () => ({ path: { report: 'IR' }, query: { ...MONTHS, format: 'csv' } }), ADMINISTRATORS],
  ],

  'reviewers.list': alone(ADMINISTRATORS),
  'reviewers.read': [['a reviewer', aReviewerAt, ADMINISTRATORS], nowhere(administrators(404))],
  'reviewers.create': [['', () => ({ body: reviewerForm() }), administrators(201)]],
  'reviewers.update': [
    ['a reviewer', (ground) => aReviewerAt(ground, { ...reviewerForm(), version: 1 }), ADMINISTRATORS],
    [
      'a reviewer, as they were before',
      (ground) => aReviewerAt(ground, { ...reviewerForm(), version: 2 }),
      administrators(409),
    ],
    nowhere(administrators(404), { ...reviewerForm(), version: 1 }),
  ],
  'reviewers.setAway': [
    ['a reviewer', (ground) => aReviewerAt(ground, { awayUntil: '2030-01-01' }), ADMINISTRATORS],
    nowhere(administrators(404), { awayUntil: null }),
  ],
  'reviewers.neverAsk': [
    ['a reviewer', (ground) => aReviewerAt(ground, { neverAsk: true }), ADMINISTRATORS],
    nowhere(administrators(404), { neverAsk: true }),
  ],
  'reviewers.previewImport': alone(ADMINISTRATORS, { lines: 'Linnea Moss <linnea@moss.test>' }),
  'reviewers.import': [['', () => ({ body: { lines: `Linnea Moss <${newId()}@moss.test>` } }), ADMINISTRATORS]],
  'reviewers.conflicts': [
    [
      'an article',
      async (ground) => ({
        body: { articleId: await article(ground, 'pending'), person: { fullName: 'Linnea Moss' } },
      }),
      ADMINISTRATORS,
    ],
    ['no article', () => ({ body: { articleId: UNKNOWN, person: {} } }), administrators(404)],
  ],
  'reviewers.erase': [
    ['a reviewer', (ground) => aReviewerAt(ground, {}), ADMINISTRATORS],
    nowhere(administrators(404)),
  ],
  // No account opens a review: only the link in an email does.
  'reviewReports.draft': alone(everybody(401)),
  'reviewReports.saveDraft': alone(everybody(401)),
  'reviewReports.upload': [['', () => aMultipart({ name: 'report.pdf', content: aPdf() }), everybody(401)]],
  'reviewReports.removeFile': alone(everybody(401)),
  'reviewReports.send': alone(everybody(401)),

  // For their submitter alone: everyone else, other administrators too, learns nothing of them.
  'manuscripts.needsYou': alone(SIGNED_IN),
  'manuscripts.get': [
    ['a manuscript', aManuscriptAt(), OF_SUBMITTER],
    ['an article without a case', async (ground) => ({ path: { id: await article(ground, 'pending') } }), OF_SUBMITTER],
    nowhere(NOT_THERE),
  ],
  'manuscripts.change': [
    ['a manuscript', aManuscriptAt({ version: 1, title: 'Seed rain' }), OF_SUBMITTER],
    nowhere(NOT_THERE, { version: 1 }),
  ],
  'manuscripts.revise': [
    [
      'a manuscript of which no revision is due',
      async (ground) => ({ ...(await aManuscriptAt()(ground)), body: { files: [await aPdfOf(ground, ground.owner)] } }),
      [401, 404, 409, 404],
    ],
    nowhere(NOT_THERE, { files: ['/files/222222222222/a.pdf'] }),
  ],
  'manuscripts.askForTime': [
    ['a manuscript of which no revision is due', aManuscriptAt({ dueOn: '2099-01-01' }), [401, 404, 409, 404]],
    nowhere(NOT_THERE, { dueOn: '2099-01-01' }),
  ],
  'manuscripts.proposeAuthors': [
    [
      'a manuscript of which no revision was sent',
      aManuscriptAt({ contributors: [{ contributorId: UNKNOWN }] }),
      [401, 404, 409, 404],
    ],
    nowhere(NOT_THERE, { contributors: [{ contributorId: UNKNOWN }] }),
  ],
  'manuscripts.withdrawAuthors': [
    ['a manuscript whose authors stay', aManuscriptAt(), [401, 404, 409, 404]],
    nowhere(NOT_THERE),
  ],
  'manuscripts.withdraw': [
    ['a manuscript', aManuscriptAt({ reason: 'We found an error.' }), OF_SUBMITTER],
    nowhere(NOT_THERE, { reason: 'We found an error.' }),
  ],
  'manuscripts.sendMessage': [
    ['a manuscript', aManuscriptAt({ text: 'May we add a figure?' }), [401, 404, 201, 404]],
    nowhere(NOT_THERE, { text: 'May we add a figure?' }),
  ],
  'manuscripts.answerProof': [
    ['a proof that is not there', aManuscriptAt({ answer: 'approved' }), NOT_THERE],
    nowhere(NOT_THERE, { answer: 'approved' }, { proofId: UNKNOWN }),
  ],
  'manuscripts.allowReviews': [
    ['a manuscript', aManuscriptAt({ answer: 'yes' }), OF_SUBMITTER],
    nowhere(NOT_THERE, { answer: 'yes' }),
  ],
  'manuscripts.answerQuery': [nowhere(NOT_THERE, { answer: 'Yes.' }, { proofId: UNKNOWN, position: '0' })],
  'manuscripts.appeal': [
    ['a manuscript', aManuscriptAt({ kind: 'complaint', text: 'Nobody answers us.' }), [401, 404, 201, 404]],
    nowhere(NOT_THERE, { kind: 'complaint', text: 'Nobody answers us.' }),
  ],

  'search.find': alone(EVERYBODY),

  'session.register': [
    [
      '',
      () => ({
        body: {
          fullName: 'Rosa Gardener',
          username: newId(),
          email: `${newId()}@plants.test`,
          password: PASSWORD,
          phoneNumber: '+92 300 1234567',
          location: 'Multan',
        },
      }),
      everybody(201),
    ],
  ],
  'session.login': [
    ['', ({ owner }) => ({ body: { email: owner.user.email, password: PASSWORD } }), EVERYBODY],
    [
      'a wrong password',
      ({ owner }) => ({ body: { email: owner.user.email, password: 'Wrong-One-1' } }),
      everybody(401),
    ],
  ],
  // A refresh token identifies its owner by itself.
  'session.refresh': [
    ['', ({ owner }) => ({ body: { refreshToken: owner.refreshToken } }), EVERYBODY],
    ['a token that was never given', () => ({ body: { refreshToken: UNKNOWN } }), everybody(401)],
  ],
  'session.logout': [['', ({ owner }) => ({ body: { refreshToken: owner.refreshToken } }), EVERYBODY]],
  'ownData.summary': alone(SIGNED_IN),
  'ownData.download': [
    ['', () => ({ body: { currentPassword: PASSWORD } }), SIGNED_IN],
    ['a wrong password', () => ({ body: { currentPassword: 'x' } }), [401, 400, 400, 400]],
  ],
  // Only the owner has the address to type.
  'ownData.deleteAccount': [
    [
      'one’s own',
      ({ owner }) => ({ body: { currentPassword: PASSWORD, confirmation: owner.user.email } }),
      [401, 400, 200, 400],
    ],
    [
      'a wrong password',
      ({ owner }) => ({ body: { currentPassword: 'x', confirmation: owner.user.email } }),
      [401, 400, 400, 400],
    ],
  ],
  'ownData.summaryOf': [['an account', account(), ADMINISTRATORS], nowhere(administrators(404))],
  'ownData.deleteAccountOf': [
    ['an account', account((owner) => ({ currentPassword: PASSWORD, confirmation: owner.user.email })), ADMINISTRATORS],
    nowhere(administrators(404), { currentPassword: PASSWORD, confirmation: 'nobody@plants.test' }),
  ],
  'session.password': [
    ['', () => ({ body: { currentPassword: PASSWORD, newPassword: 'Another-Rose-1' } }), SIGNED_IN],
    [
      'a wrong password',
      () => ({ body: { currentPassword: 'x', newPassword: 'Another-Rose-1' } }),
      [401, 400, 400, 400],
    ],
  ],
  // Without the journal's second step there is nothing to answer: the secret is unknown.
  'session.secondFactor': alone(everybody(401), { challenge: UNKNOWN, code: '123456' }),
  // The tests' journal has no https, where browsers have passkeys.
  'session.beginPasskey': alone(everybody(409), {}),
  'session.passkey': alone(everybody(409), {
    challenge: UNKNOWN,
    passkey: { id: UNKNOWN, clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
  }),
  'session.end': [
    ['a session of the owner', ({ owner }) => ({ path: { id: owner.sessionId } }), [401, 404, 200, 404]],
    nowhere([401, 404, 404, 404]),
  ],
  'secondFactors.read': alone(SIGNED_IN),
  'secondFactors.beginPasskey': alone([401, 409, 409, 409], { currentPassword: PASSWORD }),
  'secondFactors.addPasskey': alone([401, 409, 409, 409], {
    challenge: UNKNOWN,
    name: 'Laptop',
    passkey: { id: UNKNOWN, clientDataJSON: 'e30', attestationObject: 'e30', transports: [] },
  }),
  'secondFactors.removePasskey': [nowhere([401, 404, 404, 404], { currentPassword: PASSWORD })],
  'secondFactors.beginCodes': alone(SIGNED_IN, { currentPassword: PASSWORD }),
  'secondFactors.confirmCodes': [
    ['an attempt of nobody’s', () => ({ body: { challenge: UNKNOWN, code: '123456' } }), [401, 409, 409, 409]],
  ],
  'secondFactors.removeCodes': alone([401, 404, 404, 404], { currentPassword: PASSWORD }),
  'secondFactors.makeRecoveryCodes': alone([401, 409, 409, 409], { currentPassword: PASSWORD }),
  'session.list': alone(SIGNED_IN),
  'session.endOthers': alone(SIGNED_IN),
  'session.forgotPassword': [
    ['', ({ owner }) => ({ body: { email: owner.user.email } }), EVERYBODY],
    ['an address without an account', () => ({ body: { email: 'nobody@plants.test' } }), EVERYBODY],
  ],
  'session.resetPassword': alone(everybody(400), { token: UNKNOWN, newPassword: 'Another-Rose-1' }),
  'session.sendConfirmation': alone(SIGNED_IN, {}),
  'session.confirmEmail': alone([401, 400, 400, 400], { token: UNKNOWN }),

  // An account is no key to a review: only the link in an email is.
  'authorship.open': alone(everybody(401)),
  'authorship.answer': alone(everybody(401)),
  'authorship.proof': alone(everybody(401)),
  'authorship.answerQuery': alone(everybody(401), { proofId: UNKNOWN, position: 0, answer: 'Yes.' }),
  'authorship.orcidAddress': alone(everybody(401)),
  'authorship.connectOrcid': alone(everybody(401), ORCID),
  'authorship.freshLink': alone(EVERYBODY, { secret: UNKNOWN }),

  'noticeAnswers.open': alone(everybody(401)),
  'noticeAnswers.answer': alone(everybody(401)),

  'notices.published': alone(EVERYBODY),
  'notices.about': [
    ...inEveryState((state) => everybody(state === 'public' ? 200 : 404)),
    ['one that was deleted', async (ground) => ({ path: { id: await aRemoved(ground) } }), everybody(410)],
  ],
  'notices.open': alone(ADMINISTRATORS),
  'notices.draft': ARTICLE_STATES.map((state): Case => [
    `an article that is ${state}`,
    async (ground) => ({ body: { kind: 'concern', about: [await article(ground, state)] } }),
    administrators(state === 'public' || state === 'archived' ? 201 : 400),
  ]),
  'notices.read': [['a notice', aNoticeAt('draft'), ADMINISTRATORS], nowhere(administrators(404))],
  'notices.edit': [
    ['a draft', aNoticeAt('draft', { what: 'a number' }), ADMINISTRATORS],
    ['one that is ready', aNoticeAt('ready', { what: 'a number' }), administrators(409)],
    nowhere(administrators(404), SEEN),
  ],
  'notices.ask': [['a draft', aNoticeAt('draft'), ADMINISTRATORS], nowhere(administrators(404), SEEN)],
  'notices.goUnasked': [
    ['a draft', aNoticeAt('draft', { reason: 'Our error.' }), ADMINISTRATORS],
    nowhere(administrators(404), { ...SEEN, reason: 'Our error.' }),
  ],
  'notices.sendBack': [['one that is ready', aNoticeAt('ready'), ADMINISTRATORS], nowhere(administrators(404), SEEN)],
  'notices.confirm': [
    ['one that is ready', aNoticeAt('ready'), ADMINISTRATORS],
    ['a draft', aNoticeAt('draft'), administrators(409)],
    nowhere(administrators(404), SEEN),
  ],
  'notices.undo': [
    ['one that is ready', withoutBody(aNoticeAt('ready')), administrators(409)],
    nowhere(administrators(404), {}),
  ],
  'notices.drop': [
    ['a draft', aNoticeAt('draft', { reason: 'A misunderstanding.' }), ADMINISTRATORS],
    nowhere(administrators(404), { ...SEEN, reason: 'A misunderstanding.' }),
  ],
  'notices.reach': [
    ['one that is not published', aNoticeAt('draft'), administrators(404)],
    nowhere(administrators(404)),
  ],

  'follows.ask': [
    ...ARTICLE_STATES.map((state): Case => [
      `an article that is ${state}`,
      async (ground) => ({
        body: { about: [{ scope: 'article', id: await article(ground, state) }], email: `${newId()}@readers.test` },
      }),
      everybody(state === 'public' ? 201 : 404),
    ]),
    ['the journal', () => ({ body: { email: `${newId()}@readers.test` } }), everybody(201)],
  ],
  'follows.counts': alone(ADMINISTRATORS),
  'follows.open': alone(everybody(401)),
  'follows.confirm': alone(everybody(401)),
  'follows.stop': alone(everybody(401), { id: null }),

  'reports.open': alone(everybody(401)),
  'reports.answerName': alone(everybody(401), { agrees: true }),
  'reports.confirm': alone(everybody(401)),

  'requests.report': [
    ...inEveryState(
      (state) => everybody(state === 'public' ? 201 : 404),
      () => aReportForm(),
    ),
    [
      'one that was deleted',
      async (ground) => ({ path: { id: await aRemoved(ground) }, body: aReportForm() }),
      everybody(410),
    ],
  ],
  'requests.ask': inEveryState(
    (state) => [401, 404, state === 'public' ? 201 : 409, 404],
    () => ({ kind: 'correction', text: 'The June value is wrong.' }),
  ),
  'requests.ofArticle': inEveryState((state) => [401, 404, state === 'public' ? 200 : 404, 404]),
  'requests.own': [
    [
      'a request of the owner',
      async (ground) => ({
        path: { id: (await anAuthorsRequest(ground.journal, ground.owner, await article(ground, 'public'))).id },
      }),
      [401, 404, 200, 404],
    ],
    ['what a reader has reported', aRequestAt(), [401, 404, 404, 404]],
    nowhere([401, 404, 404, 404]),
  ],
  'requests.waiting': alone(ADMINISTRATORS),
  'requests.read': [['a request', aRequestAt(), ADMINISTRATORS], nowhere(administrators(404))],
  'requests.enter': ARTICLE_STATES.map((state): Case => [
    `an article that is ${state}`,
    async (ground) => ({
      body: { articleId: await article(ground, state), kind: 'concern', from: 'institution', text: 'We have doubts.' },
    }),
    administrators(state === 'public' ? 201 : 409),
  ]),
  'nameChanges.read': [['a request', aRequestAt({}, 'name'), ADMINISTRATORS], nowhere(administrators(404))],
  'nameChanges.propose': [
    ['a request', aNameAt(), ADMINISTRATORS],
    nowhere(administrators(404), { ...SEEN, name: { familyName: 'Rahimi' }, contributorIds: [UNKNOWN] }),
  ],
  'nameChanges.carryOut': [
    ['a request that nobody has agreed to', aRequestAt({ answer: 'Done.' }, 'name'), administrators(409)],
    nowhere(administrators(409), { ...SEEN, answer: 'Done.' }),
  ],
  'requests.take': [['a request', aRequestAt(), ADMINISTRATORS], nowhere(administrators(404), SEEN)],
  'requests.decide': [
    ['a request', aRequestAt({ outcome: 'change', answer: 'Thank you.' }), ADMINISTRATORS],
    nowhere(administrators(404), { ...SEEN, outcome: 'nothing', answer: 'Thank you.' }),
  ],
  'requests.decline': [
    ['a request', aRequestAt({ reason: 'It is right.' }), ADMINISTRATORS],
    nowhere(administrators(404), { ...SEEN, reason: 'It is right.' }),
  ],

  'reviews.open': alone(everybody(401)),
  'reviews.agree': alone(everybody(401)),
  'reviews.decline': alone(everybody(401)),
  'reviews.explain': alone(everybody(401)),
  'reviews.file': alone(everybody(401)),
  'reviews.text': alone(everybody(401)),
  'reviews.askForTime': alone(everybody(401)),
  'reviews.answerPublication': alone(everybody(401)),
  'reviews.nameColleague': alone(everybody(401)),
  'reviews.coReview': alone(everybody(401)),
  'reviews.notMe': alone(everybody(401)),
  'reviews.certificate': alone(everybody(401)),
  'reviews.calendar': alone(everybody(401)),
  'reviews.freshLink': alone(EVERYBODY, { secret: UNKNOWN }),
  'reviews.mine': alone(SIGNED_IN),
  'reviews.linkOfMine': [
    ['a review of someone else', () => ({ path: { assignmentId: UNKNOWN } }), [401, 404, 404, 404]],
  ],

  'redirects.list': alone(ADMINISTRATORS),
  'redirects.save': [
    ['an address without a page', () => ({ body: { from: `/old-${newId()}`, to: '/about' } }), ADMINISTRATORS],
    ['a page', () => ({ body: { from: '/about', to: '/archived' } }), administrators(400)],
  ],
  'redirects.remove': [['an address that leads nowhere', () => ({ query: { from: '/nothing' } }), administrators(404)]],
  'settings.read': alone(ADMINISTRATORS),
  'settings.publish': [
    [
      'a new value',
      async ({ journal }) => ({
        body: { base: (await readVersion(journal.database.db)).number, values: { description: newId() } },
      }),
      administrators(201),
    ],
  ],
  'settings.history': alone(ADMINISTRATORS),
  'settings.undo': [['something that is not there', () => ({ path: { number: '999999' } }), administrators(404)]],
  'settings.texts': alone(ADMINISTRATORS),
  'settings.text': [['', () => ({ path: { kind: 'page', slug: 'about' } }), ADMINISTRATORS]],
  'settings.preview': [
    [
      '',
      () => ({
        path: { kind: 'page', slug: 'about' },
        body: { source: '---\ntitle: About Us\ndescription: Of us\n---\nText' },
      }),
      ADMINISTRATORS,
    ],
  ],
  'settings.sendTest': [
    ['no such email', () => ({ path: { slug: UNKNOWN }, body: { source: 'Text' } }), administrators(404)],
  ],
  'settings.view': alone(ADMINISTRATORS),
  'settings.export': alone(ADMINISTRATORS),
  'duties.list': alone(ADMINISTRATORS),
  'duties.change': [
    [
      'with what was not read',
      ({ owner }) => ({ path: { userId: owner.user.id }, body: { seen: '', managing: false, terms: [] } }),
      administrators(409),
    ],
    [
      'nobody',
      () => ({ path: { userId: UNKNOWN }, body: { seen: '', managing: false, terms: [] } }),
      administrators(404),
    ],
  ],
  'duties.invite': [
    ['', () => ({ body: { email: `${newId().toLowerCase()}@duties.test`, duty: 'observer' } }), administrators(201)],
  ],
  'duties.resend': [
    ['one of today', (ground) => toDuty(ground), administrators(409)],
    ['one of last week', (ground) => toDuty(ground, LONG_AGO), administrators(200)],
    nowhere(administrators(404)),
  ],
  'duties.withdraw': [['', (ground) => toDuty(ground), administrators(200)], nowhere(administrators(404))],
  'duties.own': alone(SIGNED_IN),
  'duties.invitation': [['', (ground) => toDuty(ground), OF_SUBMITTER], nowhere(NOT_THERE)],
  'duties.accept': [['', (ground) => toDuty(ground), OF_SUBMITTER], nowhere(NOT_THERE)],
  'settingUp.read': alone(ADMINISTRATORS),
  'tour.read': alone(ADMINISTRATORS),
  'tour.leave': alone(ADMINISTRATORS),
  'settingUp.mark': [['', () => ({ path: { step: 'fees' }, body: { state: 'open' } }), ADMINISTRATORS]],
  'settings.addPicture': [['nothing', () => ({ body: { use: 'logo' } }), administrators(400)]],
  'settings.picture': [['nothing', () => ({ query: { path: '/pictures/nothing.webp' } }), administrators(404)]],
  'settings.draft': alone(ADMINISTRATORS),
  'settings.saveDraft': [['', () => ({ body: { content: null, revision: 0 } }), ADMINISTRATORS]],
  'bankDetails.read': alone(ADMINISTRATORS),
  'bankDetails.propose': [
    ['', (ground) => aNewProposal(ground), administrators(201)],
    ['a wrong password', (ground) => aNewProposal(ground, 'x'), administrators(400)],
  ],
  'bankDetails.confirm': [
    ['that of another editor', (ground) => aProposal(ground, { currentPassword: PASSWORD }), administrators(200)],
    nowhere(administrators(404), { currentPassword: PASSWORD }),
  ],
  'bankDetails.withdraw': [
    ['that of another editor', (ground) => aProposal(ground), administrators(200)],
    nowhere(administrators(404)),
  ],
  'fees.own': [['a manuscript of its owner', aManuscriptAt(), OF_SUBMITTER], nowhere(NOT_THERE)],
  'fees.ask': [
    ['a manuscript of its owner', aManuscriptAt({ kind: 'unsure' }), OF_SUBMITTER],
    nowhere(NOT_THERE, { kind: 'unsure' }),
  ],
  'fees.waivers': alone(ADMINISTRATORS),
  'production.list': alone(ADMINISTRATORS),
  // Not even to those who edit it: it is not accepted.
  'production.read': [
    ['a manuscript that is not accepted', aManuscriptAt(), administrators(404)],
    nowhere(administrators(404)),
  ],
  'observing.cases': alone(ADMINISTRATORS),
  'observing.settings': alone(ADMINISTRATORS),
  'fees.sealed': alone(ADMINISTRATORS),
  // Only to fees officers.
  'fees.open': alone(administrators(403), { number: '2026-001' }),
  'fees.readers': alone(SIGNED_IN),
  // Not even to those who decide: it is not accepted.
  'fees.answer': [
    ['a manuscript that is not accepted', aManuscriptAt(WAIVER_ANSWER), administrators(404)],
    nowhere(administrators(404), WAIVER_ANSWER),
  ],
  'invoices.list': alone(ADMINISTRATORS),
  'invoices.table': alone(ADMINISTRATORS),
  'invoices.proposal': [
    ['a manuscript that is not accepted', aManuscriptAt(), administrators(404)],
    nowhere(administrators(404)),
  ],
  'invoices.issue': [
    ['a manuscript that is not accepted', aManuscriptAt(INVOICE_FORM), administrators(404)],
    [
      'an accepted manuscript',
      async ({ journal, owner }) => ({
        path: { id: await anAccepted(journal.database, owner.user) },
        body: INVOICE_FORM,
      }),
      ADMINISTRATORS,
    ],
    nowhere(administrators(404), INVOICE_FORM),
  ],
  'invoices.credit': [['', anInvoiceAt(), ADMINISTRATORS], nowhere(administrators(404))],
  'invoices.pay': [['', anInvoiceAt(PAYMENT_FORM), ADMINISTRATORS], nowhere(administrators(404), PAYMENT_FORM)],
  'invoices.takeBack': [['', aPaymentAt, ADMINISTRATORS], nowhere(administrators(404))],
  // Its author and those who look after fees; nobody else learns that it exists.
  'invoices.file': [['of its author', anInvoiceAt(), [401, 404, 200, 200]], nowhere(NOT_THERE)],
  'funders.suggest': alone(SIGNED_IN),
  'funders.list': alone(ADMINISTRATORS),
  'funders.load': [
    [
      '',
      () => ({
        body: {
          ...{ startedAt: '2026-01-01T00:00:00.000Z', total: null },
          rows: ['https://ror.org/03yrm5c26\tUnited States\tCalifornia Digital Library'],
        },
      }),
      ADMINISTRATORS,
    ],
  ],
  'submissionDrafts.own': alone(SIGNED_IN),
  'submissionDrafts.save': [['', () => ({ body: { content: '{"title":"Seeds"}', revision: 0 } }), SIGNED_IN]],
  'submissionDrafts.setAside': [['', () => ({ body: { content: '{"title":"Seeds"}' } }), SIGNED_IN]],
  'submissionDrafts.resume': [
    ['a draft of its owner', aDraftAside, [401, 404, 200, 404]],
    nowhere([401, 404, 404, 404], { revision: 0 }),
  ],
  'submissionDrafts.discard': [['', () => ({ body: { revision: 0 } }), SIGNED_IN]],
  'submissionDrafts.discardOther': [
    ['a draft of its owner', aDraftAside, [401, 404, 200, 404]],
    nowhere([401, 404, 404, 404]),
  ],
  'users.me': alone(SIGNED_IN),
  'users.list': alone(ADMINISTRATORS),
  // Others learn nothing about a user, not even whether there is one: 403 before any look-up.
  'users.read': [['an account', account(), [401, 403, 200, 200]], nowhere(administrators(404))],
  'users.update': [['an account', account(profile), [401, 403, 200, 200]], nowhere(administrators(404), profile())],
  'users.cancelEmailChange': [['an account', account(), [401, 403, 200, 200]], nowhere(administrators(404))],
  'users.sessions': [['an account', account(), ADMINISTRATORS], nowhere(administrators(404))],
  'users.endSessions': [['an account', account(), ADMINISTRATORS], nowhere(administrators(404))],
  'users.changeRole': [
    ['an account', account(() => ({ role: 'admin' })), ADMINISTRATORS],
    nowhere(administrators(404), { role: 'admin' }),
  ],
  'users.orcidSetUp': alone(SIGNED_IN),
  'users.orcidAddress': alone(SIGNED_IN, {}),
  // The iD is not authenticated, and nobody can do that for someone else.
  'users.connectOrcid': [
    ['an account', account(() => ORCID), [401, 403, 403, 403]],
    nowhere([401, 403, 403, 403], ORCID),
  ],
}

export const endpoints = Object.entries(apiTable).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${noun}.${verb}`, endpoint]),
)
export const cases = endpoints.flatMap(([call, endpoint]) =>
  [endpoint.method, ...(endpoint.also ?? [])].flatMap((method) =>
    (TABLE[call] ?? []).map(([about, send, answers]) => ({
      named: `${call} (${method})${about ? `: ${about}` : ''}`,
      ...{ endpoint, method, send, answers },
    })),
  ),
)

export const addressOf = (
  { path }: Endpoint,
  values: Record<string, string>,
  query: Record<string, string> = {},
): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? UNKNOWN) +
  (Object.keys(query).length ? `?${new URLSearchParams(query)}` : '')

export const bodyOf = (method: Method, body: unknown): unknown =>
  method === 'GET' || method === 'DELETE' ? undefined : (body ?? {})
