import { createHash } from 'node:crypto'
import { journal } from '../../../../journal.config.ts'
import { citationRecord, type CitationRecord } from '../../../contract/rules/articles/citation/record.ts'
import type { FormattedCitations } from '../../../contract/rules/articles/citation/text.ts'
import { escapeAttribute } from '../../../contract/rules/text/plain-text.ts'
import { presentPublicArticle } from '../../publication/articles/present.ts'
import { findPublicArticle } from '../../publication/articles/queries.ts'
import { articleGone } from '../../publication/articles/tombstones.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatCitations } from './formatter.ts'
import { itemToFormat } from './item.ts'

/** Raised whenever the same article gives other references: those that are stored are made again. */
const FORMAT = 1

/**
 * The references to a public article in each style. They are stored, so that the citation processor is needed once for
 * an article and each of its changes. Null if they cannot be formatted just now.
 */
export async function formattedCitations(
  resources: Platform,
  id: string,
  { isBackground = false } = {},
): Promise<FormattedCitations | null> {
  const { database, publicUrl, workers, log } = resources
  const state = await stateOf(database.db, id)
  if (!state) throw await articleGone(database.db, id)
  const madeFrom = `${FORMAT} ${identityOf(publicUrl)} ${state.version} ${state.volume_version}`
  if (state.formatted !== null && state.made_from === madeFrom) return JSON.parse(state.formatted) as FormattedCitations

  const article = await findPublicArticle(database.db, id)
  if (!article) throw await articleGone(database.db, id)
  const record = citationRecord(presentPublicArticle(article), publicUrl)
  const found = await formatCitations(workers, itemToFormat(record), { isBackground })
  if (!found) {
    log.error({ articleId: id }, 'the references to an article could not be formatted')
    return null
  }
  const formatted = withLinks(found, record)
  // If the article has changed since its state was read, the next reader has them made again.
  await store(database.db, id, madeFrom, formatted).catch((error: unknown) =>
    log.error({ err: error, articleId: id }, 'the references to an article could not be stored'),
  )
  return formatted
}

const stateOf = (db: Db, id: string) =>
  db
    .selectFrom('public_articles as article')
    .leftJoin('volumes as volume', 'volume.id', 'article.volume_id')
    .leftJoin('article_citations as kept', 'kept.article_id', 'article.id')
    .select(['article.version', 'volume.version as volume_version', 'kept.made_from', 'kept.formatted'])
    .where('article.id', '=', id)
    .executeTakeFirst()

async function store(db: Db, id: string, madeFrom: string, formatted: FormattedCitations): Promise<void> {
  const row = { made_from: madeFrom, formatted: JSON.stringify(formatted) }
  await db
    .insertInto('article_citations')
    .values({ article_id: id, ...row })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(row))
    .execute()
}

/** What references take from the settings and the journal's identity. */
const identityOf = (publicUrl: string): string =>
  createHash('sha256')
    .update(JSON.stringify([publicUrl, journal.name, journal.issn, journal.language]))
    .digest('base64url')
    .slice(0, 12)

const ADDRESS = /(?:https?:\/\/|doi:)[^\s<>]+?(?=\.?$)/

/** The address at the end becomes a link. */
function withLinks(formatted: FormattedCitations, { doiUrl, url }: CitationRecord): FormattedCitations {
  const href = escapeAttribute(doiUrl ?? url)
  const linked = (html: string) => html.replace(ADDRESS, (address) => `<a href="${href}">${address}</a>`)
  return Object.fromEntries(
    Object.entries(formatted).map(([style, html]) => [style, linked(html)]),
  ) as FormattedCitations
}
