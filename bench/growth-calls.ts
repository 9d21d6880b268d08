import { API_PREFIX } from '../src/contract/rules/site/path-roots.ts'
import { ARTICLE_SORTS, ARTICLE_STATUSES } from '../src/contract/rules/articles/article-policy.ts'
import { anApproval, approve, aSubmission, Caller, submit } from './api.ts'
import type { Archive } from './archive.ts'
import { AUTHOR_EMAIL, publicArticles, RARE_ARTICLES, RARE_WORD } from './articles.ts'
import { ADMIN_EMAIL, type Journal } from './journal.ts'
import { newestArticle } from './load.ts'

/** A journal on one of the two archives, with what its calls need to know. */
export interface Side {
  archive: Archive
  url: string
  author: Caller
  administrator: Caller
  article: string
  category: string
  volume: string
  lastPage: { articles: number; category: number; volume: number; all: number; mine: number }
  /** Submitted, not yet approved. */
  waiting: string[]
}

type Paged = { data: { id: string }[]; meta: { totalPages: number; totalItems: number } }

/** Looks around in a journal, and makes sure that it counts what the archive was made of. */
export async function sideOf(archive: Archive, { url }: Journal): Promise<Side> {
  const [author, administrator] = [new Caller(url, AUTHOR_EMAIL), new Caller(url, ADMIN_EMAIL)]
  const list = (path: string) => administrator.get<Paged>(path)
  const categories = await administrator.get<{ id: string; count: number }[]>('/categories')
  const volumes = await administrator.get<{ id: string; postCount: number }[]>('/volumes/with-counts')
  const [category, volume] = [categories[0]!.id, volumes[1]!.id]
  const everywhere = await list('/posts/published')
  const expected = publicArticles(archive.articles)
  const counted = [
    everywhere.meta.totalItems,
    categories.reduce((sum, { count }) => sum + count, 0),
    volumes.reduce((sum, { postCount }) => sum + postCount, 0),
    (await list('/posts/all?status=published')).meta.totalItems,
  ]
  const rare = (await list(`/posts/all?q=${RARE_WORD}`)).meta.totalItems
  if (counted.some((count) => count !== expected) || rare !== RARE_ARTICLES) {
    throw new Error(`The journal counts ${counted.join(', ')} public articles of ${expected}, and finds ${rare}.`)
  }
  const pages = async (path: string) => (await list(path)).meta.totalPages
  return {
    ...{ archive, url, author, administrator, category, volume },
    article: await newestArticle(url),
    lastPage: {
      articles: everywhere.meta.totalPages,
      category: await pages(`/posts/category/${category}/published`),
      volume: await pages(`/posts/volume/${volume}`),
      all: await pages('/posts/all'),
      mine: (await author.get<Paged>('/posts/my-posts')).meta.totalPages,
    },
    waiting: [],
  }
}

/** One call that is timed. What `prepare` does is not; `ask` gets its result. */
export interface GrowthCall {
  line: string
  /** Raises the site's version first, so that the answer is not kept. */
  isPublic?: true
  prepare?: (side: Side) => Promise<unknown>
  ask: (side: Side, prepared: unknown) => Promise<unknown>
}

const ofPublic = (line: string, path: (side: Side) => string): GrowthCall => ({
  line,
  isPublic: true,
  ask: async (side) => {
    const answer = await fetch(side.url + path(side), { headers: { 'accept-encoding': 'gzip, deflate, br' } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path(side)} is answered with ${answer.status}.`)
  },
})
const ofCall = (line: string, path: (side: Side) => string) => ofPublic(line, (side) => API_PREFIX + path(side))
const ofAdministrator = (line: string, query: (side: Side) => string): GrowthCall => ({
  line: `administrators’ table, ${line}`,
  // A token that is about to expire is not renewed within the time that is measured.
  prepare: ({ administrator }) => administrator.headers(),
  ask: (side) => side.administrator.get(`/posts/all?${query(side)}`),
})

export const CALLS: GrowthCall[] = [
  ofCall('list, first page', () => '/posts/published'),
  ofCall('list, last page', ({ lastPage }) => `/posts/published?page=${lastPage.articles}`),
  ofCall('category, first page', ({ category }) => `/posts/category/${category}/published`),
  ofCall('category, last page', (side) => `/posts/category/${side.category}/published?page=${side.lastPage.category}`),
  ofCall('volume, first page', ({ volume }) => `/posts/volume/${volume}`),
  ofCall('volume, last page', (side) => `/posts/volume/${side.volume}?page=${side.lastPage.volume}`),
  ofCall('counts of categories', () => '/categories'),
  ofCall('counts of volumes', () => '/volumes/with-counts'),
  ofCall('one article', ({ article }) => `/posts/details/${article}`),
  ofPublic('home page', () => '/'),
  ofPublic('/blog, first page', () => '/blog'),
  ofPublic('/blog, last page', ({ lastPage }) => `/blog?page=${lastPage.articles}`),
  ofPublic('category page', ({ category }) => `/category/${category}`),
  ofPublic('volume page', ({ volume }) => `/volume/${volume}`),
  ofPublic('archives page', () => '/archived'),
  ofPublic('article page', ({ article }) => `/blog/${article}`),
  ofPublic('Atom feed', () => '/feed.atom'),
  ofPublic('sitemap.xml', () => '/sitemap.xml'),
  ofAdministrator('first page', () => 'page=1'),
  ofAdministrator('last page', ({ lastPage }) => `page=${lastPage.all}`),
  ...ARTICLE_STATUSES.map((status) => ofAdministrator(`status ${status}`, () => `status=${status}`)),
  ofAdministrator('one category', ({ category }) => `categoryId=${category}`),
  ofAdministrator('a category’s pending', ({ category }) => `categoryId=${category}&status=pending`),
  ...ARTICLE_SORTS.map((sort) => ofAdministrator(`sorted by ${sort}`, () => `sort=${sort}`)),
  ofAdministrator('sorted by title, last page', ({ lastPage }) => `sort=title&page=${lastPage.all}`),
  ofAdministrator('search for a frequent word', () => 'q=drought'),
  ofAdministrator('search for a rare word', () => `q=${RARE_WORD}`),
  ofAdministrator('search for a name', () => `q=${encodeURIComponent('Kovář')}`),
  ofAdministrator(
    'search for two words among the pending, by title',
    () => 'q=roots%20Silene&status=pending&sort=title',
  ),
  ofAdministrator('search for nothing that is there', () => 'q=xylophone'),
  {
    line: 'accounts, first page',
    prepare: ({ administrator }) => administrator.headers(),
    ask: ({ administrator }) => administrator.get('/users'),
  },
  {
    line: 'My Articles, first page',
    prepare: ({ author }) => author.headers(),
    ask: ({ author }) => author.get('/posts/my-posts'),
  },
  {
    line: 'My Articles, last page',
    prepare: ({ author }) => author.headers(),
    ask: ({ author, lastPage }) => author.get(`/posts/my-posts?page=${lastPage.mine}`),
  },
  {
    line: 'a submission',
    prepare: ({ author, category }) => aSubmission(author, category),
    ask: async (side, submission) => {
      side.waiting.push((await submit(side.author, submission)).id)
    },
  },
  {
    line: 'an approval',
    prepare: async (side) => {
      side.waiting[0] ??= (await submit(side.author, await aSubmission(side.author, side.category))).id
      return anApproval(side.administrator)
    },
    ask: (side, approval) => approve(side.administrator, side.waiting.shift()!, approval),
  },
]

/** The largest file that the sitemap names, or the sitemap itself if it has no parts. */
export async function largestPart(side: Side): Promise<string> {
  const index = await (await fetch(`${side.url}/sitemap.xml`)).text()
  const parts = index.includes('<sitemapindex') ? [...index.matchAll(/<loc>([^<]+)</g)] : []
  const sizes: { path: string; bytes: number }[] = []
  for (const [, loc] of parts.slice(0, 3)) {
    const path = new URL(loc!).pathname
    sizes.push({ path, bytes: (await (await fetch(side.url + path)).text()).length })
  }
  return sizes.toSorted((a, b) => b.bytes - a.bytes)[0]?.path ?? '/sitemap.xml'
}
