import type { PublicArticle } from '../../contract/api/articles.ts'
import { isPublic } from '../../contract/rules/articles/article-policy.ts'
import { pageFromSearch } from '../../contract/rules/site/page-numbers.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import type { PageMatter } from '../../platform/http/mount-pages.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Reference } from '../../contract/rules/articles/reference.ts'
import { escapeAttribute } from '../../contract/rules/text/plain-text.ts'
import { articleLinkHeader } from './signposting.ts'
import { loadReferences } from '../publication/full-text/stored-text.ts'

/**
 * What the page of an article says to programs alone: the links of its header, and on the first page of its text the
 * works that it cites.
 */
export async function pageMatter(
  { database, publicUrl }: Platform,
  answers: ReadonlyMap<string, unknown>,
  { pathname, searchParams }: URL,
): Promise<PageMatter | null> {
  const article = answers.get('articles.details') as PublicArticle | undefined
  if (!article || pathname !== paths.article(article.id) || !isPublic(article)) return null
  const isFirstPage = pageFromSearch(searchParams) === 1
  return {
    link: articleLinkHeader(article, publicUrl),
    head: isFirstPage ? referenceTags(await loadReferences(database.db, article.id)) : '',
  }
}

/**
 * The `citation_reference` tags by which Google Scholar and others find what an article cites. Written beside the page's
 * own tags, because nothing in a browser reads them.
 */
export const referenceTags = (references: readonly Reference[]): string =>
  references.map((one) => `<meta name="citation_reference" content="${escapeAttribute(described(one))}"/>`).join('')

/** 'citation_title=…; citation_author=…', or the entry as printed if its title is not known apart. */
function described(reference: Reference): string {
  const { kind, title, source, authors } = reference
  if (!title && !(kind === 'book' && source)) return reference.text
  const parts: [string, string | null][] = [
    ['title', title ?? source],
    // The first is enough to find a work by; some have hundreds.
    ...authors.slice(0, 1).map(({ family, given }): [string, string] => ['author', `${given} ${family}`]),
    [kind === 'conference' ? 'conference_title' : kind === 'book' ? 'inbook_title' : 'journal_title', title && source],
    ['publication_date', reference.year],
    ...(reference.doi ? [] : placeOf(reference)),
    ['doi', reference.doi],
  ]
  return parts.flatMap(([name, value]) => (value ? [`citation_${name}=${unseparated(value)}`] : [])).join('; ')
}

/** Where a work without a DOI is found. */
const placeOf = ({ volume, issue, firstPage, lastPage, pmid }: Reference): [string, string | null][] => [
  ['volume', volume],
  ['issue', issue],
  ['firstpage', firstPage],
  ['lastpage', lastPage],
  ['pmid', pmid],
]

/** A semicolon within a part would begin the next one. */
const unseparated = (value: string): string => value.replace(/ ?; ?/g, ', ').trim()
