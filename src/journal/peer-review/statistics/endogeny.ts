import { RESEARCH_ARTICLE } from '../../../contract/rules/articles/notices.ts'
import { sql } from 'kysely'
import { editorialFinding } from '../../../contract/rules/peer-review/conflicts.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { UNCOUNTED_ARTICLES } from '../../publication/samples.ts'
import { seesStage, type Viewer } from '../who-sees.ts'
import { readEditorialTeam } from '../reviewers/queries.ts'

/** A published article, by the day of its publication. */
export interface PublishedArticle {
  publishedOn: string
  /** An editor, a member of the board or a reviewer of the journal is among its authors. */
  isEndogenous: boolean
}

/** Articles published since a day: of those whose peer review a user sees, or all that have none. Five queries. */
export async function publishedSince(
  db: Db,
  { since, viewer }: { since: string; viewer: Viewer },
): Promise<PublishedArticle[]> {
  const team = await readEditorialTeam(db)
  const hasReviewed = (column: string) =>
    sql<boolean>`exists (select 1 from review_assignments where reviewer_id = ${sql.ref(column)} and state = 'submitted')`
  const reviewers = await db
    .selectFrom('reviewers')
    .select(['orcid', 'user_id'])
    .where('erased_at', 'is', null)
    .where(hasReviewed('reviewers.id'))
    .execute()
  const addresses = await db
    .selectFrom('reviewer_addresses')
    .select('email')
    .where(hasReviewed('reviewer_addresses.reviewer_id'))
    .execute()
  const published = db
    .selectFrom('public_articles')
    .select('id')
    .where('published_at', '>=', since)
    // Editors sign notices: those are no research of theirs.
    .where('type', '=', RESEARCH_ARTICLE)
    .where(seesStage(viewer, 'id'))
    .where('id', 'not in', UNCOUNTED_ARTICLES)
  const articles = await db
    .selectFrom('articles')
    .select(['id', 'published_at', 'submitter_id'])
    .where('id', 'in', published)
    .execute()
  const authors = await loadAuthors(
    db,
    articles.map(({ id }) => id),
  )

  const known = new Set(
    [...reviewers.flatMap(({ orcid }) => orcid ?? []), ...addresses.map(({ email }) => email.toLowerCase())].filter(
      Boolean,
    ),
  )
  const accounts = new Set(reviewers.flatMap(({ user_id }) => user_id ?? []))
  const authorsOf = Map.groupBy(authors, ({ articleId }) => articleId)
  return articles.map(({ id, published_at, submitter_id }) => ({
    publishedOn: published_at!.slice(0, 10),
    isEndogenous:
      (submitter_id !== null && accounts.has(submitter_id)) ||
      (authorsOf.get(id) ?? []).some(
        ({ fullName, email, orcidId: orcid }) =>
          known.has(email.toLowerCase()) ||
          (orcid !== null && known.has(orcid)) ||
          editorialFinding({ fullName, emails: email ? [email] : [], orcid, affiliation: '' }, team) !== null,
      ),
  }))
}
