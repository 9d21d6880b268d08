import { UNSUCCESSFUL } from '../../contract/rules/articles/deposits.ts'
import { doiSettings } from '../../contract/rules/articles/doi.ts'
import { addDays, dayOf } from '../../contract/rules/peer-review/days.ts'
import { percent } from '../../contract/rules/peer-review/figures.ts'
import type { JournalFacts } from '../../contract/rules/articles/indexing-checklist/journal-rules.ts'
import { journal } from '../../../journal.config.ts'
import type { CrossrefResources } from '../crossref/resources.ts'
import type { Db } from '../../platform/database/connect.ts'
import { textOf } from '../../platform/html/text-of.ts'
import { htmlTree, type HtmlNode } from '../../platform/html/tree.ts'
import type { PageResources } from '../../journal/publication/pages/resources.ts'
import { publishedSince } from '../../journal/peer-review/statistics/endogeny.ts'
import { countWithoutDoi } from './article-facts.ts'
import { countEditors } from './count-editors.ts'

const YEAR_DAYS = 365

/** What the indexes ask of the journal, as facts. `viewer`: an administrator does not see figures of own manuscripts. */
export async function journalFacts(
  { database: { db }, contentPages, crossref, publicUrl }: CrossrefResources & PageResources,
  viewer: string,
): Promise<JournalFacts> {
  const since = addDays(dayOf(new Date()), -YEAR_DAYS)
  const published = await publishedSince(db, { since, without: viewer })
  const endogenous = published.filter(({ isEndogenous }) => isEndogenous).length
  const { fees, review, publisher, contact, licence, issn } = journal
  return {
    issn,
    doiPrefix: doiSettings().prefix,
    hasCrossrefCredentials: crossref !== null,
    publicUrl,
    contactEmail: contact.email,
    publisher,
    licenceUrl: licence.url,
    fees: [fees.submission, fees.local.amount, fees.international.amount],
    reviewers: review.reviewers,
    headings: Object.fromEntries([...contentPages].map(([slug, { html }]) => [slug, headingsIn(htmlTree(html))])),
    editors: await editorsOnBoard(db),
    publishedInTwelveMonths: published.length,
    endogenyPercent: percent(endogenous, published.length),
    withoutDoi: await countWithoutDoi(db),
    failedDeposits: await countFailed(db),
  }
}

async function editorsOnBoard(db: Db): Promise<number | null> {
  const board = await db.selectFrom('editorial_members').select('members').executeTakeFirst()
  return board ? countEditors(board.members) : null
}

async function countFailed(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('deposits')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('state', 'in', UNSUCCESSFUL)
    .executeTakeFirstOrThrow()
  return total
}

const headingsIn = (nodes: readonly HtmlNode[]): string[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    return /^h[2-4]$/.test(node.name) ? [textOf(node.nodes)] : headingsIn(node.nodes)
  })
