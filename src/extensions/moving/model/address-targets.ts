import type { OldArticle, OldIssue } from './objects.ts'

/** What an old address showed; ids are those of the old journal. */
export type OldTarget =
  | { kind: 'page'; page: PageName }
  | { kind: 'search'; words: string }
  | { kind: 'issue'; id: string }
  | { kind: 'issue file'; issueId: string; galleyId: string }
  | { kind: 'article'; id: string }
  | { kind: 'file'; articleId: string; galleyId: string }
  | { kind: 'news'; id: string }

export type PageName =
  | 'home'
  | 'archives'
  | 'current issue'
  | 'about'
  | 'masthead'
  | 'search'
  | 'sign in'
  | 'sign up'
  | 'OAI-PMH'
  | 'news'
  | 'feed'
  | 'sitemap'

/** Pages that every journal had, by their normal form; a longer address below one of them is that page too. */
const PAGES: readonly [string, PageName][] = [
  ['about/editorialTeam', 'masthead'],
  ['about/editorialMasthead', 'masthead'],
  ['about/displayMembership', 'masthead'],
  ['about', 'about'],
  ['issue/archive', 'archives'],
  ['issue/current', 'current issue'],
  ['search', 'search'],
  ['login', 'sign in'],
  ['user/register', 'sign up'],
  ['oai', 'OAI-PMH'],
  ['announcement', 'news'],
  ['gateway/plugin/WebFeedGatewayPlugin', 'feed'],
  ['gateway/plugin/AnnouncementFeedGatewayPlugin', 'feed'],
  ['feed', 'feed'],
  ['sitemap', 'sitemap'],
]

/** Ways of older versions to show an article, and to give a file. */
const VIEWS = ['view', 'viewArticle', 'viewPDFInterstitial', 'viewDownloadInterstitial', 'viewHTMLInterstitial']
const DOWNLOADS = ['download', 'viewFile', 'downloadFile']

/** An address of an article or issue in the one spelling in which `addressesOf…` tell it. */
export function samePath(path: string): string {
  const [page = '', op = '', ...rest] = path.split('/')
  // The reading tools: 'rt/metadata/3/0' was about article 3.
  if (page === 'rt') return rest[0] ? `article/view/${rest[0]}` : path
  if (page !== 'article' && page !== 'issue') return path
  // A version has the same page and the same files as its article.
  const names = rest[1] === 'version' ? [rest[0]!, ...rest.slice(3)] : rest
  if (page === 'article' && VIEWS.includes(op)) return ['article/view', ...names.slice(0, 2)].join('/')
  // A third name told the file of an HTML galley.
  if (DOWNLOADS.includes(op)) return [`${page}/download`, ...names.slice(0, 2)].join('/')
  return path
}

/** The page of a normal form that is one of the journal's own; search words stay. */
export function pageTarget(path: string, query: string): OldTarget | undefined {
  if (path === '') return { kind: 'page', page: 'home' }
  const news = /^announcement\/view\/([1-9]\d{0,9})$/.exec(path)?.[1]
  if (news) return { kind: 'news', id: news }
  const page = PAGES.find(([known]) => path === known || path.startsWith(`${known}/`))?.[1]
  const words = page === 'search' ? new URLSearchParams(query).get('query') : null
  if (words) return { kind: 'search', words }
  return page && { kind: 'page', page }
}

/**
 * The addresses of an article: by its id, and by every other name that any of its versions had, its page and that of each
 * galley; and the addresses that gave a file. Only what was public has any.
 */
export function* addressesOfArticle(article: OldArticle): Iterable<[path: string, target: OldTarget]> {
  const names = namesOf([
    article.id,
    ...article.versions.flatMap(({ urlPath, otherIds }) => [urlPath, otherIds['publisher-id']]),
  ])
  for (const name of names) {
    yield [`article/view/${name}`, { kind: 'article', id: article.id }]
    for (const galley of article.versions.flatMap(({ galleys }) => galleys)) {
      for (const own of namesOf([galley.id, galley.urlPath, galley.otherIds['publisher-id']])) {
        yield [`article/view/${name}/${own}`, { kind: 'article', id: article.id }]
        yield [`article/download/${name}/${own}`, { kind: 'file', articleId: article.id, galleyId: galley.id }]
      }
    }
  }
}

/** The addresses of a published issue, and those of the files of the whole of it. */
export function* addressesOfIssue(issue: OldIssue): Iterable<[path: string, target: OldTarget]> {
  if (!issue.isPublished) return
  for (const name of namesOf([issue.id, issue.urlPath, issue.otherIds['publisher-id']])) {
    yield [`issue/view/${name}`, { kind: 'issue', id: issue.id }]
    for (const galley of issue.galleys) {
      for (const own of namesOf([galley.id, galley.urlPath])) {
        const target = { kind: 'issue file', issueId: issue.id, galleyId: galley.id } as const
        yield [`issue/view/${name}/${own}`, target]
        yield [`issue/download/${name}/${own}`, target]
      }
    }
  }
}

const namesOf = (names: readonly (string | null | undefined)[]): Set<string> =>
  new Set(names.filter((name): name is string => Boolean(name)))
