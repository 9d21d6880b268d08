import type { Tx } from '../../platform/database/connect.ts'

/** 17 digits, as other systems write them too: 20261122134502123. */
const digitsOf = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 17)

/** A timestamp for a deposit of this DOI that is higher than that of every one before, whatever the clock says. */
export async function nextTimestamp(tx: Tx, doi: string, at: Date): Promise<string> {
  const { last } = await tx
    .selectFrom('deposits')
    .select(({ fn }) => fn.max('timestamp').as('last'))
    .where('doi', '=', doi)
    .executeTakeFirstOrThrow()
  const now = digitsOf(at)
  return last === null || now > last ? now : String(BigInt(last) + 1n)
}
