import { sql } from 'kysely'
import { addDays, dayOf, daysBetween } from '../../../contract/rules/peer-review/days.ts'
import { REMINDER_DAYS, reminderDue } from '../../../contract/rules/fees/invoices.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import { enqueue } from '../../../platform/email/outbox.ts'
import { acceptedForGood } from '../../peer-review/cases/accepted.ts'
import type { FeeEmail } from '../fee-email.ts'
import { credited, creditNoteOf, findInvoice, paidOf, waitsForLess } from './invoice-rows.ts'
import { holdSeries } from './numbers.ts'
import { submitterAddress } from './submitter.ts'

/**
 * Reminds authors of invoices that are overdue, after 14, 28 and 42 days. Each reminder is noted in the transaction that writes
 * its email, under the lock that payments take, so that none is sent twice, nor after a payment that settles the invoice.
 */
export async function remindOfInvoices(
  database: Database,
  at = new Date(),
  stopped: () => boolean = () => false,
): Promise<void> {
  for (const number of await overdue(database, at)) {
    if (stopped()) return
    await database.transaction((tx) => remindOf(tx, number, at))
  }
}

/** Only of manuscripts that are accepted: who has withdrawn, or is decided on again, is not asked to pay. */
export async function overdue({ db }: Database, at: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices')
    .innerJoin('review_cases', 'review_cases.article_id', 'invoices.article_id')
    .select('invoices.number')
    .where('credits', 'is', null)
    .where('due_on', '<=', addDays(dayOf(at), -REMINDER_DAYS[0]))
    .where('review_cases.stage', '=', 'accepted')
    .where('invoices.article_id', 'in', acceptedForGood(at))
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or(
        REMINDER_DAYS.map((days) =>
          and([
            eb('due_on', '<=', addDays(dayOf(at), -days)),
            not(
              exists(
                selectFrom('invoice_reminders as noted')
                  .select('noted.days')
                  .whereRef('noted.invoice', '=', 'invoices.number')
                  .where('noted.days', '>=', days),
              ),
            ),
          ]),
        ),
      ),
    )
    // Each that is found takes the lock of the whole series, so those that are settled are not.
    .where('invoices.number', 'not in', credited(db))
    .where(({ eb, selectFrom, ref }) =>
      eb(
        selectFrom('payments')
          .select(({ fn }) => fn.coalesce(fn.sum<number>('amount'), sql.lit(0)).as('paid'))
          .whereRef('payments.invoice', '=', 'invoices.number')
          .where('withdrawn_at', 'is', null),
        '<',
        ref('invoices.total'),
      ),
    )
    // Who has asked to pay less waits for the answer, or for the invoice that follows from it.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('waivers')
            .select('waivers.article_id')
            .whereRef('waivers.article_id', '=', 'invoices.article_id')
            .where(({ or, eb, and, ref }) =>
              or([
                eb('outcome', 'is', null),
                and([eb('outcome', 'in', ['whole', 'part']), eb('answered_at', '>', ref('invoices.issued_at'))]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('due_on')
    .orderBy('invoices.number')
    .execute()
  return rows.map(({ number }) => number)
}

async function remindOf(tx: Tx, number: string, at: Date): Promise<void> {
  const invoice = await findInvoice(tx, number)
  if (!invoice) return
  await holdSeries(tx, invoice.issued_on)
  if ((await paidOf(tx, number)) >= invoice.total || (await creditNoteOf(tx, number)) !== null) return
  if (await waitsForLess(tx, invoice)) return
  const noted = await tx.selectFrom('invoice_reminders').select('days').where('invoice', '=', number).execute()
  const due = reminderDue(
    daysBetween(invoice.due_on!, at),
    noted.map(({ days }) => days),
  )
  if (!due) return
  await tx
    .insertInto('invoice_reminders')
    .values([
      { invoice: number, days: due.days, sent_at: at.toISOString() },
      ...due.passed.map((days) => ({ invoice: number, days, sent_at: null })),
    ])
    .execute()
  const { article_id: articleId } = invoice
  const recipient = await submitterAddress(tx, articleId)
  if (recipient) await enqueue<FeeEmail>(tx, { kind: 'fee-reminder', recipient, data: { articleId, invoice: number } })
}
