import { sql } from 'kysely'
import type { FeeRow, Invoice } from '../../../contract/api/invoices.ts'
import { invoiceState } from '../../../contract/rules/fees/invoice-state.ts'
import { amountInWords, moneyInWords } from '../../../contract/rules/fees/money.ts'
import { dayOf, daysBetween } from '../../../contract/rules/peer-review/days.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { InvoiceRow, PaymentRow } from '../../../platform/database/fee-tables.ts'
import { inOrderOf } from '../../../platform/database/list-pages.ts'
import { now } from '../../../platform/ids.ts'
import { acceptedForGoodAt } from '../../peer-review/cases/accepted.ts'
import { printedOf } from './invoice-rows.ts'

/** What an invoice is today, by its payments and its credit note. */
export function presentInvoice(
  invoice: InvoiceRow,
  more: { payments: readonly PaymentRow[]; creditedBy: string | null; remindedAt: string | null },
): Invoice {
  const { number, payer, currency, total, issued_on: issuedOn } = invoice
  const dueOn = invoice.due_on ?? issuedOn
  const payments = more.payments.filter(({ withdrawn_at }) => withdrawn_at === null)
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0)
  const today = dayOf(now())
  const state = invoiceState({ total, dueOn, paid, isCredited: more.creditedBy !== null }, today)
  return {
    ...{ number, state, payer, currency, issuedOn, dueOn, creditedBy: more.creditedBy },
    total: moneyInWords({ currency, minor: total }),
    daysLate: state === 'overdue' ? daysBetween(dueOn, today) : 0,
    remindedAt: more.remindedAt,
    paid: paid ? moneyInWords({ currency, minor: paid }) : null,
    paidMinor: paid,
    left: paid < total ? amountInWords({ currency, minor: total - paid }) : null,
    paidOn:
      payments
        .map(({ received_on }) => received_on)
        .toSorted()
        .at(-1) ?? null,
    payments: payments.map(({ id, received_on: receivedOn, amount, reference }) => ({
      ...{ id, receivedOn, reference, amount: moneyInWords({ currency, minor: amount }) },
    })),
  }
}

/** Invoices by their numbers, each with its payments, its credit note and its last reminder. */
export async function loadInvoices(db: Db, rows: readonly InvoiceRow[]): Promise<Map<string, Invoice>> {
  const numbers = rows.map(({ number }) => number)
  if (!numbers.length) return new Map()
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('invoice', 'in', numbers)
    .orderBy('noted_at')
    .orderBy('id')
    .execute()
  const credits = await db
    .selectFrom('invoices')
    .select(['number', 'credits'])
    .where('credits', 'in', numbers)
    .execute()
  const reminders = await db
    .selectFrom('invoice_reminders')
    .select(['invoice', ({ fn }) => fn.max('sent_at').as('at')])
    .where('invoice', 'in', numbers)
    .groupBy('invoice')
    .execute()
  const paymentsOf = Map.groupBy(payments, ({ invoice }) => invoice)
  const creditOf = new Map(credits.map(({ number, credits: of }) => [of, number]))
  const remindedOf = new Map(reminders.map(({ invoice, at }) => [invoice, at]))
  return new Map(
    rows.map((row) => [
      row.number,
      presentInvoice(row, {
        payments: paymentsOf.get(row.number) ?? [],
        creditedBy: creditOf.get(row.number) ?? null,
        remindedAt: remindedOf.get(row.number) ?? null,
      }),
    ]),
  )
}

const loadArticles = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('articles')
    .innerJoin('review_cases', 'review_cases.article_id', 'articles.id')
    .leftJoin('users', 'users.id', 'articles.submitter_id')
    .leftJoin('waivers', 'waivers.article_id', 'articles.id')
    .select(['articles.id', 'articles.title', 'review_cases.number', 'users.full_name'])
    .select(['waivers.asked_at', 'waivers.outcome', 'waivers.currency', 'waivers.amount', 'waivers.answer'])
    .select('waivers.answered_at')
    .select(acceptedForGoodAt(sql`articles.id`, new Date()).as('accepted_at'))
    .where('articles.id', 'in', ids)
    .execute()

type ArticleOfFee = Awaited<ReturnType<typeof loadArticles>>[number]

const presentArticle = (article: ArticleOfFee): Omit<FeeRow, 'id' | 'invoice'> => ({
  ...{ articleId: article.id, title: article.title, manuscript: article.number, author: article.full_name ?? '' },
  acceptedOn: article.accepted_at === null ? null : dayOf(article.accepted_at),
  waiver:
    article.asked_at === null
      ? null
      : {
          ...{ outcome: article.outcome, answer: article.answer, answeredAt: article.answered_at },
          remains:
            article.currency === null ? null : moneyInWords({ currency: article.currency, minor: article.amount! }),
        },
})

/** Manuscripts without an invoice, in the order of these ids. */
export async function articleRows(db: Db, ids: readonly string[]): Promise<FeeRow[]> {
  if (!ids.length) return []
  const articles = await loadArticles(db, ids)
  return inOrderOf(ids, articles, ({ id }) => id).map((article) => ({
    ...{ id: article.id, invoice: null, ...presentArticle(article) },
  }))
}

/** Invoices with their manuscripts, in the order of these numbers. An article that was deleted is as it was printed. */
export async function invoiceRows(db: Db, numbers: readonly string[]): Promise<FeeRow[]> {
  if (!numbers.length) return []
  const rows = await db.selectFrom('invoices').selectAll().where('number', 'in', numbers).execute()
  const invoices = await loadInvoices(db, rows)
  const articles = await loadArticles(db, [...new Set(rows.map(({ article_id }) => article_id))])
  const articleOf = new Map(articles.map((article) => [article.id, article]))
  return inOrderOf(numbers, rows, ({ number }) => number).map((row) => {
    const article = articleOf.get(row.article_id)
    const printed = printedOf(row)
    const invoice = invoices.get(row.number)!
    if (article) return { id: row.number, invoice, ...presentArticle(article) }
    return {
      ...{ id: row.number, invoice, articleId: row.article_id, title: printed.title, manuscript: printed.manuscript },
      ...{ author: '', acceptedOn: printed.acceptedOn, waiver: null },
    }
  })
}
