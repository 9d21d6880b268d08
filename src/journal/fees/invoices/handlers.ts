import type { invoices } from '../../../contract/api/invoices.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FileResources } from '../../publication/files/resources.ts'
import { requirePrintable } from '../printable.ts'
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

export const invoiceHandlers: Handlers<{ invoices: typeof invoices }, FileResources>['invoices'] = {
  list: ({ database, caller }, { page, limit, ...filter }) =>
    feesOverview(database.db, caller, filter, { page, limit }),

  table: ({ database, caller }, filter) => feesTable(database.db, caller, filter),

  proposal: ({ database, caller }, { id }) => proposeInvoice(database.db, caller, id),

  issue: async ({ database, caller }, form) => {
    await requireFeeDue(database.db, caller, form.id)
    await requirePrintable(form, ['payer', 'address'])
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
