import type { Db } from '../../../platform/database/connect.ts'

/** Where the submitter of an article gets emails; null without an account. */
export const submitterAddress = async (db: Db, articleId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('articles')
      .innerJoin('users', 'users.id', 'articles.submitter_id')
      .select('users.email')
      .where('articles.id', '=', articleId)
      .executeTakeFirst()
  )?.email ?? null
