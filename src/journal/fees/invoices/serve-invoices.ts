import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { InvoiceRow } from '../../../platform/database/fee-tables.ts'
import { notFound } from '../../../platform/errors.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import { isSubmitterOf } from '../../peer-review/cases/relation.ts'
import type { FileLinks } from '../../publication/files/file-links.ts'
import { contentDisposition } from '../../publication/files/names.ts'
import type { FileResources } from '../../publication/files/resources.ts'
import { FILE_POLICY } from '../../publication/files/serve-files.ts'
import { everInvoicedFor, findInvoice, invoiceFor, linesOf, printedOf } from './invoice-rows.ts'

const subjectOf = (number: string): string => `invoice ${number}`

/** The address of an invoice for its author, or for those who may know of it; to everybody else it is not there. */
export async function invoiceUrl(db: Db, links: FileLinks, caller: Caller, number: string): Promise<string> {
  const row = await findInvoice(db, number)
  if (!row || !(await isSubmitterOf(db, caller.userId, row.article_id)))
    await invoiceFor(db, caller, number, everInvoicedFor(caller))
  return `/invoice-files/${number}/${number}.pdf?key=${await links.make(subjectOf(number))}`
}

/** All of it is in its row, so that it is printed as it was on its day. */
async function printed(row: InvoiceRow): Promise<Uint8Array> {
  // Setting a page takes a library that little else needs: it is loaded with the first invoice.
  const { invoicePdf } = await import('../../documents/typesetting/invoice-pdf.ts')
  const { number, credits, payer, currency, total } = row
  return invoicePdf({
    ...{ number, credits, payer, currency, total, address: row.payer_address, lines: linesOf(row) },
    ...{ issuedOn: row.issued_on, dueOn: row.due_on, ...printedOf(row) },
  })
}

/** Invoices as PDFs, by addresses that work for five minutes. Reading one changes nothing. */
export function mountInvoices(
  app: FastifyInstance,
  { database, fileLinks }: Pick<FileResources, 'database' | 'fileLinks'>,
  rates: RateLimits,
): void {
  const config = limited(rates, 'writing', 'invoices')
  app.get<{ Params: { number: string; name: string }; Querystring: { key?: unknown } }>(
    '/invoice-files/:number/:name',
    { config },
    async ({ params: { number, name }, query: { key } }, reply) => {
      const isOpen = typeof key === 'string' && (await fileLinks.opens(subjectOf(number), key))
      const row = isOpen && name === `${number}.pdf` ? await findInvoice(database.db, number) : undefined
      if (!row) throw notFound('File')
      void reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': contentDisposition('attachment', name),
        'content-security-policy': FILE_POLICY,
        'cache-control': 'private, no-store',
      })
      return reply.send(Buffer.from(await printed(row)))
    },
  )
}
