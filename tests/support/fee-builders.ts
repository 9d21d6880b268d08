import { issueInvoice } from '../../src/journal/fees/invoices/issue.ts'
import type { Caller } from '../../src/platform/call.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import type { UserRow } from '../../src/platform/database/tables.ts'
import { newId } from '../../src/platform/ids.ts'
import { aCase } from './review-builders.ts'

/** A manuscript that was accepted long ago. */
export async function anAccepted(database: Database, submitter: UserRow, title?: string): Promise<string> {
  const { id } = await aCase(database, { submitter, ...(title === undefined ? {} : { title }) })
  await database.db.updateTable('review_cases').set({ stage: 'accepted' }).where('article_id', '=', id).execute()
  return id
}

/** The invoice of an accepted manuscript; its number. */
export async function anInvoice(
  database: Database,
  editor: Caller,
  articleId: string,
  form: Partial<Parameters<typeof issueInvoice>[2]> = {},
): Promise<string> {
  const number = await database.transaction((tx) =>
    issueInvoice(tx, editor, {
      ...{ id: articleId, side: 'local', reason: 'As agreed', payer: 'Ayesha Malik', address: 'Multan' },
      ...{ amount: '', dueDays: 30, ...form },
    }),
  )
  return number!
}

/** A payment that was noted. */
export async function aPayment(database: Database, editor: Caller, invoice: string, amount = 500_000): Promise<string> {
  const id = newId()
  const at = new Date().toISOString()
  await database.db
    .insertInto('payments')
    .values({
      ...{ id, invoice, received_on: at.slice(0, 10), amount, reference: 'MCB 88213' },
      ...{ noted_by: editor.userId, noted_at: at, withdrawn_at: null, withdrawn_by: null },
    })
    .execute()
  return id
}
