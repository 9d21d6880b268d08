import { type invoices, NOT_PRINTABLE } from '../../../contract/api/invoices.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { invalid } from '../../../platform/errors.ts'
import type { FileResources } from '../../publication/files/resources.ts'
import { requireFeeDue } from '../standing.ts'
import { creditInvoice } from './credit.ts'
import { invoiceRows } from './fee-rows.ts'
import { issueInvoice } from './issue.ts'
import { feesOverview } from './list.ts'
import { notePayment, takeBackPayment } from './payments.ts'
import { proposeInvoice } from './proposal.ts'
import { invoiceUrl } from './serve-invoices.ts'
import { feesTable } from './table.ts'

const rowOf = async (db: Db, number: string) => (await invoiceRows(db, [number]))[0]!

/** Refuses what the fonts cannot show: it would be printed as empty boxes. */
async function requirePrintable(form: { payer: string; address: string }): Promise<void> {
  const { isPrintable } = await import('../../documents/typesetting/invoice-pdf.ts')
  for (const field of ['payer', 'address'] as const) if (!isPrintable(form[field])) throw invalid(field, NOT_PRINTABLE)
}

export const invoiceHandlers: Handlers<{ invoices: typeof invoices }, FileResources>['invoices'] = {
  list: ({ database, caller }, { page, limit, ...filter }) =>
    feesOverview(database.db, caller, filter, { page, limit }),

  table: ({ database, caller }, filter) => feesTable(database.db, caller, filter),

  proposal: ({ database, caller }, { id }) => proposeInvoice(database.db, caller, id),

  issue: async ({ database, caller }, form) => {
    await requireFeeDue(database.db, caller, form.id)
    await requirePrintable(form)
    return { number: await database.transaction((tx) => issueInvoice(tx, caller, form)) }
  },

  credit: async ({ database, caller }, { id }) => ({
    number: await database.transaction((tx) => creditInvoice(tx, caller, id)),
  }),

  pay: ({ database, caller }, form) =>
    database.transaction(async (tx) => {
      await notePayment(tx, caller, form)
      return rowOf(tx, form.id)
    }),

  takeBack: ({ database, caller }, { id }) =>
    database.transaction(async (tx) => rowOf(tx, await takeBackPayment(tx, caller, id))),

  file: async ({ database, caller, fileLinks }, { id }) => ({
    url: await invoiceUrl(database.db, fileLinks, caller, id),
  }),
}
