import type { Invoice } from '../../../contract/api/invoices.ts'
import { isSettled } from '../../../contract/rules/fees/invoice-state.ts'
import { moneyInWords } from '../../../contract/rules/fees/money.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { KindsOfEmail } from '../../../platform/email/kinds.ts'
import { address, paragraphs, plain, titled, type Value } from '../../../platform/email/values.ts'
import { findCase } from '../../peer-review/cases/case-rows.ts'
import type { AboutInvoice, AboutPayment, InvoiceEmails } from '../fee-email.ts'
import { payToNow } from '../pay-to.ts'
import { loadInvoices } from './fee-rows.ts'
import { findInvoice, printedOf, waitsForLess } from './invoice-rows.ts'

interface InvoiceFacts {
  name: string
  title: string
  shown: Invoice
  /** As it is printed on the invoice. */
  payTo: string
  /** As it is today. */
  payToNow: string
}
interface PaymentFacts extends InvoiceFacts {
  amount: string
  receivedOn: string
}

async function loadInvoice(
  db: Db,
  { articleId, invoice: number }: AboutInvoice,
  { recipient }: { recipient: string },
): Promise<InvoiceFacts | null> {
  const row = await findInvoice(db, number)
  const article = await db.selectFrom('articles').select('title').where('id', '=', articleId).executeTakeFirst()
  const person = await db.selectFrom('users').select('full_name').where('email', '=', recipient).executeTakeFirst()
  if (!row || !article || !person) return null
  const shown = (await loadInvoices(db, [row])).get(number)!
  const payTo = { payTo: printedOf(row).payTo, payToNow: await payToNow(db) }
  return { name: person.full_name, title: article.title, shown, ...payTo }
}

async function loadPayment(db: Db, about: AboutPayment, to: { recipient: string }): Promise<PaymentFacts | null> {
  const facts = await loadInvoice(db, about, to)
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', about.payment).executeTakeFirst()
  // One that was taken back meanwhile has no receipt.
  if (!facts || !payment || payment.withdrawn_at !== null) return null
  const { currency } = facts.shown
  return { ...facts, amount: moneyInWords({ currency, minor: payment.amount }), receivedOn: payment.received_on }
}

/** What is still to be paid, with its currency. */
const leftOf = ({ currency, left }: Invoice): string => (left === null ? 'nothing' : `${currency} ${left}`)

function stateInWords(shown: Invoice): string {
  if (shown.state === 'overpaid') return 'This is more than was due. We will write to you about the difference.'
  return isSettled(shown.state) ? 'The invoice is paid.' : `What remains to be paid is ${leftOf(shown)}.`
}

const HOW = 'We write to you about the ways to pay. We never ask for payment by card or in a message.'
/** Nobody is sent to an account that was replaced since the invoice. */
const howToday = ({ payTo, payToNow }: Pick<InvoiceFacts, 'payTo' | 'payToNow'>): string =>
  payTo === '' || payTo === payToNow || payToNow === ''
    ? payToNow || HOW
    : `Our bank details have changed since the invoice was sent. Please use these:\n\n${payToNow}`
type About = AboutInvoice & InvoiceFacts
const COMMON = {
  title: ({ title }: About): Value => titled(title),
  number: ({ shown }: About): Value => plain(shown.number),
  total: ({ shown }: About): Value => plain(shown.total),
  due: ({ shown }: About): Value => plain(longDate(shown.dueOn)),
  link: ({ articleId }: About, publicUrl: string): Value => address(publicUrl + paths.manuscript(articleId)),
}

const EXAMPLE: About & AboutPayment & PaymentFacts = {
  ...{
    articleId: 'sap-flow-in-prosopis',
    invoice: 'ABC-2026-0033',
    payment: 'k7m2p9qrstvw',
    name: 'Gulnora Nazarova',
  },
  title: 'Sap flow and night-time refilling in <i>Prosopis cineraria</i> through two dry seasons',
  ...{ payTo: '', payToNow: '', amount: 'USD 40', receivedOn: '2026-06-30' },
  shown: {
    ...{ number: 'ABC-2026-0033', state: 'part paid', payer: 'Gulnora Nazarova', currency: 'USD', total: 'USD 80' },
    ...{ issuedOn: '2026-06-15', dueOn: '2026-07-15', daysLate: 0, remindedAt: null, paid: 'USD 40', paidMinor: 4000 },
    ...{ left: '60', paidOn: '2026-06-30', payments: [], creditedBy: null },
  },
}

const isOpen = async (db: Db, { articleId, shown }: About): Promise<boolean> =>
  shown.state !== 'credited' && !isSettled(shown.state) && (await findCase(db, articleId))?.stage === 'accepted'

/** Its author has asked to pay less since the reminder was written, or need not pay so much any more. */
async function isToChange(db: Db, { invoice }: AboutInvoice): Promise<boolean> {
  const row = await findInvoice(db, invoice)
  return row !== undefined && (await waitsForLess(db, row))
}

/** Emails about invoices go to the author who submitted the manuscript. */
export const invoiceEmails: KindsOfEmail<
  InvoiceEmails,
  {
    'fee-invoice': InvoiceFacts
    'fee-reminder': InvoiceFacts
    'fee-credited': InvoiceFacts
    'fee-receipt': PaymentFacts
  }
> = {
  'fee-invoice': {
    values: { ...COMMON, how: ({ payTo }) => paragraphs(payTo || HOW) },
    example: EXAMPLE,
    load: loadInvoice,
    // Credited before it was sent: its number would only confuse.
    isPointless: (_db, { shown }) => Promise.resolve(shown.state === 'credited'),
  },
  'fee-reminder': {
    values: {
      ...COMMON,
      left: ({ shown }) => plain(leftOf(shown)),
      how: (about) => paragraphs(howToday(about)),
    },
    example: { ...EXAMPLE, shown: { ...EXAMPLE.shown, state: 'overdue', daysLate: 14 } },
    load: loadInvoice,
    isPointless: async (db, about) => !(await isOpen(db, about)) || (await isToChange(db, about)),
  },
  'fee-credited': { values: COMMON, example: EXAMPLE, load: loadInvoice },
  'fee-receipt': {
    values: {
      ...COMMON,
      amount: ({ amount }) => plain(amount),
      received: ({ receivedOn }) => plain(longDate(receivedOn)),
      state: ({ shown }) => plain(stateInWords(shown)),
    },
    example: EXAMPLE,
    load: loadPayment,
  },
}
