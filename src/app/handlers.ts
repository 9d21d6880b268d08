import { apiTable } from '../contract/api/api.ts'
import { authorshipHandlers } from '../journal/peer-review/authorship/handlers.ts'
import { activityHandlers } from '../journal/accounts/activity/handlers.ts'
import { affiliationHandlers } from '../journal/publication/affiliations/handlers.ts'
import { dutyHandlers } from '../journal/accounts/duties/handlers.ts'
import { productionHandlers } from '../journal/peer-review/production/handlers.ts'
import { observingHandlers } from '../journal/peer-review/observing/handlers.ts'
import { issueHandlers } from '../journal/publication/issues/handlers.ts'
import { announcementHandlers } from '../journal/publication/announcements/handlers.ts'
import { articleHandlers } from '../journal/publication/articles/handlers.ts'
import { bulkHandlers } from '../journal/publication/articles/bulk/handlers.ts'
import { fullTextDraftHandlers, fullTextHandlers } from '../journal/publication/articles/full-text/handlers.ts'
import { funderHandlers } from '../journal/publication/funders/handlers.ts'
import { noticePreviewHandlers } from '../journal/publication/notices/preview.ts'
import { articlePdfHandlers } from '../journal/publication/articles/typeset/handlers.ts'
import type { Endpoint } from '../contract/api/endpoint.ts'
import type { ApiCall, ApiCalls, Handler, Handlers } from '../platform/call.ts'
import { caseHandlers } from '../journal/peer-review/case/handlers.ts'
import { categoryHandlers } from '../journal/publication/categories/handlers.ts'
import { retractedReferenceHandlers } from '../journal/publication/references/handlers.ts'
import { relatedHandlers, citationHandlers, searchHandlers } from '../journal/discovery/handlers.ts'
import { editorialBoardHandlers } from '../journal/publication/editorial-members/board-handlers.ts'
import { editorialMembersHandlers } from '../journal/publication/editorial-members/handlers.ts'
import { bankDetailsHandlers } from '../journal/fees/bank-details/handlers.ts'
import { feeHandlers } from '../journal/fees/handlers.ts'
import { invoiceHandlers } from '../journal/fees/invoices/handlers.ts'
import { fileHandlers } from '../journal/publication/files/handlers.ts'
import { emailHandlers } from '../journal/accounts/activity/email-handlers.ts'
import { caseListHandlers } from '../journal/peer-review/today/handlers.ts'
import { statisticsHandlers } from '../journal/peer-review/statistics/handlers.ts'
import { invitationHandlers } from '../journal/peer-review/invite/handlers.ts'
import { decisionHandlers } from '../journal/peer-review/decide/handlers.ts'
import { personalDataHandlers } from '../journal/accounts/personal-data/handlers.ts'
import { followHandlers } from '../journal/publication/following/handlers.ts'
import { nameChangeHandlers } from '../journal/publication/names/handlers.ts'
import { noticeAnswerHandlers, noticeHandlers } from '../journal/publication/notices/handlers.ts'
import { reportHandlers, requestHandlers } from '../journal/publication/requests/handlers.ts'
import type { OwnSite } from '../journal/publication/notices/reach.ts'
import { pageHandlers } from '../journal/publication/pages/handlers.ts'
import { reviewHandlers } from '../journal/peer-review/link/handlers.ts'
import { reviewReportHandlers } from '../journal/peer-review/report/handlers.ts'
import { manuscriptHandlers } from '../journal/peer-review/author/handlers.ts'
import { reviewerHandlers } from '../journal/peer-review/reviewers/handlers.ts'
import { secondFactorHandlers } from '../journal/accounts/sessions/second-factor-handlers.ts'
import { tourHandlers } from '../journal/accounts/tour/handlers.ts'
import { redirectHandlers } from '../journal/publication/redirects/handlers.ts'
import { settingsHandlers } from '../journal/settings/handlers.ts'
import { settingUpHandlers } from '../journal/settings/setting-up/handlers.ts'
import { sessionHandlers } from '../journal/accounts/sessions/handlers.ts'
import { submissionDraftHandlers } from '../journal/publication/submission-drafts/handlers.ts'
import { userHandlers } from '../journal/accounts/users/handlers.ts'
import { usersAdminHandlers } from '../journal/accounts/administration/handlers.ts'
import { publishedReviewHandlers } from '../journal/peer-review/published/handlers.ts'
import { versionHandlers } from '../journal/publication/versions/handlers.ts'
import { volumeHandlers } from '../journal/publication/volumes/handlers.ts'
import { extensions } from './extensions.ts'
import { personalDataParts, REVIEWER_PARTS } from './personal-data-parts.ts'
import type { Resources } from './resources.ts'

/** What calls are answered with: the resources, and the site that they belong to. */
type Answering = Resources & { readonly ownSite: OwnSite }

/** Nouns that extensions answer. */
type OfExtensions = 'deposits' | 'readiness' | 'samples' | 'state' | 'usage'

/** The handler of each API endpoint besides. */
const ownHandlers: Omit<Handlers<typeof apiTable, Answering>, OfExtensions> = {
  activity: activityHandlers,
  affiliations: affiliationHandlers,
  announcements: announcementHandlers,
  bankDetails: bankDetailsHandlers,
  duties: dutyHandlers,
  observing: observingHandlers,
  production: productionHandlers,
  issues: issueHandlers,
  articles: articleHandlers,
  bulk: bulkHandlers,
  authors: relatedHandlers.authors,
  authorship: authorshipHandlers,
  cases: caseHandlers,
  caseList: caseListHandlers,
  categories: categoryHandlers,
  retractedReferences: retractedReferenceHandlers,
  citations: citationHandlers,
  decisions: decisionHandlers,
  editorialBoard: editorialBoardHandlers,
  editorialMembers: editorialMembersHandlers,
  fees: feeHandlers,
  invoices: invoiceHandlers,
  follows: followHandlers,
  figures: statisticsHandlers,
  files: fileHandlers,
  fullTextDrafts: fullTextDraftHandlers,
  articlePdfs: articlePdfHandlers,
  noticePreviews: noticePreviewHandlers,
  fullTexts: fullTextHandlers,
  funders: funderHandlers,
  emails: emailHandlers,
  keywords: relatedHandlers.keywords,
  manuscripts: manuscriptHandlers,
  invitations: invitationHandlers,
  nameChanges: nameChangeHandlers,
  noticeAnswers: noticeAnswerHandlers,
  notices: noticeHandlers,
  reports: reportHandlers,
  requests: requestHandlers,
  ownData: personalDataHandlers(personalDataParts),
  pages: pageHandlers,
  publishedReviews: publishedReviewHandlers,
  relatedArticles: relatedHandlers.relatedArticles,
  reviewers: reviewerHandlers(REVIEWER_PARTS),
  reviews: reviewHandlers,
  reviewReports: reviewReportHandlers,
  search: searchHandlers,
  secondFactors: secondFactorHandlers,
  session: sessionHandlers,
  redirects: redirectHandlers,
  settings: settingsHandlers,
  settingUp: settingUpHandlers,
  submissionDrafts: submissionDraftHandlers,
  tour: tourHandlers,
  users: { ...userHandlers, ...usersAdminHandlers },
  versions: versionHandlers,
  volumes: volumeHandlers,
}

const handlers: object = Object.assign({}, ownHandlers, ...extensions.map((extension) => extension.handlers))
const handlerOf = handlers as Record<string, Record<string, Handler<Endpoint, Answering>>>

/** The part of the API that is answered: the nouns of an extension that was taken out have no calls. */
export const answeredApi = Object.fromEntries(Object.entries(apiTable).filter(([noun]) => noun in handlerOf))

/** The API's endpoints, bound to these resources. */
export function apiCalls(resources: Answering): ApiCalls {
  const callsOf = (noun: string, verbs: Record<string, Endpoint>) =>
    Object.entries(verbs).map(([verb, endpoint]): [string, ApiCall] => {
      const handler = handlerOf[noun]![verb]!
      return [verb, [endpoint, (context, input) => handler({ ...resources, ...context }, input)]]
    })
  return Object.fromEntries(
    Object.entries(answeredApi).map(([noun, verbs]) => [noun, Object.fromEntries(callsOf(noun, verbs))]),
  )
}
