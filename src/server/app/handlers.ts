import { apiTable } from '../../contract/api/api.ts'
import { activityHandlers } from '../activity/handlers.ts'
import { affiliationHandlers } from '../affiliations/handlers.ts'
import { articleHandlers } from '../articles/handlers.ts'
import { browsingHandlers } from '../browsing/handlers.ts'
import { searchHandlers } from '../article-search/handlers.ts'
import { fullTextDraftHandlers } from '../articles/full-text/handlers.ts'
import { fullTextHandlers } from '../articles/full-text-handlers.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import type { ApiCall, ApiCalls, Handler, Handlers } from '../call.ts'
import { caseHandlers } from '../peer-review/case/handlers.ts'
import { categoryHandlers } from '../categories/handlers.ts'
import { citationHandlers } from '../discovery/handlers.ts'
import { editorialMembersHandlers } from '../editorial-members/handlers.ts'
import { fileHandlers } from '../files/handlers.ts'
import { depositHandlers } from '../crossref/handlers.ts'
import { emailHandlers } from '../email/handlers.ts'
import { caseListHandlers } from '../peer-review/today/handlers.ts'
import { figuresHandlers } from '../peer-review/figures/handlers.ts'
import { invitationHandlers } from '../peer-review/invite/handlers.ts'
import { decisionHandlers } from '../peer-review/decide/handlers.ts'
import { ownDataHandlers } from '../own-data/handlers.ts'
import { pageHandlers } from '../pages/handlers.ts'
import { reviewHandlers } from '../peer-review/link/handlers.ts'
import { reviewReportHandlers } from '../peer-review/report/handlers.ts'
import { manuscriptHandlers } from '../peer-review/author/handlers.ts'
import { stateHandlers } from '../operating/handlers.ts'
import { readinessHandlers } from '../readiness/handlers.ts'
import { reviewerHandlers } from '../reviewers/handlers.ts'
import { secondFactorHandlers } from '../session/second-factor-handlers.ts'
import { sessionHandlers } from '../session/handlers.ts'
import { usageHandlers } from '../usage/handlers.ts'
import { userHandlers } from '../users/handlers.ts'
import { usersAdminHandlers } from '../users-admin/handlers.ts'
import { volumeHandlers } from '../volumes/handlers.ts'
import { ownDataParts, REVIEWER_PARTS } from './own-data-parts.ts'
import type { Resources } from './resources.ts'

/** The handler of each API endpoint. */
const handlers: Handlers<typeof apiTable, Resources> = {
  activity: activityHandlers,
  affiliations: affiliationHandlers,
  articles: articleHandlers,
  authors: browsingHandlers.authors,
  cases: caseHandlers,
  caseList: caseListHandlers,
  categories: categoryHandlers,
  citations: citationHandlers,
  decisions: decisionHandlers,
  deposits: depositHandlers,
  editorialMembers: editorialMembersHandlers,
  figures: figuresHandlers,
  files: fileHandlers,
  fullTextDrafts: fullTextDraftHandlers,
  fullTexts: fullTextHandlers,
  emails: emailHandlers,
  keywords: browsingHandlers.keywords,
  manuscripts: manuscriptHandlers,
  invitations: invitationHandlers,
  ownData: ownDataHandlers(ownDataParts),
  pages: pageHandlers,
  readiness: readinessHandlers,
  relatedArticles: browsingHandlers.relatedArticles,
  reviewers: reviewerHandlers(REVIEWER_PARTS),
  reviews: reviewHandlers,
  reviewReports: reviewReportHandlers,
  search: searchHandlers,
  secondFactors: secondFactorHandlers,
  session: sessionHandlers,
  state: stateHandlers,
  usage: usageHandlers,
  users: { ...userHandlers, ...usersAdminHandlers },
  volumes: volumeHandlers,
}

/** The API's endpoints, bound to these resources. */
export function apiCalls(resources: Resources): ApiCalls {
  const handlerOf = handlers as unknown as Record<string, Record<string, Handler<Endpoint, Resources>>>
  const callsOf = (noun: string, verbs: Record<string, Endpoint>) =>
    Object.entries(verbs).map(([verb, endpoint]): [string, ApiCall] => {
      const handler = handlerOf[noun]![verb]!
      return [verb, [endpoint, (context, input) => handler({ ...resources, ...context }, input)]]
    })
  return Object.fromEntries(
    Object.entries(apiTable).map(([noun, verbs]) => [noun, Object.fromEntries(callsOf(noun, verbs))]),
  )
}
