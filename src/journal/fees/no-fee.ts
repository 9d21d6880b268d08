import { sql } from 'kysely'
import type { ArticleRow } from '../../platform/database/tables.ts'
import type { CaseRow } from '../../platform/database/review-tables.ts'

/** What was imported or made up has no fee, even if it was reviewed here. */
export const hasNoFee = ({ origin }: Pick<ArticleRow, 'origin'>, theCase: Pick<CaseRow, 'is_sample'>): boolean =>
  origin !== 'submitted' || theCase.is_sample === 1

/** The contrary, in a query that has `articles` and `review_cases`. */
export const MAY_HAVE_FEE = sql<boolean>`(articles.origin = 'submitted' and review_cases.is_sample = 0)`
