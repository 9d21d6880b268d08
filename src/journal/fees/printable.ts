import { NOT_PRINTABLE } from '../../contract/api/invoices.ts'
import { invalid } from '../../platform/errors.ts'

/** Refuses what the fonts of an invoice cannot show: it would be printed as empty boxes. */
export async function requirePrintable<Field extends string>(
  form: Record<Field, string>,
  fields: readonly Field[],
): Promise<void> {
  // Setting a page takes a library that little else needs.
  const { isPrintable } = await import('../documents/typesetting/invoice-pdf.ts')
  for (const field of fields) if (!isPrintable(form[field])) throw invalid(field, NOT_PRINTABLE)
}
