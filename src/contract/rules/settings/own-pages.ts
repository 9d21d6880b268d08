import { contentPath } from '../site/paths.ts'
import { inNormalForm } from '../text/plain-text.ts'
import { partsOf, sourceOf } from './text-parts.ts'

/**
 * Pages that a journal adds to those that every journal has. One keeps its name among the texts for ever; its title, its
 * address, and where that leads once the page has ended are lines at the top of its text.
 */
export interface OwnPage {
  title: string
  description: string
  /** The last part of its address, `/pages/{slug}`. */
  slug: string
  /** Where its address leads: null while there is the page, `NOWHERE`, or a path. */
  leadsTo: string | null
}

const NAME = /^own-[a-z0-9]{8,24}$/
export const isOwnPage = (name: string): boolean => NAME.test(name)

export const OWN_PAGES_MAX = 100
export const PAGE_TITLE_MAX = 200
export const PAGE_DESCRIPTION_MAX = 500
/** An address of more than 64 characters is that of nothing. */
export const PAGE_SLUG_MAX = 64
export const NOWHERE = 'nowhere'
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** Would be taken for another address. */
const RESERVED: ReadonlySet<string> = new Set(['guide', 'versions', 'new', 'constructor'])

/** A name that no other page has: two editors may begin a page at the same moment. */
export const newOwnPage = (): string =>
  `own-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join('')}`

/** What the top of its text says; without it, of a page that was never there, null. */
export function ownPageIn(source: string): OwnPage | null {
  if (!source) return null
  const { title = '', description = '', address = '', 'leads-to': leadsTo = '' } = partsOf(source).head
  return {
    ...{ title: title.trim(), description: description.trim() },
    ...{ slug: address.trim(), leadsTo: leadsTo.trim() || null },
  }
}

/** True if readers can open it. */
export const isOpen = (page: OwnPage | null): page is OwnPage & { leadsTo: null } => page?.leadsTo === null

/** A new page as its editor finds it. */
export const EMPTY_OWN_PAGE = sourceOf({ head: { title: '', description: '', address: '' }, body: '' })

/** The last part of an address, after a title. */
export function pageSlugFor(title: string): string {
  const plain = inNormalForm(title.slice(0, PAGE_TITLE_MAX), 'NFKD').replace(/\p{M}/gu, '')
  const words = plain.toLowerCase().split(/[^a-z0-9]+/)
  const slug = words.filter(Boolean).join('-').slice(0, PAGE_SLUG_MAX)
  return slug.endsWith('-') ? slug.slice(0, -1) : slug
}

/** What is wrong with the top of a page's text, as a sentence; null if nothing is. */
export function ownPageFault({ title, description, slug }: OwnPage): string | null {
  if (!title) return 'The page needs a title.'
  if (title.length > PAGE_TITLE_MAX) return `A title has at most ${PAGE_TITLE_MAX} characters.`
  if (!description) return 'The page needs a description: one sentence for search engines.'
  if (description.length > PAGE_DESCRIPTION_MAX) return `A description has at most ${PAGE_DESCRIPTION_MAX} characters.`
  if (!slug) return 'The page needs an address.'
  if (slug.length > PAGE_SLUG_MAX) return `An address has at most ${PAGE_SLUG_MAX} characters.`
  if (!SLUG.test(slug)) return 'An address has small letters from a to z, digits, and single hyphens between them.'
  if (RESERVED.has(slug) || contentPath(slug) === `/${slug}`) return 'The journal needs this address itself.'
  return null
}
