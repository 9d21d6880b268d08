import type { Selectable } from 'kysely'
import { UNKNOWN_ACCOUNT } from '../../../contract/rules/accounts/actions.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'

type Entry = Selectable<Tables['audit_entries']>

/** The current names of the people and records in some audit entries, by id. */
export interface Names {
  users: Map<string, string>
  articles: Map<string, string>
  categories: Map<string, string>
  volumes: Map<string, string>
  reviewers: Map<string, string>
}

/** The kind of record that an action is about, by the noun before its dot. For sessions it is the user. */
const TABLE_OF: Record<string, keyof Names | undefined> = {
  article: 'articles',
  category: 'categories',
  volume: 'volumes',
  reviewer: 'reviewers',
  session: 'users',
  user: 'users',
}
/** Singletons, which have fixed names. */
const SINGLE: Record<string, string | undefined> = {
  'editorial-members': 'Editorial members',
  'sample-content': 'Sample content',
}

const nounOf = (action: string): string => action.slice(0, action.indexOf('.'))

/** One query for each table that the entries refer to. */
export async function namesOf(db: Db, entries: Entry[]): Promise<Names> {
  const idsIn = (table: keyof Names) =>
    entries.filter((entry) => TABLE_OF[nounOf(entry.action)] === table).map((entry) => entry.subject)
  const actors = entries.map((entry) => entry.actor_id).filter((id): id is string => id !== null)
  return {
    users: await named([...actors, ...idsIn('users')], (ids) =>
      db.selectFrom('users').select(['id', 'full_name as name']).where('id', 'in', ids).execute(),
    ),
    articles: await named(idsIn('articles'), async (ids) => {
      const rows = await db.selectFrom('articles').select(['id', 'title']).where('id', 'in', ids).execute()
      return rows.map(({ id, title }) => ({ id, name: plainTitle(title) }))
    }),
    categories: await named(idsIn('categories'), (ids) =>
      db.selectFrom('categories').select(['id', 'name']).where('id', 'in', ids).execute(),
    ),
    volumes: await named(idsIn('volumes'), (ids) =>
      db.selectFrom('volumes').select(['id', 'title as name']).where('id', 'in', ids).execute(),
    ),
    reviewers: await named(idsIn('reviewers'), (ids) =>
      db
        .selectFrom('reviewers')
        .select(['id', 'full_name as name'])
        .where('id', 'in', ids)
        .where('erased_at', 'is', null)
        .execute(),
    ),
  }
}

/** Null for a record that no longer exists: its former name is in the entry itself. */
export function subjectName(names: Names, { action, subject }: Entry): string | null {
  if (subject === UNKNOWN_ACCOUNT) return action === 'session.refuse' ? 'an unknown account' : null
  const noun = nounOf(action)
  const table = TABLE_OF[noun]
  return SINGLE[noun] ?? (table && names[table].get(subject)) ?? null
}

/** No query if there are no ids. */
async function named(
  ids: string[],
  ask: (ids: string[]) => Promise<{ id: string; name: string }[]>,
): Promise<Map<string, string>> {
  const rows = ids.length ? await ask([...new Set(ids)]) : []
  return new Map(rows.map(({ id, name }) => [id, name]))
}
