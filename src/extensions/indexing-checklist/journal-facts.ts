import type { Viewer } from '../../journal/peer-review/who-sees.ts'
import { journal } from '../../contract/journal.ts'
import { CONTENT_SLUGS } from '../../contract/rules/site/paths.ts'
import { UNSUCCESSFUL } from '../../contract/rules/articles/deposits.ts'
import { doiSettings } from '../../contract/rules/articles/doi.ts'
import { addDays, dayOf } from '../../contract/rules/peer-review/days.ts'
import { percent } from '../../contract/rules/peer-review/figures.ts'
import type { JournalFacts } from '../../contract/rules/articles/indexing-checklist/journal-rules.ts'
import type { Db } from '../../platform/database/connect.ts'
import { textOf, type HtmlNode, htmlTree } from '../../platform/html/tree.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PageResources } from '../../journal/publication/pages/resources.ts'
import { publishedSince } from '../../journal/peer-review/statistics/endogeny.ts'
import { countWithoutDoi } from './article-facts.ts'

const YEAR_DAYS = 365

export interface ChecklistResources extends Platform, PageResources {
  /** The journal's account with Crossref, if it has one. */
  readonly crossref?: object | null
}

/** What the indexes ask of the journal, as facts. `viewer`: an administrator does not see figures of own manuscripts. */
export async function journalFacts(
  { database: { db }, contentPages, crossref, publicUrl }: ChecklistResources,
  viewer: Viewer,
): Promise<JournalFacts> {
  const since = addDays(dayOf(new Date()), -YEAR_DAYS)
  const published = await publishedSince(db, { since, viewer })
  const endogenous = published.filter(({ isEndogenous }) => isEndogenous).length
  const { fees, review, publisher, contact, licence, issn } = journal()
  return {
    issn,
    doiPrefix: doiSettings().prefix,
    hasCrossrefCredentials: Boolean(crossref),
    publicUrl,
    contactEmail: contact.email,
    publisher,
    licenceUrl: licence.url,
    fees: [fees.submission, fees.local.amount, fees.international.amount],
    reviewers: review.reviewers,
    headings: Object.fromEntries(
      CONTENT_SLUGS.map((slug) => [slug, headingsIn(htmlTree(contentPages.get(slug)?.html ?? ''))]),
    ),
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

const ENTRIES = new Set(['li', 'p', 'td'])
/** No board has more; the page may have been pasted from anywhere. */
const ENTRIES_MAX = 2000
const NAME_MAX = 100
const AFFILIATION_LETTERS = 5

/**
 * How many editors a page of the board names with an affiliation, as far as a program can tell: entries of a list, a
 * paragraph or a table that begin with a name in bold, and go on. It may count too few, so a low
 * number proves nothing.
 */
export function countEditors(members: string): number {
  const entries: HtmlNode[][] = []
  collect(htmlTree(members), entries)
  return entries.filter(namesSomeone).length
}

function collect(nodes: readonly HtmlNode[], entries: HtmlNode[][]): void {
  for (const node of nodes) {
    if (typeof node === 'string' || entries.length >= ENTRIES_MAX) continue
    if (ENTRIES.has(node.name) && !hasEntries(node.nodes)) entries.push(node.nodes)
    else collect(node.nodes, entries)
  }
}

const hasEntries = (nodes: readonly HtmlNode[]): boolean =>
  nodes.some((node) => typeof node !== 'string' && (ENTRIES.has(node.name) || hasEntries(node.nodes)))

function namesSomeone(nodes: readonly HtmlNode[]): boolean {
  const [first, ...rest] = nodes.filter((node) => typeof node !== 'string' || node.trim() !== '')
  if (first === undefined || typeof first === 'string' || !/^(?:b|strong)$/.test(first.name)) return false
  const name = textOf(first.nodes)
  // A longer text is no name, and not looked into.
  if (name.length > NAME_MAX || name.split(/\s+/).filter((word) => /^\p{L}/u.test(word)).length < 2) return false
  if (!/\p{Lu}/u.test(name)) return false
  return textOf(rest).replace(/[^\p{L}]/gu, '').length >= AFFILIATION_LETTERS
}
