/** The ways in which an administrator is recused from a case, each made by the journal's own commands. */
import { removeContributor } from '../../src/journal/publication/articles/contributors.ts'
import { loadContributors, insertContributors } from '../../src/journal/publication/articles/contributor-rows.ts'
import { contributorOf } from '../../src/contract/rules/people/people.ts'
import { agreeToReview, declineToReview } from '../../src/journal/peer-review/cases/respond.ts'
import { inviteReviewers } from '../../src/journal/peer-review/cases/invite.ts'
import type { Caller } from '../../src/platform/call.ts'
import { eraseFromCases } from '../../src/journal/peer-review/cases/erase.ts'
import type { Database, Tx } from '../../src/platform/database/connect.ts'
import type { UserRow } from '../../src/platform/database/tables.ts'
import { newId, now } from '../../src/platform/ids.ts'
import { AddressHashes } from '../../src/journal/peer-review/reviewers/address-hashes.ts'
import { answerCoReviewer } from '../../src/journal/peer-review/case/conflicts.ts'
import { recuse } from '../../src/journal/peer-review/case/editors.ts'
import { answerCoReview, nameColleague } from '../../src/journal/peer-review/link/co-review.ts'
import { eraseReviewer } from '../../src/journal/peer-review/reviewers/commands.ts'
import { connectOrcid } from '../../src/journal/accounts/users/commands.ts'
import { completeEmailChange } from '../../src/journal/accounts/users/email-change.ts'
import { aReviewer } from '../support/builders.ts'
import { lockAssignment } from '../../src/journal/peer-review/cases/assignments.ts'
import { lockCase } from '../../src/journal/peer-review/cases/case-rows.ts'

export interface Recusing {
  database: Database
  articleId: string
  /** Who will be recused. */
  user: UserRow
  /** Another administrator. */
  editor: Caller
}

const inTransaction = ({ database }: Recusing, work: (tx: Tx) => Promise<unknown>) => database.transaction(work)

/** Someone whom an editor adds to the authors. */
const asAuthor = async (given: Recusing, as: { email?: string; orcidId?: string }) => {
  const { articleId, editor } = given
  const form = { fullName: 'Ada Coauthor', email: 'other@authors.test', affiliation: 'Multan', role: 'Author', ...as }
  await inTransaction(given, async (tx) => {
    const { length } = await loadContributors(tx, [articleId])
    const who = { articleId, namedBy: editor.userId, at: now(), from: length, saidBy: 'editor' as const }
    await insertContributors(tx, who, [contributorOf(form as Parameters<typeof contributorOf>[0])])
  })
}

const asReviewer = async (given: Recusing, options: Parameters<typeof aReviewer>[1] = {}, userId?: string) => {
  const { database, articleId, editor } = given
  const reviewer = await aReviewer(database, options)
  if (userId)
    await database.db.updateTable('reviewers').set({ user_id: userId }).where('id', '=', reviewer.id).execute()
  const [assignment] = await database.transaction(async (tx) =>
    inviteReviewers(tx, editor, await lockCase(tx, articleId), {
      ...{ standby: [], replyDays: 7, reportDays: 14, message: null },
      invite: [{ reviewerId: reviewer.id, email: reviewer.email, source: 'editor' }],
    }),
  )
  return { reviewer, assignment: assignment! }
}

const agrees = (given: Recusing, id: string) =>
  inTransaction(given, async (tx) =>
    agreeToReview(tx, await lockAssignment(tx, id), { conflict: { answer: 'none' }, dueOn: '2099-01-31' }),
  )

/** Another person, with a reviewer who agreed and asks this user to help. */
const asHelper = async (given: Recusing, { email, orcid = null }: { email: string; orcid?: string | null }) => {
  const { assignment } = await asReviewer(given)
  await agrees(given, assignment.id)
  await inTransaction(given, (tx) => nameColleague(tx, assignment.id, { fullName: 'Helen Helper', email, orcid }))
  const { id } = await given.database.db
    .selectFrom('co_reviewers')
    .select('id')
    .where('assignment_id', '=', assignment.id)
    .executeTakeFirstOrThrow()
  const of = { id: given.articleId, coReviewerId: id, reason: 'Nobody else knows mosses.', allowed: true }
  await inTransaction(given, (tx) => answerCoReviewer(tx, given.editor, new AddressHashes(Buffer.alloc(48)), of))
  return { assignmentId: assignment.id, coReviewerId: id }
}

const orcidOf = async ({ database, user }: Recusing): Promise<string> => {
  const orcid = newOrcid()
  await database.db.updateTable('users').set({ orcid, orcid_proven_at: null }).where('id', '=', user.id).execute()
  return orcid
}

/** Every way that leaves the submitter as they are. */
export const WAYS_TO_BE_RECUSED: Record<string, (given: Recusing) => Promise<unknown>> = {
  'a co-author by address': (given) => asAuthor(given, { email: given.user.email.toUpperCase() }),
  'a co-author by ORCID iD': async (given) => asAuthor(given, { orcidId: await orcidOf(given) }),
  'a declared conflict': (given) =>
    inTransaction(given, (tx) =>
      recuse(tx, { userId: given.user.id, role: 'admin', sessionId: '' }, { id: given.articleId, reason: 'A friend' }),
    ),
  'an invited reviewer': (given) => asReviewer(given, { emails: [given.user.email] }),
  'an invited reviewer, by another of their addresses': (given) =>
    asReviewer(given, { emails: [`${newId()}@reviewers.test`, given.user.email] }),
  'an invited reviewer, by account': (given) => asReviewer(given, {}, given.user.id),
  'an invited reviewer, by ORCID iD': async (given) => asReviewer(given, { orcid: await orcidOf(given) }),
  'a reviewer who has agreed': async (given) =>
    agrees(given, (await asReviewer(given, { emails: [given.user.email] })).assignment.id),
  'a reviewer who has declined': async (given) => {
    const { assignment } = await asReviewer(given, { emails: [given.user.email] })
    await inTransaction(given, async (tx) => declineToReview(tx, await lockAssignment(tx, assignment.id)))
  },
  'a colleague who may help': (given) => asHelper(given, { email: given.user.email }),
  'a colleague who has helped, by ORCID iD': async (given) => {
    const ids = await asHelper(given, { email: `${newId()}@helpers.test`, orcid: await orcidOf(given) })
    await inTransaction(given, (tx) => answerCoReview(tx, ids, 'confirm', { answer: 'none' }))
  },
}

/** Changes everything by which someone could be found: their account, the authors, the reviewers. */
export async function becomeSomeoneElse({ database, articleId, user, editor }: Recusing): Promise<void> {
  await database.transaction(async (tx) => {
    const fresh = await tx.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    await completeEmailChange(tx, { ...fresh, pending_email: `${newId()}@new.test` })
    await connectOrcid(tx, user.id, newOrcid())
  })
  await database.transaction(async (tx) => {
    const people = await loadContributors(tx, [articleId])
    for (const { id } of people.filter(({ fullName }) => fullName === 'Ada Coauthor')) {
      await removeContributor(tx, editor, { id: articleId, contributorId: id })
    }
  })
  const reviewers = await database.db
    .selectFrom('review_assignments')
    .select('reviewer_id')
    .where('article_id', '=', articleId)
    .execute()
  const by = { hashes: new AddressHashes(Buffer.alloc(48)), actorId: editor.userId, parts: [eraseFromCases] }
  for (const { reviewer_id } of reviewers) await database.transaction((tx) => eraseReviewer(tx, by, reviewer_id))
}

let number = 0
/** An iD that nobody else has, with its check digit. */
function newOrcid(): string {
  const digits = `0000000${String(++number).padStart(8, '0')}`
  const sum = [...digits].reduce((total, digit) => (total + Number(digit)) * 2, 0)
  const check = (12 - (sum % 11)) % 11
  return `${digits}${check === 10 ? 'X' : check}`.replace(/(.{4})(?=.)/g, '$1-')
}
