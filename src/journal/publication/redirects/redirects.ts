import { contentPath } from '../../../contract/rules/site/paths.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'

/**
 * Old addresses of this site, each of which leads to the page that has taken its place, or nowhere. They are looked at only
 * where there is no page, so that none ever covers one, and are never given to something else: a row has the name of what
 * had the address.
 */

/** The target of an address of something that has ended. */
export const GONE = ''
/** So many steps lead from an old address to a page; more would be a circle. */
export const STEPS_MAX = 5

/** Where an address without a page leads: `GONE` if nothing has taken the place of what was there, null if it is no old address. */
export async function redirectFrom(db: Db, path: string): Promise<string | null> {
  const passed = new Set([path])
  let at = path
  for (let step = 0; step < STEPS_MAX; step++) {
    const row = await db.selectFrom('redirects').select('to_path').where('from_path', '=', at).executeTakeFirst()
    if (!row) return at === path ? null : at
    if (row.to_path === GONE) return GONE
    if (passed.has(row.to_path)) return null
    passed.add(row.to_path)
    at = row.to_path
  }
  return null
}

const VERSIONS = /^(\/pages\/[^/]+)(\/versions(?:\/\d+)?)$/

/** Where an address without a page leads, with those of the versions of a page, which move with it. */
export async function oldAddressFrom(db: Db, path: string): Promise<string | null> {
  const [, page, rest] = VERSIONS.exec(path) ?? []
  if (!page) return redirectFrom(db, path)
  const to = await redirectFrom(db, page)
  return to?.startsWith(contentPath('')) ? `${to}${rest}` : redirectFrom(db, path)
}

/** From now on `from` leads to `to`, as do the addresses that led to `from`: those are answered. */
export async function redirect(
  tx: Tx,
  { from, to, subject }: { from: string; to: string; subject: string | null },
): Promise<string[]> {
  if (!isOwnPath(from) || !isOwnPath(to) || from === to) throw new Error(`${from} cannot lead to ${to}`)
  // There is a page at `to`.
  await tx.deleteFrom('redirects').where('from_path', '=', to).execute()
  const led = await tx.selectFrom('redirects').select('from_path').where('to_path', '=', from).execute()
  await tx.updateTable('redirects').set({ to_path: to }).where('to_path', '=', from).execute()
  await lead(tx, { from, to, subject })
  return led.map(({ from_path }) => from_path)
}

/** There is a page at `from` again: the addresses in `led` lead to it, as they did before. */
export async function endRedirect(tx: Tx, from: string, led: readonly string[]): Promise<void> {
  await tx.deleteFrom('redirects').where('from_path', '=', from).execute()
  if (!led.length) return
  await tx.updateTable('redirects').set({ to_path: from }).where('from_path', 'in', led).execute()
}

/** Whether nothing else has had an address. */
export async function mayTakeAddress(tx: Tx, subject: string, path: string): Promise<boolean> {
  const row = await tx.selectFrom('redirects').select('subject').where('from_path', '=', path).executeTakeFirst()
  return !row || row.subject === subject
}

/**
 * Something moves from one address to another, begins at one (`from` is null), or ends (`to` is none of its own): all that it
 * has had lead there. What asks first whether it may take the address has to lock the site's version before.
 */
export async function moveAddress(
  tx: Tx,
  subject: string,
  { from, to, isThere }: { from: string | null; to: string; isThere: boolean },
): Promise<void> {
  if (isThere) await tx.deleteFrom('redirects').where('from_path', '=', to).execute()
  await tx
    .updateTable('redirects')
    .set({ to_path: to })
    .where('subject', '=', subject)
    .where('from_path', '<>', to)
    .execute()
  if (from !== null && from !== to) await lead(tx, { from, to, subject })
}

const lead = (tx: Tx, { from, to, subject }: { from: string; to: string; subject: string | null }) =>
  tx
    .insertInto('redirects')
    .values({ from_path: from, to_path: to, created_at: now(), subject })
    .onConflict((conflict) => conflict.column('from_path').doUpdateSet({ to_path: to, subject }))
    .execute()

/** A path that leaves neither the site nor its pages. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\s?#\\]*$/.test(path)
