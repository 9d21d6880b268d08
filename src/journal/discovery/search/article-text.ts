import { publicTitle } from '../../../contract/rules/articles/notices.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { keywordList } from '../../../contract/rules/articles/keywords.ts'
import { textOfHtml } from '../../../contract/rules/text/html-text.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { stemOf, telling } from '../../../platform/search-engine/terms.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { marksOf, loadPassages } from './marked.ts'

/** What is indexed of an article. */
export interface ArticleText {
  no: number
  articleId: string
  title: string
  publishedAt: string
  authors: string[]
  /** Terms with spaces between them. */
  head: { marks: string; title: string; names: string; keywords: string; abstract: string }
  /** Everything, the head included. */
  body: string
  /** Those that a mistyped word may have been meant to be. */
  words: string[]
  /** Latin names as they are shown. */
  names: string[]
  pdfFileId: string | null
}

/** Longer texts are indexed up to here, so that no article holds up others or outgrows the index. */
const MOST_CHARACTERS = 600_000
/** The texts that are analysed before others have their turn. */
const AT_ONCE = 20_000

/** Reads and analyses an article; null if it is not public. */
export async function articleText(db: Db, articleId: string): Promise<ArticleText | null> {
  const row = await db
    .selectFrom('public_articles as article')
    .innerJoin('article_heads as head', 'head.article_id', 'article.id')
    .select(['head.no', 'article.standing', 'article.title', 'article.abstract', 'article.excerpt', 'article.keywords'])
    .select(['article.category_id', 'article.volume_id', 'article.published_at', 'article.pdf_file_id', 'article.doi'])
    .where('article.id', '=', articleId)
    .executeTakeFirst()
  if (!row) return null
  const title = plainTitle(publicTitle(row.title, row.standing))
  const people = await loadAuthors(db, [articleId])
  const authors = [...new Set(people.map(({ fullName }) => fullName))]
  const publishedAt = row.published_at!
  const counted = new WordCount()
  const marks = marksOf(
    {
      standing: row.standing,
      categoryId: row.category_id,
      volumeId: row.volume_id,
      year: publishedAt.slice(0, 4),
      authors,
    },
    {
      doi: row.doi,
      orcids: people.flatMap(({ orcidId }) => orcidId ?? []),
      firstAuthor: people[0]?.familyName ?? people[0]?.fullName ?? '',
      keywords: keywordList(row.keywords),
    },
  )
  const head = {
    marks,
    title: counted.terms(title, true),
    names: counted.terms(authors.join('\n'), true),
    keywords: counted.terms(row.keywords, true),
    abstract: counted.terms(`${plainTitle(row.excerpt)}\n${textOfHtml(row.abstract)}`, true),
  }
  const texts = await bodyTexts(db, articleId)
  const body = [head.title, head.names, head.keywords, head.abstract]
  let since = 0
  for (const text of texts) {
    body.push(counted.terms(text, false))
    since += text.length
    if (since < AT_ONCE) continue
    since = 0
    await nextTurn()
  }
  const italics = await htmlParts(db, articleId)
  const names = namesInItalics([row.title, row.excerpt, row.abstract, ...italics])
  return {
    ...{ no: row.no, articleId, title, publishedAt, authors, head, body: body.join(' '), names },
    words: counted.frequent(names),
    pdfFileId: row.pdf_file_id,
  }
}

/** A word that is in no head is known if its article repeats it: it is no misprint then. */
const OFTEN = 3
/** Latin letters alone. Shorter words are as near to one another as to what was meant. */
const SPELT = /^[a-z]{4,24}$/

class WordCount {
  readonly #counts = new Map<string, number>()

  terms(text: string, inHead: boolean): string {
    const words = telling(text)
    for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + (inHead ? OFTEN : 1))
    return words.map(stemOf).join(' ')
  }

  /** With the words of Latin names, which are seldom misprints where they are in italics. */
  frequent(names: readonly string[]): string[] {
    const frequent = [...this.#counts].filter(([, count]) => count >= OFTEN).map(([word]) => word)
    return [...new Set([...frequent, ...names.flatMap(telling)])].filter((word) => SPELT.test(word))
  }
}

/** The texts of the body in their order: titles of sections, and passages. */
async function bodyTexts(db: Db, articleId: string): Promise<string[]> {
  const texts: string[] = []
  let characters = 0
  let section = ''
  const add = (text: string) => {
    characters += text.length
    texts.push(text)
  }
  for (const passage of await loadPassages(db, articleId)) {
    if (passage.section !== section) add((section = passage.section))
    add(passage.text.slice(0, MOST_CHARACTERS - characters))
    if (characters >= MOST_CHARACTERS) break
  }
  return texts
}

const htmlParts = async (db: Db, articleId: string): Promise<string[]> =>
  (
    await sql<{ html: string }>`select html from full_text_parts where article_id = ${articleId} order by part`.execute(
      db,
    )
  ).rows.map(({ html }) => html)

/**
 * Genus and epithet in italics. Texts without italics are not looked at: any two words there could be a name.
 */
const IN_ITALICS = /<(?:i|em)(?: [^>]*)?>\s*([A-Z][a-z]{2,24})\s+([a-z](?:[a-z-]{1,24})[a-z])(?![A-Za-z])/g

/** Words that follow a genus in italics without being an epithet. */
const NO_EPITHET = new Set(['and', 'are', 'for', 'from', 'gen', 'has', 'nov', 'sect', 'spp', 'species', 'the', 'with'])

/** The Latin names that these HTML texts show in italics, each once. */
export function namesInItalics(htmls: readonly string[]): string[] {
  const names = new Set<string>()
  for (const html of htmls) {
    for (const [, genus, epithet] of html.matchAll(IN_ITALICS)) {
      if (!NO_EPITHET.has(epithet!)) names.add(`${genus} ${epithet}`)
    }
  }
  return [...names]
}
