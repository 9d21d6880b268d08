import { sql, type RawBuilder } from 'kysely'
import { type FeesOverview, type InvoiceToCredit, TO_CREDIT_MAX } from '../../../contract/api/invoices.ts'
import type { Actor } from '../../../contract/rules/accounts/access.ts'
import { FEE_TABS, type FeeTab } from '../../../contract/rules/fees/invoices.ts'
import { feeIn, moneyInWords } from '../../../contract/rules/fees/money.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { CaseStage } from '../../../contract/rules/peer-review/stages.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, type Page } from '../../../platform/database/list-pages.ts'
import { holdsWord } from '../../../platform/database/search.ts'
import { now } from '../../../platform/ids.ts'
import { headsThatHold, searchWords } from '../../../platform/search-engine/matches.ts'
import { acceptedForGood } from '../../peer-review/cases/accepted.ts'
import { MAY_HAVE_FEE } from '../no-fee.ts'
import { articlesWithFeesFor } from '../standing.ts'
import { articleRows, invoiceRows } from './fee-rows.ts'
import { everInvoicedFor, invoicedArticlesFor, printedOf } from './invoice-rows.ts'
import { ownSide, promisedWords } from './sides.ts'

/** A row of a list: what it is named by, and by what it is sorted. */
interface Listed {
  id: string
  at: string
}

export interface FeeFilter {
  tab: FeeTab
  q?: string | undefined
}

/** All that are found are looked through: the list that is searched is the smaller one. */
const HEADS_MAX = 2_147_483_647

/** Whether one of these texts has what was typed in it, or the article all of its words. */
function found(db: Db, q: string, article: RawBuilder<unknown>, texts: RawBuilder<string>[]): RawBuilder<boolean> {
  const typed = q.trim()
  if (!typed) return sql`1 = 1`
  const named = texts.map((text) => holdsWord(text, typed))
  const words = searchWords(plainTitle(q))
  const heads = words.length
    ? [
        sql`${article} in (select head.article_id from article_heads as head
          where head.no in (select found.no from ${headsThatHold(db, { words }, HEADS_MAX)} as found))`,
      ]
    : []
  return sql`(${sql.join([...named, ...heads], sql` or `)})`
}

/** The invoices that this person may know of, each with what was paid and whether it was credited. */
const known = (
  viewer: Actor,
) => sql`(select one.number, one.article_id, one.currency, one.total, one.due_on, one.issued_on,
    one.payer, (select credit.number from invoices as credit where credit.credits = one.number) as credited_by,
    coalesce((select sum(payments.amount) from payments
      where payments.invoice = one.number and payments.withdrawn_at is null), 0) as paid
  from invoices as one where one.credits is null and one.article_id in ${invoicedArticlesFor(viewer)}) as known`

const INVOICED = {
  'to-be-paid': { is: sql`known.credited_by is null and known.paid < known.total`, at: sql`known.due_on` },
  paid: { is: sql`known.credited_by is null and known.paid >= known.total`, at: sql`known.issued_on` },
  credited: { is: sql`known.credited_by is not null`, at: sql`known.issued_on` },
} as const

/** Without those that someone knows of before the decision, because they have opened a request. */
const feesDueFor = (viewer: Actor): RawBuilder<string> =>
  sql<string>`(select due.article_id from ${acceptedForGood(new Date())} as due
    where due.article_id in ${articlesWithFeesFor(viewer)})`

/** Accepted manuscripts that have no invoice and may need one, with both of their fees in words. */
const withoutInvoice = (
  db: Db,
  viewer: Actor,
) => sql`(select articles.id, review_cases.number, review_cases.received_on,
    ${ownSide()} as side, ${promisedWords(db, 'local')} as at_home, ${promisedWords(db, 'international')} as abroad
  from articles join review_cases on review_cases.article_id = articles.id
  where articles.id in ${feesDueFor(viewer)} and ${MAY_HAVE_FEE}
    and review_cases.stage <> 'withdrawn' and articles.archived_at is null
    and not exists (select 1 from waivers where waivers.article_id = articles.id and waivers.outcome = 'whole')
    and not exists (select 1 from invoices as one where one.article_id = articles.id and one.credits is null
      and not exists (select 1 from invoices as credit where credit.credits = one.number))) as waiting`

/** The fees in words, among those of manuscripts without an invoice, that mean nothing to pay. */
async function freeWords(db: Db, viewer: Actor): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`select at_home as words from ${withoutInvoice(db, viewer)}
    union select abroad from ${withoutInvoice(db, viewer)}`.execute(db)
  return rows.flatMap(({ words }) => (feeIn(words) === 'free' ? [words] : []))
}

async function listed(db: Db, viewer: Actor, { tab, q = '' }: FeeFilter): Promise<RawBuilder<Listed>> {
  if (tab === 'waived') {
    return sql<Listed>`(select waivers.article_id as id, waivers.answered_at as at from waivers
      join review_cases on review_cases.article_id = waivers.article_id
      where waivers.outcome in ('whole', 'part') and waivers.article_id in ${feesDueFor(viewer)}
        and ${found(db, q, sql`waivers.article_id`, [sql<string>`review_cases.number`])})`
  }
  if (tab === 'to-invoice') {
    const free = await freeWords(db, viewer)
    const is = (words: RawBuilder<unknown>) => (free.length ? sql`${words} in (${sql.join(free)})` : sql`1 = 0`)
    return sql<Listed>`(select waiting.id, waiting.received_on as at from ${withoutInvoice(db, viewer)}
      where not (${is(sql`waiting.at_home`)} and (waiting.side = 'local' or ${is(sql`waiting.abroad`)}))
        and not (${is(sql`waiting.abroad`)} and waiting.side = 'international')
        and ${found(db, q, sql`waiting.id`, [sql<string>`waiting.number`])})`
  }
  const { is, at } = INVOICED[tab]
  const texts = [
    ...[sql<string>`known.number`, sql<string>`known.payer`],
    sql<string>`coalesce((select number from review_cases where review_cases.article_id = known.article_id), '')`,
  ]
  return sql<Listed>`(select known.number as id, ${at} as at from ${known(viewer)}
    where ${is} and ${found(db, q, sql`known.article_id`, texts)})`
}

async function count(db: Db, viewer: Actor, filter: FeeFilter): Promise<number> {
  const list = await listed(db, viewer, filter)
  const { total } = await db
    .selectFrom(list.as('listed'))
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** What is to be done soonest comes first; of what is done, the latest. */
const FIRST: Record<FeeTab, 'asc' | 'desc'> = {
  'to-invoice': 'asc',
  'to-be-paid': 'asc',
  paid: 'desc',
  waived: 'desc',
  credited: 'desc',
}

/** One page of a list, in as many queries for many rows as for one. */
export async function listFees(db: Db, viewer: Actor, filter: FeeFilter, page: Page) {
  const total = await count(db, viewer, filter)
  const list = await listed(db, viewer, filter)
  const direction = FIRST[filter.tab]
  const { ids, meta } = await idsOnPage(
    db.selectFrom(list.as('listed')).select('listed.id'),
    [
      ['listed.at', direction],
      ['listed.id', direction],
    ],
    page,
    total,
  )
  const isOfInvoices = filter.tab in INVOICED
  return { data: isOfInvoices ? await invoiceRows(db, ids) : await articleRows(db, ids), meta }
}

/** The desk of fees: one of its lists, and what all of them hold. */
export async function feesOverview(db: Db, viewer: Actor, filter: FeeFilter, page: Page): Promise<FeesOverview> {
  const counts = {} as Record<FeeTab, number>
  for (const tab of FEE_TABS) counts[tab] = await count(db, viewer, { tab })
  const { data, meta } = await listFees(db, viewer, filter, page)
  return { data, meta, counts, figures: await figures(db, viewer), ...(await toCredit(db, viewer)) }
}

interface Sum {
  currency: string
  minor: number | string
}
const inWords = (sums: readonly Sum[]): string[] =>
  sums.map(({ currency, minor }) => moneyInWords({ currency, minor: Number(minor) }))

async function figures(db: Db, viewer: Actor): Promise<FeesOverview['figures']> {
  const today = dayOf(now())
  const paid = await sql<Sum>`select known.currency, sum(payments.amount) as minor from ${known(viewer)}
    join payments on payments.invoice = known.number and payments.withdrawn_at is null
      and payments.received_on >= ${`${today.slice(0, 4)}-01-01`} and payments.received_on <= ${`${today.slice(0, 4)}-12-31`}
    where known.credited_by is null group by known.currency order by known.currency`.execute(db)
  const open = await sql<Sum>`select known.currency, sum(known.total - known.paid) as minor from ${known(viewer)}
    where ${INVOICED['to-be-paid'].is} group by known.currency order by known.currency`.execute(db)
  const { rows } = await sql<{ overdue: number; accepted: number }>`select
    (select count(*) from ${known(viewer)} where ${INVOICED['to-be-paid'].is} and known.due_on < ${today}) as overdue,
    (select count(*) from articles join review_cases on review_cases.article_id = articles.id
      where articles.id in ${feesDueFor(viewer)} and ${MAY_HAVE_FEE}
        and review_cases.stage <> 'withdrawn') as accepted`.execute(db)
  return {
    ...{ paidThisYear: inWords(paid.rows), toBePaid: inWords(open.rows) },
    ...{ overdue: Number(rows[0]!.overdue), accepted: Number(rows[0]!.accepted) },
  }
}

const BECAUSE: Record<CaseStage, InvoiceToCredit['because']> = {
  ...{ screening: 'reopened', reviewing: 'reopened', revising: 'reopened', declined: 'reopened' },
  ...{ withdrawn: 'withdrawn', accepted: 'waived' },
}
const waivedSince = sql`exists (select 1 from waivers where waivers.article_id = one.article_id
  and waivers.outcome in ('whole', 'part') and waivers.answered_at > one.issued_at)`

/** Invoices of manuscripts that are no longer accepted, or whose fee is another one now. Nothing of it depends on what was paid. */
async function toCredit(db: Db, viewer: Actor): Promise<Pick<FeesOverview, 'toCredit' | 'totalToCredit'>> {
  const open = sql`from invoices as one
    left join review_cases on review_cases.article_id = one.article_id
    left join articles on articles.id = one.article_id
    where one.credits is null and one.article_id in ${everInvoicedFor(viewer)}
      and not exists (select 1 from invoices as credit where credit.credits = one.number)
      and (articles.id is null or review_cases.stage <> 'accepted'
        or (one.article_id in ${articlesWithFeesFor(viewer)} and ${waivedSince}))`
  const { rows } = await sql<{
    number: string
    printed: string
    currency: string
    total: number
    id: string | null
    stage: CaseStage | null
  }>`
    select one.number, one.printed, one.currency, one.total, articles.id, review_cases.stage ${open}
    order by one.issued_on, one.number limit ${TO_CREDIT_MAX}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${open}`.execute(db)
  return {
    totalToCredit: Number(counted[0]!.total),
    toCredit: rows.map(({ number, printed, currency, total, id, stage }) => ({
      ...{ number, title: printedOf({ printed }).title, total: moneyInWords({ currency, minor: total }) },
      because: id === null ? 'deleted' : BECAUSE[stage!],
    })),
  }
}
