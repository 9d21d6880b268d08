import {
  isDoubted,
  publicTitle,
  slugWithStanding,
  TITLE_PREFIX,
  type Standing,
} from '../../../contract/rules/articles/notices.ts'
import { API_PREFIX } from '../../../contract/rules/site/path-roots.ts'
import { FEED_FORMATS, feedPath, paths } from '../../../contract/rules/site/paths.ts'
import { decodeEntities, plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { notices } from '../../../contract/api/notices.ts'
import type { OutputOf } from '../../../contract/api/endpoint.ts'

export type CopySeen = OutputOf<(typeof notices)['reach']>['copies'][number]

/** An article of which copies are looked at, and the notice that has changed it. */
export interface Copied {
  id: string
  title: string
  doi: string | null
  standing: Standing
  categoryId: string
  volumeId: string | null
  hasPdf: boolean
  /** Earlier versions that readers may see, newest first, and which files they have. */
  former: readonly { number: number; hasPdf: boolean; hasXml: boolean }[]
  /** The article that the notice is, and its DOI. */
  noticeId: string
  noticeDoi: string | null
}

/**
 * What a copy has to say. `mark`: the word before the title, or, where the standing has none, the notice; `title`: the word
 * before the title, where the standing has one; `notice`: the notice; `name`: the standing in the name of the file, whose
 * pages show it too; `address`: that there is such a page.
 */
type Says = 'mark' | 'title' | 'notice' | 'name' | 'address'

export interface CopyToSee {
  group: CopySeen['group']
  name: string
  address: string
  says: Says
  /** No fault if it is not there, as in lists of the newest articles. */
  mayLack?: true
  /** Only this part of the copy counts. */
  part?: (body: string) => string
}

const TITLE_TAG = /<title>[^<]{0,2000}<\/title>/g
const SCHOLAR_TAG = /<meta name="citation_title"[^>]{0,2000}>/g
const DUBLIN_TAG = /<meta name="dc\.title"[^>]{0,2000}>/gi
const SCHEMA_ORG = /<script type="application\/ld\+json"[\s\S]{0,200000}?<\/script>/g

const all = (found: Iterable<RegExpExecArray>): string => [...found].map(([whole]) => whole).join('\n')

/** Every public copy of an article that a notice has changed. */
export function copiesOf({ id, title, standing, categoryId, volumeId, hasPdf, former }: Copied): CopyToSee[] {
  const page = paths.article(id)
  const api = (path: string) => `${API_PREFIX}${path}`
  const query = encodeURIComponent(plainTitle(title).slice(0, 100))
  return [
    { group: 'Pages', name: 'Article', address: page, says: 'mark' },
    { group: 'Pages', name: 'All articles', address: paths.articles, says: 'title', mayLack: true },
    { group: 'Pages', name: 'Category', address: paths.category(categoryId), says: 'title', mayLack: true },
    { group: 'Pages', name: 'Search', address: `${paths.search}?q=${query}`, says: 'title', mayLack: true },
    { group: 'Pages', name: 'Notices', address: paths.notices, says: 'notice' },
    ...(volumeId === null
      ? []
      : [
          { group: 'Pages' as const, name: 'Volume', address: paths.volume(volumeId), says: 'title' as const },
          { group: 'Archives' as const, name: 'LOCKSS', address: paths.lockssVolume(volumeId), says: 'title' as const },
        ]),
    ...(hasPdf
      ? [
          { group: 'Files' as const, name: 'PDF', address: paths.articlePdf(id), says: 'name' as const },
          {
            group: 'Files' as const,
            name: 'PDF, original',
            address: paths.articleOriginalPdf(id),
            says: 'name' as const,
          },
        ]
      : []),
    ...former.flatMap((version) => copiesOfVersion(id, standing, version)),
    { group: 'Files', name: 'JATS', address: paths.articleJats(id), says: 'mark' },
    { group: 'Citations', name: 'BibTeX', address: paths.articleBibtex(id), says: 'mark' },
    { group: 'Citations', name: 'RIS', address: paths.articleRis(id), says: 'mark' },
    { group: 'Citations', name: 'EndNote', address: paths.articleEndNote(id), says: 'mark' },
    { group: 'Citations', name: 'CSL', address: paths.articleCsl(id), says: 'mark' },
    { group: 'Citations', name: 'Styles', address: api(`/posts/${id}/citations`), says: 'title' },
    ...FEED_FORMATS.map(({ format }) => ({
      ...{ group: 'Feeds and harvesters' as const, name: `Feed, ${format}`, address: feedPath(format) },
      ...{ says: 'title' as const, mayLack: true as const },
    })),
    { group: 'Feeds and harvesters', name: 'Feed of notices', address: paths.noticesFeed, says: 'notice' },
    ...['oai_dc', 'jats'].map((format) => ({
      ...{ group: 'Feeds and harvesters' as const, name: `OAI-PMH, ${format}`, says: 'mark' as const },
      address: `${paths.oai}?verb=GetRecord&metadataPrefix=${format}&identifier=${OAI_ID}${id}`,
    })),
    // None without an ISSN.
    { group: 'Feeds and harvesters', name: 'DOAJ', address: paths.doajArticle(id), says: 'title', mayLack: true },
    { group: 'Feeds and harvesters', name: 'Article, API', address: api(`/posts/details/${id}`), says: 'notice' },
    {
      group: 'Feeds and harvesters',
      name: 'Search, API',
      address: api(`/search?q=${query}`),
      says: 'title',
      mayLack: true,
    },
    { group: 'Feeds and harvesters', name: 'Sitemap', address: paths.sitemap, says: 'address' },
    {
      ...{ group: 'Inside the page', name: 'Title for search engines', address: page, says: 'title' },
      part: (body) => all(body.matchAll(TITLE_TAG)),
    },
    {
      ...{ group: 'Inside the page', name: 'Tags for Google Scholar', address: page, says: 'title' },
      part: (body) => all(body.matchAll(SCHOLAR_TAG)),
    },
    {
      ...{ group: 'Inside the page', name: 'Dublin Core', address: page, says: 'title' },
      part: (body) => all(body.matchAll(DUBLIN_TAG)),
    },
    {
      ...{ group: 'Inside the page', name: 'schema.org', address: page, says: 'notice' },
      part: (body) => all(body.matchAll(SCHEMA_ORG)),
    },
    // Painted from the title with its word: what a picture says cannot be read.
    { group: 'Inside the page', name: 'Picture for links to it', address: paths.articleCard(id), says: 'address' },
    { group: 'Inside the page', name: 'Links for programs', address: paths.articleLinkset(id), says: 'notice' },
  ]
}

/** What was corrected tells of the newer version; only what must not be relied on needs it here as well. */
function copiesOfVersion(id: string, standing: Standing, { number, hasPdf, hasXml }: Copied['former'][number]) {
  const version = `version ${number}`
  const copies: CopyToSee[] = [
    {
      ...{ group: 'Pages', name: `The page of ${version}`, address: paths.articleVersion(id, number) },
      says: isDoubted(standing) ? 'notice' : 'address',
    },
  ]
  const files = [
    ...(hasPdf
      ? [
          ['PDF', paths.versionPdf(id, number)],
          ['PDF, original,', paths.versionOriginalPdf(id, number)],
        ]
      : []),
    ...(hasXml ? [['JATS', paths.versionXml(id, number)]] : []),
  ] as [string, string][]
  return [
    ...copies,
    ...files.map(([what, address]): CopyToSee => ({
      ...{ group: 'Files', name: `${what} of ${version}`, address, says: 'name' },
    })),
  ]
}

/** Every public copy of the notice itself. */
export const copiesOfNotice = ({ noticeId }: Pick<Copied, 'noticeId'>): CopyToSee[] => [
  { group: 'Pages', name: 'The notice', address: paths.article(noticeId), says: 'address' },
  { group: 'Files', name: 'The notice, JATS', address: paths.articleJats(noticeId), says: 'address' },
  { group: 'Citations', name: 'The notice, BibTeX', address: paths.articleBibtex(noticeId), says: 'address' },
  {
    group: 'Feeds and harvesters',
    name: 'The notice, API',
    address: `${API_PREFIX}/posts/${noticeId}/notices`,
    says: 'address',
  },
  {
    group: 'Inside the page',
    name: 'The notice, links for programs',
    address: paths.articleLinkset(noticeId),
    says: 'address',
  },
]

/** Replaced by the prefix of the journal's identifiers. */
export const OAI_ID = 'OAI-ID:'

export interface Fetched {
  status: number
  body: string
  /** The header that gives a file its name. */
  name: string
}

/** Compares a copy with what it should contain. */
export function seenAs(copy: CopyToSee, { status, body, name: fileName }: Fetched, of: Copied): CopySeen {
  const { group, name, address, says } = copy
  const seen = (state: CopySeen['state'], words: string): CopySeen => ({ group, name, address, state, says: words })
  if (status === 404 && copy.mayLack) return seen('unchanged on purpose', 'there is none')
  if (status !== 200) return seen('wrong', `it cannot be fetched (${status})`)
  const part = copy.part ? copy.part(body) : body
  const hasNotice = [of.noticeId, of.noticeDoi].some((word) => word !== null && part.includes(word))
  const prefix = TITLE_PREFIX[of.standing]
  if (says === 'address') return seen('right', 'it is there')
  if (says === 'name' && slugWithStanding('', of.standing) === '')
    return seen('unchanged on purpose', 'this standing is not written on files')
  if (says === 'name')
    return fileName.includes(slugWithStanding('', of.standing))
      ? seen('right', 'its name says it')
      : seen('wrong', 'its name does not say it')
  if (says === 'notice' || (says === 'mark' && prefix === '')) {
    return hasNotice ? seen('right', 'names the notice') : seen('wrong', 'does not name the notice')
  }
  if (prefix === '') return seen('unchanged on purpose', 'this standing has no word before the title')
  const words = letters(part)
  if (words.includes(letters(publicTitle(plainTitle(of.title), of.standing))))
    return seen('right', `title with “${prefix.trim()}”`)
  if (copy.mayLack && !words.includes(letters(plainTitle(of.title))))
    return seen('unchanged on purpose', 'the article is not on it')
  return seen('wrong', `title without “${prefix.trim()}”`)
}

/** Only letters and digits, so that markup and escapes between them do not count. */
const letters = (text: string): string =>
  decodeEntities(text.slice(0, LOOKED_AT).replace(/<[^<>]{0,2000}>/g, ''))
    .replace(/\\[a-z]+|\\u[0-9a-f]{4}/gi, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/** Longer copies say at their beginning what they are. */
const LOOKED_AT = 2_000_000
