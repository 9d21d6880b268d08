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

/** Tells the submitter what became of an article; those that were brought in have none. */
export async function tellSubmitter(
  tx: Tx,
  kind: 'article-published' | 'article-archived',
  { id, title, submitter_id }: Pick<ArticleRow, 'id' | 'title' | 'submitter_id'>,
): Promise<void> {
  if (submitter_id === null) return
  const submitter = await tx
    .selectFrom('users')
    .select(['full_name', 'email'])
    .where('id', '=', submitter_id)
    .executeTakeFirstOrThrow()
  await enqueue(tx, { kind, recipient: submitter.email, data: { articleId: id, title, name: submitter.full_name } })
}
