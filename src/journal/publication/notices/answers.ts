import type { z } from 'zod'
import type { NoticeAnswerForm, NoticeForAuthor } from '../../../contract/api/notices.ts'
import { NOTICES } from '../../../contract/rules/articles/notices.ts'
import { NOT_NAMED } from '../../../contract/rules/peer-review/authorship.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { AskedAuthor } from '../../../contract/rules/peer-review/author-link.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { NoticeRow } from '../../../platform/database/notice-tables.ts'
import { enqueue, enqueueWithin } from '../../../platform/email/outbox.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { inParts, loadAuthors } from '../articles/contributor-rows.ts'
import type { NoticeEmail } from './emails.ts'
import { findNotice, idsAbout, loadAnswers, lockNotice, noteForEach } from './rows.ts'
import { makeReady } from './ready.ts'

export const NOT_ASKED_ANY_MORE = 'Answers to this draft are not taken any more.'

/** The last day on which answers are taken. */
export const dueOn = ({ kind }: Pick<NoticeRow, 'kind'>, askedAt: string): string =>
  addDays(dayOf(askedAt), NOTICES[kind].askedDays)

/**
 * Asks every author of the articles, once for each address: two with the same one cannot both answer at it, so it is the first
 * one's alone. Returns how many have an address.
 */
export async function askAuthors(
  tx: Tx,
  notice: NoticeRow,
  about: readonly string[],
  askedAt: string,
): Promise<number> {
  const taken = new Set([''])
  const authors = (await Promise.all(about.map((id) => loadAuthors(tx, [id])))).flat()
  const rows = authors.map((author, position) => {
    const typed = author.email.toLowerCase()
    const email = taken.has(typed) ? '' : typed
    taken.add(typed)
    return {
      ...{ notice_id: notice.id, contributor_id: author.id, position, name: author.fullName, email },
      ...{ told_at: email === '' ? null : askedAt, answer: null, remark: null, may_print: 0, answered_at: null },
    }
  })
  await dropAnswers(tx, notice.id)
  for (const some of inParts(rows)) await tx.insertInto('notice_answers').values(some).execute()
  const asked = rows.filter(({ email }) => email !== '')
  for (const { email } of asked) await tell(tx, notice.id, about, email, 'asked')
  return asked.length
}

/** Forgets who was asked and what was answered: to other words. */
export const dropAnswers = (tx: Tx, noticeId: string): Promise<unknown> =>
  tx.deleteFrom('notice_answers').where('notice_id', '=', noticeId).execute()

const tell = (tx: Tx, noticeId: string, about: readonly string[], recipient: string, step: 'asked' | 'reminder') =>
  enqueue<NoticeEmail>(tx, { kind: 'notice-draft', recipient, data: { noticeId, articleId: about[0]!, step } })

/** Reminds those who have not answered. */
export async function remindAuthors(tx: Tx, noticeId: string, about: readonly string[]): Promise<void> {
  for (const { email, answer } of await loadAnswers(tx, noticeId)) {
    if (email !== '' && answer === null) await tell(tx, noticeId, about, email, 'reminder')
  }
}

/** The days are over from the midnight that ends the last one. */
const isOpen = ({ state, answers_due_on }: NoticeRow, today = dayOf(now())): boolean =>
  state === 'asked' && answers_due_on !== null && today <= answers_due_on

/** True if nobody is left who could answer. */
export const areAllHeard = (answers: readonly { email: string; answer: string | null }[]): boolean =>
  answers.every(({ email, answer }) => email === '' || answer !== null)

/** The draft as one of its authors sees it, by the link of an email. */
export async function openForAuthor(db: Db, { noticeId, email }: AskedAuthor): Promise<NoticeForAuthor> {
  const notice = await findNotice(db, noticeId)
  if (!notice) throw new DomainError('not_found', NOT_NAMED)
  const about = await idsAbout(db, noticeId)
  const answers = await loadAnswers(db, noticeId)
  const own = answers.find((one) => one.email === email)
  if (!own || notice.state === 'dropped' || !(await isStillListed(db, about, email))) {
    throw new DomainError('not_found', NOT_NAMED)
  }
  const article = await db.selectFrom('articles').select('title').where('id', '=', about[0]!).executeTakeFirstOrThrow()
  return {
    ...{ id: notice.id, kind: notice.kind, articleTitle: article.title, articlePath: paths.article(about[0]!) },
    ...{ dueOn: notice.answers_due_on ?? dayOf(notice.drafted_at), isOpen: isOpen(notice) },
    ...{ what: notice.what, details: notice.details, why: notice.why, foundBy: notice.found_by },
    ...{ effect: notice.effect, action: notice.action, authors: answers.length },
    you: { name: own.name, answer: own.answer, remark: own.remark, mayPrint: own.may_print === 1 },
  }
}

/** An address counts only as long as the article names it: it may have been mistyped, or its author removed. */
async function isStillListed(db: Db, about: readonly string[], email: string): Promise<boolean> {
  const authors = await loadAuthors(db, about)
  return authors.some((author) => author.email.toLowerCase() === email)
}

/** Keeps an answer. With the last one the notice is ready to be signed. */
export async function answerNotice(
  tx: Tx,
  { noticeId, email }: AskedAuthor,
  { answer, remark, mayPrint }: z.output<typeof NoticeAnswerForm>,
): Promise<void> {
  const notice = await lockNotice(tx, noticeId)
  const about = notice ? await idsAbout(tx, noticeId) : []
  const own = (await loadAnswers(tx, noticeId)).find((one) => one.email === email)
  if (!notice || !own || !(await isStillListed(tx, about, email))) throw new DomainError('not_found', NOT_NAMED)
  if (!isOpen(notice)) throw new DomainError('conflict', NOT_ASKED_ANY_MORE)
  const said = { answer, remark, may_print: mayPrint && remark !== null ? 1 : 0 }
  if (own.answer === answer && own.remark === remark && own.may_print === said.may_print) return
  await tx
    .updateTable('notice_answers')
    .set({ ...said, answered_at: now() })
    .where('notice_id', '=', noticeId)
    .where('contributor_id', '=', own.contributor_id)
    .execute()
  await noteForEach(tx, null, about, (id) => [
    'article.answer-notice',
    id,
    { after: { noticeId, contributorId: own.contributor_id, answer } },
  ])
  if (areAllHeard(await loadAnswers(tx, noticeId))) await makeReady(tx, notice, about)
}

/** Sends a new link to the address of an earlier one, if its author is still asked. */
export async function sendFreshNoticeLink(tx: Tx, { noticeId, email }: AskedAuthor): Promise<void> {
  // One after the other, so that two at once do not both pass the limit.
  if (!(await lockNotice(tx, noticeId))) throw new DomainError('not_found', NOT_NAMED)
  await openForAuthor(tx, { noticeId, email })
  const about = await idsAbout(tx, noticeId)
  await enqueueWithin(tx, {
    kind: 'notice-draft',
    recipient: email,
    data: { noticeId, articleId: about[0]!, step: 'link' } as { articleId: string },
  })
}
