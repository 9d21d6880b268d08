import { Id } from '../../contract/api/field-schemas.ts'
import { citationRecord, type CitationRecord } from '../../contract/rules/articles/citation/record.ts'
import { orcidUrl } from '../../contract/rules/people/identifiers.ts'
import { presentPublicArticle } from '../../journal/publication/articles/present.ts'
import { findPublicArticle } from '../../journal/publication/articles/queries.ts'
import { articleGone } from '../../journal/publication/articles/tombstones.ts'
import type { Db } from '../../platform/database/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { contentDisposition } from '../../journal/publication/files/names.ts'
import type { PublicAnswer } from '../../platform/http/cached-answer.ts'
import { csv } from '../../contract/rules/text/csv.ts'
import { eachArticle } from './each-article.ts'

/** How many DOAJ shows. */
const MOST_KEYWORDS = 6
/** One upload takes 50 MB; a longer list is more than a journal publishes in years. */
const MOST_ARTICLES = 2_000
const MOST_CHARACTERS = 10_000_000

/**
 * An article as DOAJ's upload takes it. Null for what DOAJ would refuse: articles of a journal without an ISSN, and
 * those that another journal published first.
 */
export function doajArticle(record: CitationRecord) {
  const { issn, issnPrint, doi, publishedOn, url, pdfUrl } = record
  if ((!issn && !issnPrint) || record.firstPublishedElsewhere) return null
  return {
    admin: { publisher_record_id: record.id },
    bibjson: {
      title: record.title,
      ...(publishedOn ? { year: publishedOn.slice(0, 4), month: String(Number(publishedOn.slice(5, 7))) } : {}),
      ...(record.abstract ? { abstract: record.abstract } : {}),
      author: record.authors.map(({ fullName, orcid, affiliations }) => ({
        name: fullName,
        ...(affiliations.length ? { affiliation: affiliations.map(({ line }) => line).join('; ') } : {}),
        ...(orcid ? { orcid_id: orcidUrl(orcid) } : {}),
      })),
      identifier: [
        ...(issn ? [{ type: 'eissn', id: issn }] : []),
        ...(issnPrint ? [{ type: 'pissn', id: issnPrint }] : []),
        ...(doi ? [{ type: 'doi', id: doi }] : []),
      ],
      journal: {
        title: record.journal,
        ...(record.publisher ? { publisher: record.publisher } : {}),
        language: [record.language.toUpperCase()],
        ...(record.volume ? { volume: record.volume } : {}),
        ...(record.issue ? { number: record.issue } : {}),
        ...(record.firstPage ? { start_page: record.firstPage } : {}),
        ...(record.lastPage ? { end_page: record.lastPage } : {}),
      },
      keywords: record.keywords.slice(0, MOST_KEYWORDS),
      link: [
        { type: 'fulltext', url, content_type: 'HTML' },
        ...(pdfUrl ? [{ type: 'fulltext', url: pdfUrl, content_type: 'PDF' }] : []),
      ],
    },
  }
}

const json = (value: unknown, name: string): PublicAnswer => ({
  status: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': contentDisposition('attachment', name),
  },
  body: `${JSON.stringify(value, null, 1)}\n`,
})

/** `/doaj/{id}.json`: one article for DOAJ. */
export async function doajOfArticle(db: Db, publicUrl: string, id: string): Promise<PublicAnswer> {
  const found = Id.safeParse(id).success ? await findPublicArticle(db, id) : null
  if (!found) throw await articleGone(db, id)
  const article = doajArticle(citationRecord(presentPublicArticle(found), publicUrl))
  if (!article) throw notFound('Record for DOAJ')
  return json(article, `doaj-${id}.json`)
}

/** The journal's own articles, newest first: as one upload, and as a table to check it by. */
export async function doajList(db: Db, publicUrl: string, form: 'json' | 'csv'): Promise<PublicAnswer> {
  const records = await ownRecords(db, publicUrl)
  if (form === 'json')
    return json(
      records.map(doajArticle).filter((each) => each !== null),
      'doaj-articles.json',
    )
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition('attachment', 'doaj-articles.csv'),
    },
    body: csv([HEADINGS, ...records.map(rowOf)]),
  }
}

async function ownRecords(db: Db, publicUrl: string): Promise<CitationRecord[]> {
  const newest = await db
    .selectFrom('public_articles')
    .select('id')
    .where('source_journal', 'is', null)
    .where('origin', '<>', 'sample')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_ARTICLES)
    .execute()
  const records: CitationRecord[] = []
  let characters = 0
  for await (const article of eachArticle(
    db,
    newest.map(({ id }) => id),
  )) {
    const record = citationRecord(article, publicUrl)
    characters += record.abstract.length
    if (characters > MOST_CHARACTERS) break
    records.push(record)
  }
  return records
}

const HEADINGS = [
  ...['Title', 'Authors', 'ORCID iDs', 'Journal', 'ISSN', 'Volume', 'Issue', 'First page', 'Last page'],
  ...['Published on', 'DOI', 'Full text', 'PDF', 'Keywords', 'Licence', 'Abstract'],
]

const rowOf = (record: CitationRecord): string[] => [
  record.title,
  record.authors.map(({ fullName }) => fullName).join('; '),
  record.authors.map(({ orcid }) => (orcid ? orcidUrl(orcid) : '')).join('; '),
  record.journal,
  record.issn ?? record.issnPrint ?? '',
  ...[record.volume, record.issue, record.firstPage, record.lastPage, record.publishedOn, record.doiUrl].map(
    (value) => value ?? '',
  ),
  record.url,
  record.pdfUrl ?? '',
  record.keywords.join('; '),
  record.licenceUrl,
  record.abstract,
]
