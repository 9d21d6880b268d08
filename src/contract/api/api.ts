import { activity } from './activity.ts'
import { affiliations } from './affiliations.ts'
import { articles } from './articles.ts'
import { authors } from './authors.ts'
import { cases } from './cases.ts'
import { caseList } from './case-list.ts'
import { categories } from './categories.ts'
import { citations } from './citations.ts'
import { decisions } from './decisions.ts'
import { deposits } from './deposits.ts'
import { editorialMembers } from './editorial-members.ts'
import type { Client } from './endpoint.ts'
import { figures } from './figures.ts'
import { files } from './files.ts'
import { fullTextDrafts } from './full-text-drafts.ts'
import { fullTexts } from './full-texts.ts'
import { emails } from './emails.ts'
import { keywords } from './keywords.ts'
import { manuscripts } from './manuscripts.ts'
import { invitations } from './invitations.ts'
import { ownData } from './own-data.ts'
import { pages } from './pages.ts'
import { readiness } from './readiness.ts'
import { relatedArticles } from './related-articles.ts'
import { reviewers } from './reviewers.ts'
import { reviews } from './reviews.ts'
import { reviewReports } from './review-reports.ts'
import { search } from './search.ts'
import { secondFactors } from './second-factors.ts'
import { session } from './session.ts'
import { state } from './state.ts'
import { usage } from './usage.ts'
import { users } from './users.ts'
import { volumes } from './volumes.ts'

/**
 * The whole API, by noun. The server, the browser client, the documentation and the tests are derived from
 * this table.
 */
export const apiTable = {
  activity,
  affiliations,
  articles,
  authors,
  cases,
  caseList,
  categories,
  citations,
  decisions,
  deposits,
  editorialMembers,
  figures,
  files,
  fullTextDrafts,
  fullTexts,
  emails,
  keywords,
  manuscripts,
  invitations,
  ownData,
  pages,
  readiness,
  relatedArticles,
  reviewers,
  reviews,
  reviewReports,
  search,
  secondFactors,
  session,
  state,
  usage,
  users,
  volumes,
}

export type Api = Client<typeof apiTable>
