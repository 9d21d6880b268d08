import { REDIRECTS_MAX } from '../../../contract/api/redirects.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { canonicalPath } from '../../../platform/http/page-address.ts'
import { now } from '../../../platform/ids.ts'
import type { PageResources } from '../pages/resources.ts'
import { isKept, isLivePage, isProgramsOwn } from './live.ts'
import { GONE, isOwnPath } from './redirects.ts'

export const NO_PATH = 'Please enter an address of this site as it begins after its name, such as /apc.'
export const PAGE_THERE = 'There is a page at this address: it cannot lead elsewhere.'
export const KEPT = 'Something in this journal has this address: it cannot lead elsewhere.'
export const NO_PAGE_THERE = 'There is no page at this address: please choose one that readers can open.'
export const STAYS = 'This is a former address of something in this journal, and leads there for ever.'
const TOO_MANY = `The site can have ${REDIRECTS_MAX} old addresses.`

const refused = (field: 'from' | 'to', message: string) =>
  new DomainError('invalid', message, { errors: { [field]: message } })

/** Lets an address lead to a page of the site. It is asked only where there is no page: it covers none, and makes no circle. */
export async function saveRedirect(
  tx: Tx,
  resources: PageResources,
  actorId: string,
  typed: { from: string; to: string },
): Promise<void> {
  const [from, to] = [pathIn(typed.from, 'from'), pathIn(typed.to, 'to')]
  // Pages and addresses change one at a time.
  await touchPublicSite(tx)
  if (isProgramsOwn(from) || (await isLivePage(tx, resources, from))) throw refused('from', PAGE_THERE)
  if (await isKept(tx, from)) throw refused('from', KEPT)
  if (isProgramsOwn(to) || !(await isLivePage(tx, resources, to))) throw refused('to', NO_PAGE_THERE)
  const before = await tx.selectFrom('redirects').selectAll().where('from_path', '=', from).executeTakeFirst()
  if (before && before.subject !== null) throw new DomainError('conflict', STAYS, { errors: { from: STAYS } })
  if (before?.to_path === to) return
  if (!before) {
    const { count } = await tx
      .selectFrom('redirects')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('subject', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(count) >= REDIRECTS_MAX) throw new DomainError('conflict', TOO_MANY)
  }
  await tx
    .insertInto('redirects')
    .values({ from_path: from, to_path: to, created_at: now(), subject: null })
    .onConflict((conflict) => conflict.column('from_path').doUpdateSet({ to_path: to }))
    .execute()
  await writeAuditEntry(tx, actorId, 'redirect.save', from, {
    before: { to: before?.to_path ?? GONE },
    after: { to },
  })
}

/** An address that an editor has entered leads nowhere again. */
export async function removeRedirect(tx: Tx, actorId: string, typed: string): Promise<void> {
  const from = pathIn(typed, 'from')
  await touchPublicSite(tx)
  const before = await tx.selectFrom('redirects').selectAll().where('from_path', '=', from).executeTakeFirst()
  if (!before) throw notFound('Old address')
  if (before.subject !== null) throw new DomainError('conflict', STAYS)
  await tx.deleteFrom('redirects').where('from_path', '=', from).execute()
  await writeAuditEntry(tx, actorId, 'redirect.remove', from, { before: { to: before.to_path } })
}

/** A path as the site spells it, so that every spelling of an old address leads on. */
function pathIn(typed: string, field: 'from' | 'to'): string {
  const path = isOwnPath(typed.trim()) ? canonicalPath(typed.trim()) : null
  if (path === null) throw refused(field, NO_PATH)
  return path
}
