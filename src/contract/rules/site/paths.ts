import { anchorOf } from '../text/plain-text.ts'
import type { Role } from '../accounts/access.ts'
import { ARTICLES_PATH } from './path-roots.ts'

/** Every page path of the site. Patterns (`:id`) are for the route table, functions make links. */
export const paths = {
  home: '/',
  articles: ARTICLES_PATH,
  article: (id: string) => `/blog/${id}`,
  /** The final PDF: next to the article's page and ending in .pdf, as Google Scholar requires. */
  articlePdf: (id: string) => `/blog/${id}.pdf`,
  articleBibtex: (id: string) => `/blog/${id}.bib`,
  articleRis: (id: string) => `/blog/${id}.ris`,
  articleEndNote: (id: string) => `/blog/${id}.enw`,
  articleCsl: (id: string) => `/blog/${id}.csl.json`,
  articleCard: (id: string) => `/blog/${id}/card.png`,
  articleLinkset: (id: string) => `/blog/${id}.linkset.json`,
  articleJats: (id: string) => `/blog/${id}.xml`,
  articleSupplement: (id: string, file: string) => `/blog/${id}/supplement/${file}`,
  articleFigure: (id: string, name: string) => `/blog/${id}/figures/${name}`,
  /** A version that has been replaced; its files; and what differs between two. */
  articleVersion: (id: string, number: number) => `/blog/${id}/v/${number}`,
  versionPdf: (id: string, number: number) => `/blog/${id}/v/${number}.pdf`,
  versionXml: (id: string, number: number) => `/blog/${id}/v/${number}.xml`,
  articleOriginalPdf: (id: string) => `/blog/${id}/original.pdf`,
  /** The same of each version. */
  versionOriginalPdf: (id: string, number: number) => `/blog/${id}/v/${number}/original.pdf`,
  articleCompare: (id: string, from: number, to: number) => `/blog/${id}/compare/${from}/${to}`,
  /** Every version with the hashes of its files; `.json` for programs. */
  articleStatus: (id: string) => `/blog/${id}/status`,
  /** The published reports, letters of decision and replies. */
  articleReviews: (id: string) => `/blog/${id}/reviews`,
  /** Where a reader reports a problem with an article. */
  reportProblem: (id: string) => `/blog/${id}/report`,
  categories: '/categories',
  category: (id: string) => `/category/${id}`,
  keyword: (slug: string) => `/keyword/${slug.startsWith(':') ? slug : encodeURIComponent(slug)}`,
  /** By an ORCID iD or the id of a contributor (`authorKey`). Paths are in small letters. */
  author: (key: string) => `/author/${key.toLowerCase()}`,
  search: '/search',
  archives: '/archived',
  volume: (id: string) => `/volume/${id}`,
  volumeJats: (id: string) => `/volume/${id}.zip`,
  volumeBag: (id: string) => `/volume/${id}.bag.zip`,
  about: '/about',
  /** The texts of a page that have been in force, and one of them. */
  pageVersions: (slug: string) => `${contentPath(slug)}/versions`,
  pageVersion: (slug: string, number: number) => `${contentPath(slug)}/versions/${number}`,
  editorialMembers: '/editorial-members',
  /** The part of the policy page with the times that reviews have taken. */
  reviewFigures: '/peer-review#how-long-review-takes',
  unauthorized: '/unauthorized',
  login: '/login',
  signup: '/signup',
  dashboard: '/dashboard',
  submit: '/dashboard/add-submission',
  editProfile: '/dashboard/edit-profile',
  security: '/dashboard/security',
  /** All that the journal holds of a person, and the end of their account. */
  yourData: '/dashboard/your-data',
  /** An author's own manuscript, until it is published. */
  manuscript: (id: string) => `/dashboard/articles/${id}`,
  /** The same, right after it was submitted: what happens next. */
  received: (id: string) => `/dashboard/articles/${id}?received`,
  /** What an author has asked for about a published article, and where more is asked for. */
  ownRequests: (articleId: string) => `/dashboard/articles/${articleId}/requests`,
  ownRequest: (id: string) => `/dashboard/requests/${id}`,
  /** The peer review of a manuscript, for everybody who edits it. */
  cases: '/cases',
  guide: '/cases/guide',
  case: (id: string) => `/cases/${id}`,
  inviteReviewers: (id: string) => `/cases/${id}/invite`,
  decide: (id: string) => `/cases/${id}/decide`,
  /** What people with duties work on who are no administrators. */
  desk: '/desk',
  deskFigures: '/desk/figures',
  deskFees: '/desk/fees',
  deskManuscripts: '/desk/manuscripts',
  deskSettings: '/desk/settings',
  deskProduction: '/desk/production',
  deskProducedArticle: (id: string) => `/desk/production/${id}`,
  deskVolumes: '/desk/volumes',
  deskVolume: (id: string) => `/desk/volumes/${id}`,
  /** Where someone who was invited to a duty accepts it. It needs their account, so the address is no secret. */
  dutyInvitation: (id: string) => `/desk/invitations/${id}`,
  admin: '/admin',
  adminListings: '/admin/listings',
  /** Research Listings with the details of one article. */
  listedArticle: (id: string) => `/admin/listings?article=${id}`,
  adminArticle: (id: string) => `/admin/articles/${id}/edit`,
  /** The same, with the request that asks for the change beside it. */
  requestedChange: (id: string, request: string) => `/admin/articles/${id}/edit?request=${request}`,
  adminCategories: '/admin/categories',
  adminVolumes: '/admin/volumes',
  adminVolume: (id: string) => `/admin/volumes/${id}`,
  adminFees: '/admin/fees',
  adminNews: '/admin/news',
  /** `NEW_ITEM`: one that is not published yet. */
  adminNewsItem: (id: string) => `/admin/news/${id}`,
  adminEditorialMembers: '/admin/editorial-members',
  adminBoard: '/admin/editorial-members/board',
  adminReviewers: '/admin/reviewers',
  adminUsers: '/admin/users',
  adminRoles: '/admin/users/roles',
  adminActivity: '/admin/activity',
  adminSettings: '/admin/settings',
  adminSettingsArea: (id: string) => `/admin/settings/${id}`,
  adminSettingsHistory: '/admin/settings/history',
  adminTexts: '/admin/settings/texts',
  adminText: (kind: string, slug: string) => `/admin/settings/texts/${kind}/${slug}`,
  adminReadiness: '/admin/readiness',
  adminDeposits: '/admin/readiness/deposits',
  adminReferences: '/admin/readiness/references',
  adminState: '/admin/state',
  adminFigures: '/admin/figures',
  adminUsage: '/admin/usage',
  adminEditProfile: '/admin/edit-profile',
  adminSecurity: '/admin/security',
  adminYourData: '/admin/your-data',
  forgotPassword: '/forgot-password',
  /** The secret of an email link is in the fragment, which browsers do not send to the server. */
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  /** A reviewer's page: the link's secret is in the fragment. */
  review: '/review',
  /** The page of someone who is named as an author: the link's secret is in the fragment. */
  authorship: '/authorship',
  /** The page of an author who is asked about the draft of a notice: the link's secret is in the fragment. */
  noticeAnswer: '/notice',
  /** Where someone gives an address to follow the journal or, with `article`, one article; also as a form's address. */
  follow: '/follow',
  followArticle: (id: string) => `/follow?article=${id}`,
  /** What is followed with an address: the link's secret is in the fragment. */
  following: '/following',
  /** Where following ends: programs for email send the link's secret themselves, so it is in the query. */
  unfollow: '/unfollow',
  /** One's own report: the link's secret is in the fragment. */
  report: '/report',
  /** All notices about published articles. */
  notices: '/notices',
  /** Announcements and calls for papers. */
  news: '/news',
  newsItem: (slug: string) => `/news/${slug}`,
  noticesFeed: '/notices.atom',
  /** An editor's desk for one notice, to draft and to sign it; and what its publication has changed. */
  notice: (id: string) => `/admin/notices/${id}`,
  noticeReach: (id: string) => `/admin/notices/${id}/reach`,
  /** A request about a published article, for the editors. */
  request: (id: string) => `/admin/requests/${id}`,
  atomFeed: '/feed.atom',
  sitemap: '/sitemap.xml',
  openSearch: '/opensearch.xml',
  oai: '/oai',
  /** The pages for archives that keep the journal. */
  lockss: '/lockss',
  doaj: '/doaj',
  doajArticle: (id: string) => `/doaj/${id}.json`,
  lockssVolume: (id: string) => `/lockss/${id}`,
  apiDocs: '/api/docs',
} as const

/** The query parameter with the secret of a link that ends following. */
export const UNFOLLOW_SECRET = 'k'

/** The landing page after signing in, and the pages of one's own account, by role. */
export const HOMES: Record<Role, { home: string; editProfile: string; security: string; yourData: string }> = {
  author: {
    home: paths.dashboard,
    editProfile: paths.editProfile,
    security: paths.security,
    yourData: paths.yourData,
  },
  admin: {
    home: paths.admin,
    editProfile: paths.adminEditProfile,
    security: paths.adminSecurity,
    yourData: paths.adminYourData,
  },
}

export const policyPath = (slug: (typeof POLICY_PAGES)[number]['slug']): string => `/${slug}`

/** The Terms of Service are a section of a policy page. */
export const TERMS_HEADING = 'Terms of Service'
export const termsPath = `${policyPath('editorial-policy')}#${anchorOf(TERMS_HEADING)}`

/** How to report a security problem is a section of the about page. */
export const SECURITY_HEADING = 'Security problems'
export const securityPath = `${paths.about}#${anchorOf(SECURITY_HEADING)}`

/** The path of one page of a list, with its filters (`?q=…`): the first page has no page parameter. */
export const pageHref = (path: string, page: number): string =>
  page > 1 ? `${path}${path.includes('?') ? '&' : '?'}page=${page}` : path

/** The names in a call's path; the browser asks for them without the schemas of calls. */
export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

export const inputTravelsInQuery = (method: string): boolean => method === 'GET' || method === 'DELETE'

/** The pages edited as Markdown under `content/`: about and the eight policies. */
export const POLICY_PAGES = [
  { slug: 'submission-guidelines', title: 'Submission Guidelines' },
  { slug: 'privacy-statement', title: 'Privacy Statement' },
  { slug: 'peer-review', title: 'Peer Review Process' },
  { slug: 'editorial-policy', title: 'Editorial Policy' },
  { slug: 'copyright-notice', title: 'Copyright Notice' },
  { slug: 'open-access-policy', title: 'Open Access Policy' },
  { slug: 'publication-ethics', title: 'Publication Ethics' },
  { slug: 'publication-fee', title: 'Publication Fee' },
] as const

export const CONTENT_SLUGS = ['about', ...POLICY_PAGES.map((page) => page.slug)] as const

const FIXED_SLUGS: ReadonlySet<string> = new Set(CONTENT_SLUGS)

/** The path of a page of texts: those that a journal adds are at addresses that no later route can meet. */
export const contentPath = (slug: string): string => (FIXED_SLUGS.has(slug) ? `/${slug}` : `/pages/${slug}`)

/** The formats of the feeds of new articles. */
export const FEED_FORMATS = [
  { format: 'atom', name: 'Atom', type: 'application/atom+xml' },
  { format: 'rss', name: 'RSS', type: 'application/rss+xml' },
  { format: 'json', name: 'JSON Feed', type: 'application/feed+json' },
] as const

export type FeedFormat = (typeof FEED_FORMATS)[number]['format']

/** The path of a feed of the news. */
export const newsFeedPath = (format: FeedFormat): string => `${paths.news}/feed.${format}`

/** The path of the journal's feed, or of a category's. */
export const feedPath = (format: FeedFormat, categoryId?: string): string =>
  `${categoryId === undefined ? '' : paths.category(categoryId)}/feed.${format}`
