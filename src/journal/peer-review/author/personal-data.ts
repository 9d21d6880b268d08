import { eraseSubmitter } from '../../publication/articles/erase-submitter.ts'
import { findArticle } from '../../publication/articles/queries.ts'
import { presentArticle } from '../../publication/articles/present.ts'
import { COLUMN, inTurns, type PersonalDataPart } from '../../../platform/personal-data-part.ts'
import { presentManuscript } from './present.ts'
import { manuscriptRecords } from './records.ts'

/** The person's submissions, exactly as they see them on their pages: of reviewers only what was released. */
export const submissionData: PersonalDataPart = {
  name: 'submissions',
  about:
    'Your manuscripts: their content, authors and statements, their state, versions, letters and messages, as you see them on your pages.',
  give: async function* (db, { id }) {
    const submitted = inTurns(
      (after, limit) =>
        db
          .selectFrom('articles')
          .select('id')
          .where('submitter_id', '=', id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      (article) => article.id,
    )
    for await (const { id: articleId } of submitted) {
      const article = await findArticle(db, articleId)
      if (!article) continue
      yield {
        article: presentArticle(article, { userId: id, role: 'author' }),
        peerReview: presentManuscript(await manuscriptRecords(db, id, articleId)),
      }
    }
  },
  erase: eraseSubmitter,
  columns: {
    'articles.submitter_id': COLUMN.reference,
    'article_contributors.named_by': COLUMN.reference,
    'article_suggested_reviewers.named_by': COLUMN.reference,
    'article_corrections.corrected_by': COLUMN.reference,
    'contributor_credit.said_by': 'whose word it is: no account',
    'statement_answers.answered_by': COLUMN.reference,
    'deleted_articles.deleted_by': COLUMN.reference,
    'deleted_articles.content':
      'removed where it was submitted by the person and never published; others go after 30 days',
    'contributors.full_name': 'stays as printed; nameless in manuscripts of the person that were never published',
    'contributors.email': 'stays as printed; erased in manuscripts of the person that were never published',
    'contributors.orcid': 'stays as printed; erased in manuscripts of the person that were never published',
    'contributors.orcid_authenticated_at':
      'stays as printed; erased in manuscripts of the person that were never published',
    'editorial_members_versions.replaced_by': COLUMN.reference,
  },
}
