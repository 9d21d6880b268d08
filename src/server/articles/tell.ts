import type { CorrectionField } from '../../contract/correction-fields.ts'
import type { Caller } from '../call.ts'
import type { Tx } from '../database/connect.ts'
import type { ArticleRow } from '../database/tables.ts'
import { enqueue } from '../notices/outbox.ts'

/** Tells the author that a submission has arrived, and every administrator that one waits. */
export async function tellOfSubmission(tx: Tx, article: Pick<ArticleRow, 'id' | 'title'>, authorId: string) {
  const people = await tx
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'role'])
    .where((where) => where.or([where('id', '=', authorId), where('role', '=', 'admin')]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const author = people.find((person) => person.id === authorId)!
  const about = { articleId: article.id, title: article.title }
  await enqueue(tx, {
    kind: 'submission-received',
    recipient: author.email,
    data: { ...about, name: author.full_name },
  })
  for (const administrator of people.filter((person) => person.role === 'admin')) {
    await enqueue(tx, {
      kind: 'submission-to-review',
      recipient: administrator.email,
      data: { ...about, name: administrator.full_name, author: author.full_name },
    })
  }
}

type Submitted = Pick<ArticleRow, 'id' | 'title' | 'submitter_id'>

/** Tells the submitter what became of an article; those that were brought in have none. */
export async function tellSubmitter(
  tx: Tx,
  kind: 'article-published' | 'article-archived',
  { id, title, submitter_id }: Submitted,
): Promise<void> {
  if (submitter_id === null) return
  const { email, name } = await person(tx, submitter_id)
  await enqueue(tx, { kind, recipient: email, data: { articleId: id, title, name } })
}

/** Tells the submitter that an editor has corrected what readers see; who corrects their own knows it. */
export async function tellOfCorrection(
  tx: Tx,
  editor: Caller,
  { id, title, submitter_id }: Submitted,
  { reason, fields }: { reason: string; fields: CorrectionField[] },
): Promise<void> {
  if (submitter_id === null || submitter_id === editor.userId) return
  const { email, name } = await person(tx, submitter_id)
  const data = { articleId: id, title, name, reason, fields }
  await enqueue(tx, { kind: 'article-corrected', recipient: email, data })
}

/** Tells the submitter that an editor has deleted an article, published or not, and why. */
export async function tellOfDeletion(
  tx: Tx,
  editor: Caller,
  { id, title, submitter_id }: Submitted,
  reason: string | null,
): Promise<void> {
  if (submitter_id === null || submitter_id === editor.userId) return
  const { email, name } = await person(tx, submitter_id)
  await enqueue(tx, { kind: 'article-deleted', recipient: email, data: { articleId: id, title, name, reason } })
}

const person = (tx: Tx, id: string) =>
  tx.selectFrom('users').select(['full_name as name', 'email']).where('id', '=', id).executeTakeFirstOrThrow()
