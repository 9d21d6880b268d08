import { sql } from 'kysely'
import type { ArticleStatus } from '../../contract/domain/article-status.ts'

/** `articleStatus` of the contract in SQL, for a table called `articles`. */
export const displayedStatus = sql<ArticleStatus>`case
  when articles.archived_at is not null then 'archived'
  when articles.published_at is null then 'pending'
  when articles.approved_at is null then 'rejected'
  else 'published' end`
