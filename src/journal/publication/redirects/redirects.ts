import type { Db, Tx } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'

/**
 * Old addresses of this site, each of which leads straight to the page that has taken its place: where that moves in turn,
 * they go with it. They are looked at only where there is no page, so that none ever covers one.
 */

/** Where an address without a page leads, if anywhere. */
export const redirectFrom = async (db: Db, path: string): Promise<string | null> =>
  (await db.selectFrom('redirects').select('to_path').where('from_path', '=', path).executeTakeFirst())?.to_path ?? null

/** From now on `from` leads to `to`, as do the addresses that led to `from`: those are answered. */
export async function redirect(tx: Tx, from: string, to: string): Promise<string[]> {
  if (!isOwnPath(from) || !isOwnPath(to) || from === to) throw new Error(`${from} cannot lead to ${to}`)
  // There is a page at `to`.
  await tx.deleteFrom('redirects').where('from_path', '=', to).execute()
  const led = await tx.selectFrom('redirects').select('from_path').where('to_path', '=', from).execute()
  await tx.updateTable('redirects').set({ to_path: to }).where('to_path', '=', from).execute()
  await tx
    .insertInto('redirects')
    .values({ from_path: from, to_path: to, created_at: now() })
    .onConflict((conflict) => conflict.column('from_path').doUpdateSet({ to_path: to }))
    .execute()
  return led.map(({ from_path }) => from_path)
}

/** There is a page at `from` again: the addresses in `led` lead to it, as they did before. */
export async function endRedirect(tx: Tx, from: string, led: readonly string[]): Promise<void> {
  await tx.deleteFrom('redirects').where('from_path', '=', from).execute()
  if (!led.length) return
  await tx.updateTable('redirects').set({ to_path: from }).where('from_path', 'in', led).execute()
}

/** A path that leaves neither the site nor its pages. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\s?#\\]*$/.test(path)
