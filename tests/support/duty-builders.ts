import type { StoredDuty } from '../../src/contract/rules/accounts/duties.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import { newId, now } from '../../src/platform/ids.ts'

/** Gives someone a duty, from the days that are named. */
export async function aDuty(
  { db }: Pick<Database, 'db'>,
  user: { id: string },
  duty: StoredDuty,
  {
    categoryId = null,
    from = null,
    until = null,
  }: { categoryId?: string | null; from?: string | null; until?: string | null } = {},
): Promise<string> {
  const id = newId()
  await db
    .insertInto('duties')
    .values({ id, user_id: user.id, duty, category_id: categoryId, from_day: from, until_day: until, given_at: now() })
    .execute()
  return id
}

/** Makes someone a section editor of the category that an article has. */
export async function aSectionEditorOf(
  database: Pick<Database, 'db'>,
  user: { id: string },
  articleId: string,
): Promise<string> {
  const { category_id } = await database.db
    .selectFrom('articles')
    .select('category_id')
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  await aDuty(database, user, 'section', { categoryId: category_id })
  return category_id
}

/** An invitation to observe, from any administrator. */
export async function aDutyInvitation({ db }: Pick<Database, 'db'>, email: string, at = now()): Promise<string> {
  const id = newId()
  const inviter = await db.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirst()
  await db
    .insertInto('duty_invitations')
    .values({
      ...{ id, email: email.toLowerCase(), duty: 'observer', from_day: null, until_day: null },
      ...{ invited_by: inviter?.id ?? null, invited_at: at, sent_at: at, expires_at: '2999-01-01T00:00:00.000Z' },
      ...{ ended_at: null, ended_as: null, accepted_by: null },
    })
    .execute()
  return id
}
