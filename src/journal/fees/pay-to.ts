import type { Db } from '../../platform/database/connect.ts'
import { bankDetailsOn } from './bank-details/rows.ts'

/** How an invoice of a day is paid, in lines, as it is printed; empty as long as the journal has named no account. */
export const payToOn = async (db: Db, day: string): Promise<string> => (await bankDetailsOn(db, day)) ?? ''
