import type { Paged } from '../../../contract/rules/site/page-numbers.ts'
import type { Role } from '../../../contract/rules/accounts/access.ts'
import type { ListedUser } from '../../../contract/api/users.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, inOrderOf, type Order, type Page } from '../../../platform/database/list-pages.ts'
import { holdsWord, wordsOf } from '../../../platform/database/search.ts'
import { now } from '../../../platform/ids.ts'
import { presentUser } from '../users/queries.ts'

export interface UserFilter {
  /** Every word must occur in the name, the email address or the username. */
  q?: string | undefined
  role?: Role | undefined
}

const NEWEST: Order = [
  ['users.created_at', 'desc'],
  ['users.id', 'desc'],
]

/** Users, newest first, each with its number of open sessions and of submitted articles: three queries. */
export async function listUsers(db: Db, { q = '', role }: UserFilter, page: Page): Promise<Paged<ListedUser>> {
  let query = db.selectFrom('users').where('users.deleted_at', 'is', null)
  if (role !== undefined) query = query.where('users.role', '=', role)
  for (const word of wordsOf(q)) {
    query = query.where((where) =>
      where.or((['full_name', 'email', 'username'] as const).map((column) => holdsWord(where.ref(column), word))),
    )
  }
  const { total } = await query.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { ids, meta } = await idsOnPage(query.select('users.id'), NEWEST, page, total)
  if (!ids.length) return { data: [], meta }
  const rows = await db
    .selectFrom('users')
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
    .where('users.id', 'in', ids)
    .execute()
  return {
    data: inOrderOf(ids, rows, ({ id }) => id).map((row) => ({
      ...presentUser(row),
      openSessions: row.open_sessions,
      articles: row.submitted,
    })),
    meta,
  }
}
