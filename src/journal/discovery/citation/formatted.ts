import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { journal } from '../../../contract/journal.ts'
import { citationRecord, type CitationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { CITATION_STYLES, type FormattedCitations } from '../../../contract/rules/articles/citation/text.ts'
import { escapeAttribute } from '../../../contract/rules/text/plain-text.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Workers, WorkerTask } from '../../../platform/workers/workers.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { JobFailure } from '../../../platform/jobs/queue.ts'
import type { JobHandler } from '../../../platform/jobs/run.ts'
import { presentPublicArticle } from '../../publication/articles/present.ts'
import { findPublicArticle } from '../../publication/articles/queries.ts'
import { articleGone } from '../../publication/articles/tombstones.ts'
import { type Item, itemToFormat } from './item.ts'

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
  const state = await loadState(database.db, id)
  if (!state) throw await articleGone(database.db, id)
  const madeFrom = `${FORMAT} ${identityOf(publicUrl)} ${state.version} ${state.volume_version}${state.standing === 'current' ? '' : ` ${state.standing}`}`
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

const loadState = (db: Db, id: string) =>
  db
    .selectFrom('public_articles as article')
    .leftJoin('volumes as volume', 'volume.id', 'article.volume_id')
    .leftJoin('article_citations as kept', 'kept.article_id', 'article.id')
    .select([
      'article.version',
      'article.standing',
      'volume.version as volume_version',
      'kept.made_from',
      'kept.formatted',
    ])
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
    .update(JSON.stringify([publicUrl, journal().name, journal().issn, journal().language, ...ofFormer()]))
    .digest('base64url')
    .slice(0, 12)

/** Nothing as long as there are none: the references that are stored stay as they are. */
const ofFormer = (): string[] =>
  journal().formerTitles.map(({ name, issn, until }) => JSON.stringify([name, issn, until]))

const ADDRESS = /(?:https?:\/\/|doi:)[^\s<>]+?(?=\.?$)/

/** The address at the end becomes a link. */
function withLinks(formatted: FormattedCitations, { doiUrl, url }: CitationRecord): FormattedCitations {
  const href = escapeAttribute(doiUrl ?? url)
  const linked = (html: string) => html.replace(ADDRESS, (address) => `<a href="${href}">${address}</a>`)
  return Object.fromEntries(
    Object.entries(formatted).map(([style, html]) => [style, linked(html)]),
  ) as FormattedCitations
}

/** A reference with a thousand authors takes half a second. Preparing the styles takes a fifth of one, and 40 MB. */
const TASK: WorkerTask = { module: join(import.meta.dirname, 'processor.ts'), timeoutMs: 5_000, isReused: true }

/** Formats a reference in each style by citeproc; null if that failed or took too long. */
export async function formatCitations(
  workers: Workers,
  item: Item,
  { isBackground = false, task = TASK }: { isBackground?: boolean; task?: WorkerTask } = {},
): Promise<FormattedCitations | null> {
  const answer = await workers.ask(task, { asked: item, isBackground })
  return isFormatted(answer) ? answer : null
}

const isFormatted = (answer: unknown): answer is FormattedCitations =>
  typeof answer === 'object' &&
  answer !== null &&
  CITATION_STYLES.every(({ id }) => {
    const text = (answer as Record<string, unknown>)[id]
    return typeof text === 'string' && text !== ''
  })

/** Formats the references to articles that have changed, so that their first reader need not wait. */
export const citationJobs = (resources: Platform): JobHandler => ({
  kind: 'citations',
  pausesMs: [MINUTE_MS, DAY_MS],
  leaseMs: 5 * MINUTE_MS,
  run: async ({ subject }) => {
    const formatted = await formattedCitations(resources, subject, { isBackground: true }).catch((error: unknown) => {
      // It may have been archived meanwhile.
      if (error instanceof DomainError) return undefined
      throw error
    })
    if (formatted === null) throw new JobFailure('The references to this article could not be formatted.')
    return formatted !== undefined
  },
})

/** Has the references to all public articles formatted that have none yet. */
export async function queueMissingCitations(tx: Tx): Promise<void> {
  await sql`insert into jobs (kind, subject, run_after, created_at)
    select 'citations', article.id, '', ${now()} from public_articles as article
    where not exists (select 1 from article_citations as formatted where formatted.article_id = article.id)
    on conflict (kind, subject) do nothing`.execute(tx)
}
