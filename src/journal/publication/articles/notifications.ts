import type { CorrectionField } from '../../../contract/rules/articles/statements.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { enqueue } from '../../../platform/email/outbox.ts'
import { editorsOf } from '../../peer-review/who-sees.ts'
import type { ArticleEmail } from './emails.ts'

type Named = Pick<ArticleRow, 'id' | 'title'>
/** `promisedOn`: the day by which a decision is promised. */
type Received = Named & { promisedOn: string }
type Submitted = Named & Pick<ArticleRow, 'submitter_id'>

/** When those hear of a change whom it concerns: at once, later as it may be undone until then, or not at all. */
export interface Telling {
  notBefore?: string | undefined
  isSilent?: boolean
}

/** Notifies the author that a submission has arrived, and every editor who sees it that it awaits review. */
export async function notifyOfSubmission(tx: Tx, article: Received, authorId: string): Promise<void> {
  const author = await person(tx, authorId)
  const about = { articleId: article.id, title: article.title }
  await enqueue<ArticleEmail>(tx, {
    kind: 'submission-received',
    recipient: author.email,
    data: { ...about, name: author.name, promisedOn: article.promisedOn },
  })
  for (const { email, name } of await editorsOf(tx, article.id)) {
    await enqueue<ArticleEmail>(tx, {
      kind: 'submission-to-review',
      recipient: email,
      data: { ...about, name, author: author.name },
    })
  }
}

/**
 * Notifies the editors that a submitter has deleted their own article, which one of them may be
 * reading.
 */
export async function notifyOfWithdrawal(tx: Tx, article: Named, authorId: string): Promise<void> {
  const author = await person(tx, authorId)
  const about = { articleId: article.id, title: article.title, author: author.name, submitterId: authorId }
  for (const { id, email, name, role } of await editorsOf(tx, article.id)) {
    if (id === authorId) continue
    const data = { ...about, name, ...(role === 'admin' ? {} : { toDesk: true }) }
    await enqueue<ArticleEmail>(tx, { kind: 'submission-deleted', recipient: email, data })
  }
}

/** Notifies the submitter of a decision on an article; imported articles have no submitter. */
export async function notifySubmitter(
  tx: Tx,
  kind: 'article-published' | 'article-archived',
  { id, title, submitter_id }: Submitted,
  { notBefore, isSilent = false }: Telling = {},
): Promise<void> {
  if (submitter_id === null || isSilent) return
  const { email, name } = await person(tx, submitter_id)
  await enqueue<ArticleEmail>(tx, { kind, recipient: email, data: { articleId: id, title, name } }, { notBefore })
}

/** Notifies the submitter that an editor has corrected the published content, unless they are that editor. */
export async function notifyOfCorrection(
  tx: Tx,
  editor: Caller,
  { id, title, submitter_id }: Submitted,
  { reason, fields }: { reason: string; fields: CorrectionField[] },
  { notBefore }: Pick<Telling, 'notBefore'> = {},
): Promise<void> {
  if (submitter_id === null || submitter_id === editor.userId) return
  const { email, name } = await person(tx, submitter_id)
  const data = { articleId: id, title, name, reason, fields }
  await enqueue<ArticleEmail>(tx, { kind: 'article-corrected', recipient: email, data }, { notBefore })
}

/** Notifies the submitter that an editor has deleted an article, published or not, and why. */
export async function notifyOfDeletion(
  tx: Tx,
  { id, title, submitter_id }: Submitted,
  reason: string | null,
): Promise<void> {
  if (submitter_id === null) return
  const { email, name } = await person(tx, submitter_id)
  await enqueue<ArticleEmail>(tx, {
    kind: 'article-deleted',
    recipient: email,
    data: { articleId: id, title, name, reason },
  })
}

const people = (tx: Tx) => tx.selectFrom('users').select(['id', 'full_name as name', 'email'])

const person = (tx: Tx, id: string) => people(tx).where('id', '=', id).executeTakeFirstOrThrow()
