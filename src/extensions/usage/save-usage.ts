import { addDays, dayOf } from '../../contract/rules/peer-review/days.ts'
import type { Database, Tx } from '../../platform/database/connect.ts'
import type { UsageTables } from '../../platform/database/extension-tables.ts'
import type { BackgroundWork } from '../../platform/jobs/background.ts'
import { renewTotals } from './totals.ts'
import type { ArticleUsage, UsageCounter, UsageResources } from './usage-counter.ts'

/** A process that is killed loses what it has counted in this time. */
const EVERY_MS = 10_000

/** Stores what has been counted, and once a day what the articles' pages show. */
export function usageWork({ database, usageCounter }: UsageResources): BackgroundWork {
  let renewed = ''
  const keep = () => saveUsage(database, usageCounter)
  return {
    kind: 'usage',
    everyMs: EVERY_MS,
    run: async () => {
      await keep()
      const yesterday = addDays(dayOf(new Date()), -1)
      if (renewed === yesterday) return
      await renewTotals(database, yesterday)
      renewed = yesterday
    },
    atEnd: keep,
  }
}

/** How many rows are written at once. */
const BATCH = 200

/** Adds what has been counted to the months; what cannot be stored is kept for the next time. */
export async function saveUsage({ transaction }: Pick<Database, 'transaction'>, counter: UsageCounter): Promise<void> {
  const taken = counter.take()
  if (!taken.length) return
  try {
    await transaction(async (tx) => {
      for (let from = 0; from < taken.length; from += BATCH) await add(tx, taken.slice(from, from + BATCH))
    })
  } catch (error) {
    counter.giveBack(taken)
    throw error
  }
}

async function add(tx: Tx, taken: readonly ArticleUsage[]): Promise<void> {
  const ids = [...new Set(taken.map(({ articleId }) => articleId))]
  // Addresses of nothing are answered 404 and not counted; what has been removed meanwhile still counts.
  const texts = await tx
    .selectFrom('full_texts')
    .select('article_id')
    .where('article_id', 'in', ids)
    .where('outline', 'is not', null)
    .execute()
  const withText = new Set(texts.map((text) => text.article_id))
  const rows = taken
    .map((usage) => rowOf(usage, withText.has(usage.articleId)))
    // In one order, so that no two transactions wait for each other.
    .sort((a, b) => (a.article_id + a.month < b.article_id + b.month ? -1 : 1))
  await tx
    .insertInto('usage_months')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['article_id', 'month']).doUpdateSet(({ eb, ref }) => {
        const added = (name: Count) => eb(ref(`usage_months.${name}`), '+', ref(`excluded.${name}`))
        return {
          views: added('views'),
          downloads: added('downloads'),
          total_investigations: added('total_investigations'),
          unique_investigations: added('unique_investigations'),
          total_requests: added('total_requests'),
          unique_requests: added('unique_requests'),
        }
      }),
    )
    .execute()
}

type Row = UsageTables['usage_months']
type Count = Exclude<keyof Row, 'article_id' | 'month'>

/**
 * Every opening is an investigation; a request is one of the whole text (COUNTER 5.1, section 3.3.5): of the PDF, or
 * of a page that has the full text.
 */
function rowOf(usage: ArticleUsage, hasText: boolean): Row {
  const { articleId, month, pages, pdfs, uniquePages, uniquePdfs, uniqueBoth } = usage
  const either = uniquePages + uniquePdfs - uniqueBoth
  return {
    article_id: articleId,
    month,
    views: pages,
    downloads: pdfs,
    total_investigations: pages + pdfs,
    unique_investigations: either,
    total_requests: hasText ? pages + pdfs : pdfs,
    unique_requests: hasText ? either : uniquePdfs,
  }
}
