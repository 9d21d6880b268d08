import type { EmailKind } from '../../../contract/rules/site/email-kinds.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { AssignmentRow } from '../../../platform/database/review-tables.ts'
import { enqueueOnce } from '../../../platform/email/outbox.ts'
import { unrecusedAdministrators } from '../../accounts/users/administrators.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { recusedUsers } from '../recusal.ts'
import { editorsOf } from '../who-sees.ts'
import { isEditorOf } from './relation.ts'
import type { Caller } from '../../../platform/call.ts'
import { newId } from '../../../platform/ids.ts'

/**
 * The emails of peer review hold ids only: names, titles and links are read when an email is made, so that a
 * reviewer who is erased is forgotten by the emails too.
 */
export interface AboutCase {
  articleId: string
  assignmentId?: string
  decisionId?: string
  reportId?: string
  coReviewerId?: string
  proofId?: string
  grievanceId?: string
  messageId?: string
  /** Someone of the list of authors. */
  contributorId?: string
  /** A list that is proposed, of which that is. */
  proposalId?: string
  /** Further messages that were written before the email was sent. */
  moreMessageIds?: readonly string[]
  /** Which of several reminders it is. */
  step?: string
}

/** Kinds of email by the side that they are for. */
type KindTo<Side extends string> = Extract<EmailKind, `${Side}-${string}`>

interface Sending {
  /** Not sent before this time. */
  notBefore?: Date
}

/** To the reviewer of an assignment, at the address to which they were invited. */
export const notifyReviewer = (
  tx: Tx,
  kind: KindTo<'reviewer'>,
  { id, article_id, email }: Pick<AssignmentRow, 'id' | 'article_id' | 'email'>,
  more: Omit<AboutCase, 'articleId' | 'assignmentId'> & Sending = {},
): Promise<void> => send(tx, kind, email, { articleId: article_id, assignmentId: id, ...more })

/** To the author who submitted the manuscript; nobody if it was imported. */
export async function notifyAuthor(tx: Tx, kind: KindTo<'author'>, about: AboutCase & Sending): Promise<void> {
  const author = await tx
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.submitter_id')
    .select('users.email')
    .where('articles.id', '=', about.articleId)
    .executeTakeFirst()
  if (author) await send(tx, kind, author.email, about)
}

/** To the submitter and to every other author. */
export async function notifyAllAuthors(tx: Tx, kind: KindTo<'author'>, about: AboutCase & Sending): Promise<void> {
  await notifyAuthor(tx, kind, about)
  await notifyCoAuthors(tx, kind, about)
}

/**
 * The addresses to which no letter and no proof goes: of those who say that the list of authors that counts is wrong, and, where
 * all have to answer, of those who have not: an address that its owner has not answered from is no more than what was typed.
 */
async function notBelievedAt(tx: Tx, articleId: string): Promise<string[]> {
  const ofLists = tx
    .selectFrom('author_confirmations')
    .where('article_id', '=', articleId)
    .where('list_digest', 'not in', tx.selectFrom('author_proposals').select('id').where('article_id', '=', articleId))
  const rows = await ofLists
    .select('email')
    .where(({ or, and, eb }) =>
      or([eb('state', '=', 'declined'), and([eb('is_binding', '=', 1), eb('state', '<>', 'confirmed')])]),
    )
    .where(
      'asked_at',
      '=',
      ofLists.select(({ fn }) => fn.max('asked_at').as('last')),
    )
    .execute()
  return rows.map(({ email }) => email)
}

/**
 * To every author but the submitter, once for each address. To none while the submitter has not confirmed their own
 * address: theirs are what someone has typed.
 */
export async function notifyCoAuthors(
  tx: Tx,
  kind: KindTo<'author' | 'co-author'>,
  about: AboutCase & Sending,
): Promise<void> {
  const { articleId } = about
  const submitter = await tx
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.submitter_id')
    .select(['users.email', 'users.email_confirmed_at'])
    .where('articles.id', '=', articleId)
    .executeTakeFirst()
  if (submitter?.email_confirmed_at === null) return
  const authors = await loadAuthors(tx, [articleId])
  const addresses = new Map(authors.map(({ email }) => [email.toLowerCase(), email]))
  const others = kind === 'co-author-published' ? [] : await notBelievedAt(tx, articleId)
  for (const address of ['', submitter?.email.toLowerCase() ?? '', ...others]) addresses.delete(address)
  for (const email of addresses.values()) await send(tx, kind, email, about)
}

/**
 * To the editor who handles the case; while nobody does, to every administrator and section editor who is not recused. Returns
 * their ids.
 */
export async function notifyEditors(
  tx: Tx,
  kind: KindTo<'editor'>,
  about: AboutCase & Sending,
): Promise<ReadonlySet<string>> {
  const editors = await loadEditors(tx, about.articleId)
  for (const { email } of editors) await send(tx, kind, email, about)
  return new Set(editors.map(({ id }) => id))
}

/**
 * To the editors who may look into an appeal or a complaint: administrators, section and guest editors of the case who are
 * not involved. Returns whether there are any.
 */
export async function notifyOtherEditors(
  tx: Tx,
  kind: KindTo<'editor'>,
  about: AboutCase & Sending,
  involved: ReadonlySet<string>,
): Promise<boolean> {
  const guests = await tx
    .selectFrom('case_editors')
    .innerJoin('users', 'users.id', 'case_editors.user_id')
    .select(['users.id', 'users.email'])
    .where('case_editors.article_id', '=', about.articleId)
    .where('is_guest', '=', 1)
    .where('recused_at', 'is', null)
    .where('users.id', 'not in', recusedUsers(about.articleId))
    .execute()
  const all = [...(await editorsOf(tx, about.articleId)), ...guests]
  const others = new Map(all.filter(({ id }) => !involved.has(id)).map(({ id, email }) => [id, email]))
  for (const email of others.values()) await send(tx, kind, email, about)
  return others.size > 0
}

/** To every administrator who is not recused. */
export async function notifyAdministrators(tx: Tx, kind: KindTo<'editor'>, about: AboutCase & Sending): Promise<void> {
  for (const { email } of await unrecusedAdministrators(tx, about.articleId)) await send(tx, kind, email, about)
}

async function loadEditors(tx: Tx, articleId: string): Promise<{ id: string; email: string }[]> {
  const handling = await tx
    .selectFrom('review_cases')
    .innerJoin('users', 'users.id', 'review_cases.editor_id')
    .select(['users.id', 'users.email', 'users.role'])
    .where('review_cases.article_id', '=', articleId)
    .executeTakeFirst()
  // An editor may have been recused since, or may no longer be one.
  if (handling && (await isEditorOf(tx, { userId: handling.id, role: handling.role }, articleId))) return [handling]
  return editorsOf(tx, articleId)
}

/** Messages that nobody has been told of yet become one email. */
const withMessages =
  ({ messageId, ...about }: AboutCase) =>
  ({ moreMessageIds = [], ...waiting }: AboutCase): AboutCase | null =>
    messageId === undefined || waiting.messageId === undefined
      ? null
      : { ...about, messageId: waiting.messageId, moreMessageIds: [...moreMessageIds, messageId] }

/** To one person, such as the handler of an appeal or a co-reviewer; nobody if they have been erased. */
export async function send(
  tx: Tx,
  kind: EmailKind,
  recipient: string,
  { notBefore, ...about }: AboutCase & Sending,
): Promise<void> {
  if (recipient === '') return
  await enqueueOnce(tx, { kind, recipient, data: about }, { join: withMessages(about), notBefore })
}

/** Two messages of one millisecond stay in the order in which they were sent. */
export const timeAfter = (last: string | undefined): string =>
  new Date(Math.max(Date.now(), last ? Date.parse(last) + 1 : 0)).toISOString()

/**
 * Keeps a message between the author and the editor of a case, which is locked; the other side gets an email. The
 * last message sent again is the same message.
 */
export async function sendCaseMessage(
  tx: Tx,
  sender: Pick<Caller, 'userId'>,
  from: 'author' | 'editor',
  { articleId, text }: { articleId: string; text: string },
): Promise<void> {
  const last = await tx
    .selectFrom('case_messages')
    .select(['from_side', 'text', 'at'])
    .where('article_id', '=', articleId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.from_side === from && last.text === text) return
  const messageId = newId()
  const at = timeAfter(last?.at)
  await tx
    .insertInto('case_messages')
    .values({ id: messageId, article_id: articleId, from_side: from, user_id: sender.userId, text, at })
    .execute()
  if (from === 'author') await notifyEditors(tx, 'editor-message', { articleId, messageId })
  else await notifyAuthor(tx, 'author-message', { articleId, messageId })
}
