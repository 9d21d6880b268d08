import { RESEARCH_ARTICLE } from '../../contract/rules/articles/notices.ts'
import { sql, type RawBuilder } from 'kysely'
import { SCHOLAR_PDF_BYTES } from '../../contract/api/approval.ts'
import { ARTICLES_LOOKED_AT } from '../../contract/api/indexing-checklist.ts'
import { doiSettings } from '../../contract/rules/articles/doi.ts'
import {
  ARTICLE_FACTS,
  NEEDED_FACTS,
  type ArticleFact,
  type ArticleFacts,
} from '../../contract/rules/articles/indexing-checklist/article-rules.ts'
import { REGISTERED } from '../../contract/rules/articles/deposits.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { Page } from '../../platform/database/list-pages.ts'

const authors = sql`article_contributors as link
  join contributors on contributors.id = link.contributor_id
  where link.article_id = articles.id`

/** The article's own DOI is this journal's to register; one without a DOI could get one. */
const registersHere = (): RawBuilder<boolean> => {
  const { prefix } = doiSettings()
  const isOwn =
    prefix === '' ? sql<boolean>`1 = 0` : sql<boolean>`substr(articles.doi, 1, ${prefix.length + 1}) = ${`${prefix}/`}`
  return sql`(articles.origin <> 'sample' and articles.source_journal is null and (articles.doi is null or ${isOwn}))`
}

/** Each fact as a condition on a row of `articles`. */
const FACTS: Record<ArticleFact, () => RawBuilder<unknown>> = {
  hasAuthors: () => sql`exists (select 1 from ${authors})`,
  hasAbstract: () => sql`articles.abstract <> ''`,
  hasPdf: () => sql`articles.pdf_file_id is not null`,
  isPdfSmall: () =>
    sql`not exists (select 1 from files where files.id = articles.pdf_file_id and files.bytes > ${sql.lit(SCHOLAR_PDF_BYTES)})`,
  hasPlace: () =>
    sql`(articles.volume_id is not null or articles.page_num is not null or articles.elocation_id is not null)`,
  hasKeywords: () => sql`articles.keywords <> ''`,
  hasAffiliations: () => sql`not exists (select 1 from ${authors} and contributors.is_group = 0 and not exists
    (select 1 from contributor_affiliations as place where place.contributor_id = contributors.id))`,
  hasOrcid: () => sql`exists (select 1 from ${authors} and contributors.orcid is not null)`,
  hasDates: () => sql`(articles.received_on is not null and articles.accepted_on is not null)`,
  isOpenLicence: () =>
    sql`(articles.licence_url is null or articles.licence_url like 'http://creativecommons.org/%' or articles.licence_url like 'https://creativecommons.org/%')`,
  hasDoi: () => sql`articles.doi is not null`,
  // What another publisher registers, or nobody yet for want of a prefix, is not missing here.
  isRegistered: () => sql`(articles.doi is null or not ${registersHere()} or exists (
    select 1 from deposits where deposits.article_id = articles.id and deposits.state in (${sql.join(REGISTERED.map((state) => sql.lit(state)))})
      and not exists (select 1 from deposits as newer where newer.article_id = articles.id
        and newer.state not in (${sql.join(REGISTERED.map((state) => sql.lit(state)))}, 'superseded'))))`,
  hasReferences: () => sql`exists (select 1 from article_references where article_references.article_id = articles.id)`,
  hasFullText: () =>
    sql`exists (select 1 from full_texts where full_texts.article_id = articles.id and full_texts.outline is not null)`,
  isImageDescribed: () => sql`(articles.image_file_id is null or coalesce(articles.image_alt, '') <> '')`,
}

const asNumber = (condition: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`case when ${condition} then 1 else 0 end`

export interface FactsRow extends ArticleFacts {
  title: string
  doi: string | null
  publishedAt: string
  canDeposit: boolean
}

type Read = Record<ArticleFact, number> & {
  id: string
  title: string
  doi: string | null
  published_at: string
  can_deposit: number
}

const selectFacts = (db: Db) =>
  db
    .selectFrom('articles')
    .select(['articles.id', 'articles.title', 'articles.doi', 'articles.published_at'])
    .select(() => asNumber(sql`(${registersHere()} and ${sql.lit(doiSettings().prefix !== '')})`).as('can_deposit'))
    .select(() => ARTICLE_FACTS.map((fact) => asNumber(FACTS[fact]()).as(fact)))

const presentFacts = (row: Read): FactsRow => ({
  ...(Object.fromEntries(ARTICLE_FACTS.map((fact) => [fact, row[fact] === 1])) as Record<ArticleFact, boolean>),
  id: row.id,
  title: row.title,
  doi: row.doi,
  publishedAt: row.published_at,
  canDeposit: row.can_deposit === 1,
})

/** The facts of one article, in any state; null if there is none. */
export async function loadFacts(db: Db, id: string): Promise<FactsRow | null> {
  const row = await selectFacts(db).where('articles.id', '=', id).executeTakeFirst()
  return row ? presentFacts(row as unknown as Read) : null
}

/** The newest public articles, but for notices, which need not what articles need: no more are looked at, so that one list never reads a whole archive. */
const newest = sql<string>`(select id from public_articles where type = ${sql.lit(RESEARCH_ARTICLE)} order by published_at desc, id desc limit ${sql.lit(ARTICLES_LOOKED_AT)})`

const needsAttention = (): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    NEEDED_FACTS.map((fact) => sql`not (${FACTS[fact]()})`),
    sql` or `,
  )})`

/** One page of the public articles, newest first, and how many there are. Two queries. */
export async function listFacts(
  db: Db,
  { attention, page, limit }: { attention: boolean } & Page,
): Promise<{ rows: FactsRow[]; total: number }> {
  const where = attention ? needsAttention() : sql<boolean>`1 = 1`
  const { total } = await db
    .selectFrom('articles')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('articles.id', 'in', newest)
    .where(where)
    .executeTakeFirstOrThrow()
  const rows = await selectFacts(db)
    .where('articles.id', 'in', newest)
    .where(where)
    .orderBy('articles.published_at', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows: (rows as unknown as Read[]).map(presentFacts), total }
}

/** How many of the newest public articles have no DOI that the journal could give them. */
export async function countWithoutDoi(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('articles')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('articles.id', 'in', newest)
    .where('articles.doi', 'is', null)
    .where('articles.source_journal', 'is', null)
    .where('articles.origin', '<>', 'sample')
    .executeTakeFirstOrThrow()
  return total
}
