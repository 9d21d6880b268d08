import { comparable } from '../../contract/rules/people/affiliations.ts'
import { decodeEntities } from '../../contract/rules/text/inline-markup.ts'
import { linkedKeywords } from '../../contract/rules/articles/keywords.ts'
import type { Tx } from '../database/connect.ts'
import type { ContributorRow } from '../database/tables.ts'
import type { TermRow } from '../database/search-tables.ts'

/** So many keywords and cited works of an article lead to others. */
const KEYWORDS_MAX = 40
const REFERENCES_MAX = 1_000

/** Rows of one statement: its parameters are limited. */
const AT_ONCE = 2_000

/** Writes what articles are found by from one another, but for references. Called with `keepHeads`. */
export async function saveTerms(tx: Tx, articleIds: readonly string[]): Promise<void> {
  if (!articleIds.length) return
  await saveKeywords(tx, articleIds)
  await saveAuthors(tx, articleIds)
}

async function saveKeywords(tx: Tx, articleIds: readonly string[]): Promise<void> {
  const articles = await tx.selectFrom('articles').select(['id', 'keywords']).where('id', 'in', articleIds).execute()
  const terms = articles.flatMap(({ id, keywords }) =>
    linkedKeywords(keywords)
      .flatMap(({ name, slug }) => (slug === undefined ? [] : [{ key: slug, label: name }]))
      .slice(0, KEYWORDS_MAX)
      .map((term) => ({ article_id: id, kind: 'keyword' as const, ...term })),
  )
  await replaceTerms(tx, 'keyword', articleIds, terms)
}

async function saveAuthors(tx: Tx, articleIds: readonly string[]): Promise<void> {
  const people = await tx
    .selectFrom('article_contributors')
    .innerJoin('contributors', 'contributors.id', 'contributor_id')
    .select(['article_id', 'orcid', 'email', 'full_name'])
    .where('article_id', 'in', articleIds)
    .execute()
  const terms = new Map<string, TermRow>()
  for (const person of people) {
    const key = samePersonKey(person)
    if (key === null) continue
    terms.set(`${person.article_id} ${key}`, { article_id: person.article_id, kind: 'author', key, label: '' })
  }
  await replaceTerms(tx, 'author', articleIds, [...terms.values()])
}

/** Who an author is, by the rule of `journal/discovery/related/subject-pages.ts`; null if nothing tells them from another of their name. */
const samePersonKey = ({ orcid, email, full_name }: Pick<ContributorRow, 'orcid' | 'email' | 'full_name'>) =>
  orcid ?? (email === '' ? null : `${email.toLowerCase()} ${comparable(full_name)}`)

/**
 * Writes the works that an article cites, from its full text as HTML. To be called in the transaction that stores the
 * text.
 */
export async function saveReferences(tx: Tx, articleId: string, html: readonly string[]): Promise<void> {
  const terms = citedDois(html).map((doi) => ({
    ...{ article_id: articleId, kind: 'reference' as const, key: doi, label: doi },
  }))
  await replaceTerms(tx, 'reference', [articleId], terms)
}

// DOI names have no upper limit; real ones are far shorter.
const DOI_LINK = /href="https?:\/\/(?:dx\.)?doi\.org\/(10\.[^"\s]{3,200})"/g

/** Below an entry of the references: where its DOI leads. */
export const REFERENCE_LINK = /<span><a href="https:\/\/doi\.org\/10\.[^"\s]{3,200}">DOI<\/a><\/span>/

/** The DOIs that a text links to, in small letters as DOIs are compared. */
export function citedDois(html: readonly string[]): string[] {
  const dois = new Set<string>()
  for (const part of html)
    for (const [, doi] of part.matchAll(DOI_LINK)) {
      if (dois.size >= REFERENCES_MAX) return [...dois]
      dois.add(decoded(decodeEntities(doi!)).toLowerCase())
    }
  return [...dois]
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

async function replaceTerms(
  tx: Tx,
  kind: TermRow['kind'],
  articleIds: readonly string[],
  terms: readonly TermRow[],
): Promise<void> {
  await tx.deleteFrom('article_terms').where('kind', '=', kind).where('article_id', 'in', articleIds).execute()
  for (let from = 0; from < terms.length; from += AT_ONCE)
    await tx
      .insertInto('article_terms')
      .values(terms.slice(from, from + AT_ONCE))
      .execute()
}
