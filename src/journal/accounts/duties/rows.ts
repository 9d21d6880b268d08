import type { Selectable } from 'kysely'
import type { DutyTerm } from '../../../contract/api/duties.ts'
import { type StoredDuty, termState } from '../../../contract/rules/accounts/duties.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Database, Db } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { hashOfSecret, now } from '../../../platform/ids.ts'

export type DutyRow = Selectable<Tables['duties']>
export type InvitationRow = Selectable<Tables['duty_invitations']>

/** The terms that have not ended of some people, or of all. */
export function loadTerms(db: Db, userIds: readonly string[] | null): Promise<DutyRow[]> {
  const today = dayOf(now())
  let query = db
    .selectFrom('duties')
    .selectAll()
    .where(({ or, eb }) => or([eb('until_day', 'is', null), eb('until_day', '>=', today)]))
  if (userIds !== null) query = query.where('user_id', 'in', ['', ...userIds])
  return query.orderBy('duty').orderBy('given_at').orderBy('id').execute()
}

/** The names of categories; of merged ones that of the category that has their articles now. */
export async function categoryNames(db: Db): Promise<(id: string) => { id: string; name: string }> {
  const rows = await db.selectFrom('categories').select(['id', 'name', 'merged_into']).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    let row = byId.get(id)
    for (let left = rows.length; row?.merged_into && left > 0; left--) row = byId.get(row.merged_into)
    return { id: row?.id ?? id, name: row?.name ?? '' }
  }
}

export const presentTerm = (row: DutyRow, nameOf: (id: string) => { name: string }): DutyTerm => ({
  id: row.id,
  duty: row.duty,
  categoryId: row.category_id,
  category: row.category_id === null ? null : nameOf(row.category_id).name,
  from: row.from_day,
  until: row.until_day,
  state: termState({ from: row.from_day, until: row.until_day }, dayOf(now())),
})

/** In the log. */
export const inLog = ({
  duty,
  category_id,
  from_day,
  until_day,
}: Pick<DutyRow, 'duty' | 'category_id' | 'from_day' | 'until_day'>) => ({
  ...{ duty: duty as StoredDuty, categoryId: category_id, from: from_day, until: until_day },
})

/** What has been read of someone's duties: another one if anything of them has changed. */
export const seenOf = (role: string, rows: readonly DutyRow[]): string =>
  hashOfSecret(
    JSON.stringify([
      role,
      ...rows.map((row) => [row.id, inLog(row)]).toSorted((one, other) => (one[0]! < other[0]! ? -1 : 1)),
    ]),
  ).slice(0, 24)

/** The categories of invitations, by invitation. */
export async function loadInvitedCategories(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('duty_invitation_categories')
    .selectAll()
    .where('invitation_id', 'in', ['', ...ids])
    .execute()
  const byInvitation = new Map<string, string[]>()
  for (const { invitation_id, category_id } of rows)
    byInvitation.set(invitation_id, [...(byInvitation.get(invitation_id) ?? []), category_id])
  return byInvitation
}

/** Whom the journal has invited is nobody that it knows: their address is forgotten. */
const KEPT_DAYS = 90

export async function sweepDutyInvitations({ db }: Database): Promise<void> {
  const before = addDays(dayOf(now()), -KEPT_DAYS)
  await db.deleteFrom('duty_invitations').where('expires_at', '<', before).execute()
}
