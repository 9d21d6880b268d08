import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../../contract/rules/accounts/access.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { InvoiceRow } from '../../../platform/database/fee-tables.ts'
import { notFound } from '../../../platform/errors.ts'
import { recusedArticles } from '../../peer-review/recusal.ts'
import { articlesWithFeesFor, looksAfterFees } from '../standing.ts'

/** What an invoice is for, and its amount in the smallest unit of its currency. */
export interface InvoiceLine {
  words: string
  minor: number
}

/** What is printed on an invoice as it was on its day. */
export interface Printed {
  /** The journal and its publisher. */
  journal: string
  publisher: string
  publisherAddress: string
  contact: string
  title: string
  manuscript: string
  acceptedOn: string | null
  /** How it is paid, in lines; empty if an email tells the author. */
  payTo: string
}

export const linesOf = ({ lines }: Pick<InvoiceRow, 'lines'>): InvoiceLine[] => JSON.parse(lines) as InvoiceLine[]
export const printedOf = ({ printed }: Pick<InvoiceRow, 'printed'>): Printed => JSON.parse(printed) as Printed

export const findInvoice = (db: Db, number: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('number', '=', number).executeTakeFirst()

/** The invoice of an article that has not been credited. */
export const standingInvoice = (db: Db, articleId: string): Promise<InvoiceRow | undefined> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('credits', 'is', null)
    .where('number', 'not in', credited(db))
    .executeTakeFirst()

/** The numbers of invoices that were credited. */
export const credited = (db: Db) =>
  db
    .selectFrom('invoices')
    .select(sql<string>`credits`.as('number'))
    .where('credits', 'is not', null)

/**
 * The articles whose invoices and payments this person may know: those whose fees they may, and those that were deleted. As long
 * as an invoice waits to be credited because its manuscript is decided on again, nothing of its payments is known.
 */
export const invoicedArticlesFor = (viewer: Actor): RawBuilder<string> =>
  sql<string>`(select invoiced.article_id from invoices as invoiced
    where invoiced.article_id in ${articlesWithFeesFor(viewer)}
      or (invoiced.article_id in ${everInvoicedFor(viewer)}
        and not exists (select 1 from articles where articles.id = invoiced.article_id)))`

/** All articles that have an invoice, and no payment of it: each invoice was issued when they could be known of. */
export const everInvoicedFor = (viewer: Actor): RawBuilder<string> =>
  sql<string>`(select invoices.article_id from invoices
    where (invoices.article_id not in ${recusedArticles(viewer.userId)}
      or invoices.article_id in ${articlesWithFeesFor(viewer)}) and ${looksAfterFees(viewer)})`

/** An invoice, or a credit note, that this person may know of; anything else is not there. */
export async function invoiceFor(
  db: Db,
  viewer: Actor,
  number: string,
  articles: RawBuilder<string> = invoicedArticlesFor(viewer),
): Promise<InvoiceRow> {
  const row = await db
    .selectFrom('invoices')
    .selectAll()
    .where('number', '=', number)
    .where('article_id', 'in', articles)
    .executeTakeFirst()
  if (!row) throw notFound('Invoice')
  return row
}

/** What has been paid of an invoice, without payments that were taken back. */
export async function paidOf(db: Db, number: string): Promise<number> {
  const { paid } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<number | string | null>('amount').as('paid'))
    .where('invoice', '=', number)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(paid ?? 0)
}

export const creditNoteOf = async (db: Db, number: string): Promise<string | null> =>
  (await db.selectFrom('invoices').select('number').where('credits', '=', number).executeTakeFirst())?.number ?? null

/** Whether its author has asked to pay less and waits for the answer, or for the invoice that follows from it. */
export async function waitsForLess(
  db: Db,
  { article_id, issued_at }: Pick<InvoiceRow, 'article_id' | 'issued_at'>,
): Promise<boolean> {
  const waiver = await db
    .selectFrom('waivers')
    .select('article_id')
    .where('article_id', '=', article_id)
    .where(({ or, eb, and }) =>
      or([eb('outcome', 'is', null), and([eb('outcome', '<>', 'declined'), eb('answered_at', '>', issued_at)])]),
    )
    .executeTakeFirst()
  return waiver !== undefined
}
