import type { Db } from '../../platform/database/connect.ts'
import { detailsInForce } from './bank-details/rows.ts'

/** How an invoice of today is paid, in lines, as it is printed; empty as long as the journal has named no account. */
export const payToNow = async (db: Db): Promise<string> => (await detailsInForce(db))?.words ?? ''
