import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../../contract/rules/accounts/access.ts'
import type { Duty } from '../../../contract/rules/accounts/duties.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'

/** The condition on rows of `duties` that their term is held today. */
export const isHeldNow = (): RawBuilder<boolean> => {
  const today = dayOf(now())
  return sql<boolean>`(duties.from_day is null or duties.from_day <= ${today})
    and (duties.until_day is null or duties.until_day >= ${today})`
}

/** What someone does for the journal now. Administrators need no other duty: one query, and none of them. */
export async function dutiesNow(db: Db, { userId, role }: Pick<Actor, 'userId' | 'role'>): Promise<Duty[]> {
  if (role === 'admin') return []
  const rows = await db
    .selectFrom('duties')
    .select('duty')
    .distinct()
    .where('user_id', '=', userId)
    .where(isHeldNow())
    .orderBy('duty')
    .execute()
  return rows.map(({ duty }) => duty)
}
