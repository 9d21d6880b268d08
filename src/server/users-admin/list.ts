import { pageMeta, type Paged } from '../../contract/domain/page-numbers.ts'
import type { Role } from '../../contract/domain/roles.ts'
import type { ListedUser } from '../../contract/api/users.ts'
import type { Db } from '../database/connect.ts'
import { holdsWord, wordsOf } from '../database/search.ts'
import { now } from '../ids.ts'
import { presentUser } from '../users/queries.ts'

export interface UserFilter {
  /** Every word must occur in the name, the email address or the username. */
  q?: string | undefined
  role?: Role | undefined
}

/** Users, newest first, each with its number of open sessions and of submitted articles: two queries. */
export async function listUsers(
  db: Db,
  { q = '', role }: UserFilter,
  { page, limit }: { page: number; limit: number },
): Promise<Paged<ListedUser>> {
  let query = db.selectFrom('users')
  if (role !== undefined) query = query.where('users.role', '=', role)
  for (const word of wordsOf(q)) {
    query = query.where((where) =>
      where.or((['full_name', 'email', 'username'] as const).map((column) => holdsWord(where.ref(column), word))),
    )
  }
  const { total } = await query.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll('users')
    .select((select) => [
      select
        .selectFrom('sessions')
        .select((inner) => inner.fn.countAll<number>().as('total'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .where('sessions.revoked_at', 'is', null)
        .where('sessions.expires_at', '>', now())
        .$asScalar()
        .$notNull()
        .as('open_sessions'),
      select
        .selectFrom('articles')
        .select((inner) => inner.fn.countAll<number>().as('total'))
        .whereRef('articles.submitter_id', '=', 'users.id')
        .$asScalar()
        .$notNull()
        .as('submitted'),
    ])
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return {
    data: rows.map((row) => ({ ...presentUser(row), openSessions: row.open_sessions, articles: row.submitted })),
    meta: pageMeta(page, limit, Number(total)),
  }
}
