import { activity, emails } from './activity.ts'
import { authorship } from './authorship.ts'
import { affiliations } from './contributors.ts'
import { announcements } from './announcements.ts'
import { bankDetails } from './bank-details.ts'
import { issues } from './issues.ts'
import { articles } from './articles.ts'
import { cases } from './cases.ts'
import { caseList } from './case-list.ts'
import { bulk } from './bulk-articles.ts'
import { categories } from './categories.ts'
import { citations } from './citations.ts'
import { decisions } from './decisions.ts'
import { deposits } from './deposits.ts'
import { duties } from './duties.ts'
import { observing } from './observing.ts'
import { production } from './production.ts'
import { editorialBoard } from './editorial-board.ts'
import { editorialMembers } from './editorial-members.ts'
import type { Client } from './endpoint.ts'
import { fees } from './fees.ts'
import { invoices } from './invoices.ts'
import { follows } from './follows.ts'
import { figures } from './statistics.ts'
import { files } from './files.ts'
import { noticePreviews } from './notice-previews.ts'
import { articlePdfs } from './article-pdfs.ts'
import { fullTextDrafts, fullTexts } from './full-texts.ts'
import { funders } from './funders.ts'
import { manuscripts } from './manuscripts.ts'
import { invitations } from './invitations.ts'
import { nameChanges } from './name-changes.ts'
import { noticeAnswers, notices } from './notices.ts'
import { ownData } from './personal-data.ts'
import { publishedReviews } from './published-reviews.ts'
import { pages } from './pages.ts'
import { readiness } from './indexing-checklist.ts'
import { authors, keywords, relatedArticles } from './related.ts'
import { retractedReferences } from './retracted-references.ts'
import { reports, requests } from './requests.ts'
import { reviewers } from './reviewers.ts'
import { reviews } from './reviews.ts'
import { reviewReports } from './review-reports.ts'
import { samples } from './samples.ts'
import { search } from './search.ts'
import { secondFactors } from './second-factors.ts'
import { session } from './session.ts'
import { redirects } from './redirects.ts'
import { settings } from './settings.ts'
import { settingUp } from './setting-up.ts'
import { state } from './health.ts'
import { submissionDrafts } from './submission-drafts.ts'
import { tour } from './tour.ts'
import { usage } from './usage.ts'
import { users } from './users.ts'
import { versions } from './versions.ts'
import { volumes } from './volumes.ts'

/**
 * The whole API, by noun. The server, the browser client, the documentation and the tests are derived from
 * this table.
 */
export const apiTable = {
  activity,
  affiliations,
  announcements,
  duties,
  observing,
  production,
  articles,
  authors,
  authorship,
  bankDetails,
  cases,
  caseList,
  bulk,
  categories,
  citations,
  decisions,
  deposits,
  editorialBoard,
  editorialMembers,
  fees,
  invoices,
  figures,
  follows,
  files,
  fullTextDrafts,
  articlePdfs,
  noticePreviews,
  fullTexts,
  funders,
  emails,
  keywords,
  manuscripts,
  invitations,
  nameChanges,
  noticeAnswers,
  notices,
  ownData,
  pages,
  publishedReviews,
  readiness,
  relatedArticles,
  reports,
  requests,
  retractedReferences,
  reviewers,
  reviews,
  reviewReports,
  samples,
  search,
  secondFactors,
  session,
  redirects,
  settings,
  settingUp,
  state,
  submissionDrafts,
  tour,
  usage,
  users,
  versions,
  volumes,
  issues,
}

export type Api = Client<typeof apiTable>
