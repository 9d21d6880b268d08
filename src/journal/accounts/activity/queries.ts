import type { Selectable } from 'kysely'
import type { Activity } from '../../../contract/api/activity.ts'
import { type Action, type ActionNoun, UNKNOWN_ACCOUNT } from '../../../contract/rules/accounts/actions.ts'
import type { Actor } from '../../../contract/rules/accounts/access.ts'
import type { Paged } from '../../../contract/rules/site/page-numbers.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, inOrderOf } from '../../../platform/database/list-pages.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { feesWithheld } from '../../fees/standing.ts'
import { articlesWithheld } from '../../peer-review/recusal.ts'

export interface ActivityFilter {
  about?: ActionNoun | undefined
  actorId?: string | undefined
  subject?: string | undefined
  /** Days in UTC, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** The audit log as this administrator may see it, newest entry first. At most ten queries, whatever the page size. */
export async function listActivity(
  db: Db,
  viewer: Actor,
  filter: ActivityFilter,
  { page, limit }: { page: number; limit: number },
): Promise<Paged<Activity>> {
  const withheld = await articlesWithheld(db, viewer.userId)
  const query = filtered(db, filter, viewer, { withheld, fees: await feesWithheld(db, viewer) })
  const { total } = await query.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { ids, meta } = await idsOnPage(query.select('seq as id'), [['seq', 'desc']], { page, limit }, total)
  const found = ids.length ? await db.selectFrom('audit_entries').selectAll().where('seq', 'in', ids).execute() : []
  const rows = inOrderOf(ids, found, ({ seq }) => seq)
  const names = await loadNames(db, rows)
  const fieldsOf = await withoutUnknownHeadings(db, rows, withheld)
  return {
    data: rows.map((row) => ({
      id: row.id,
      at: row.at,
      actor:
        row.actor_id === null
          ? null
          : { id: row.actor_id, fullName: names.users.get(row.actor_id) ?? 'A removed account' },
      action: row.action as Action,
      subject: { id: row.subject, name: subjectName(names, row) },
      before: fieldsOf(row, row.before),
      after: fieldsOf(row, row.after),
    })),
    meta,
  }
}

function filtered(
  db: Db,
  { about, actorId, subject, from, to }: ActivityFilter,
  { userId }: Actor,
  { withheld, fees }: { withheld: readonly string[]; fees: readonly string[] },
) {
  let query = db.selectFrom('audit_entries')
  // What is done about a fee before the decision is for nobody who decides.
  if (fees.length) {
    query = query.where(({ or, eb }) => or([eb('action', 'not like', 'fee.%'), eb('subject', 'not in', fees)]))
  }
  if (withheld.length) {
    query = query.where('subject', 'not in', withheld).where(({ or, eb, not, exists, selectFrom, ref }) =>
      // Who is added or changed as a reviewer while the case is open may be so because of it.
      or([
        eb('action', 'not like', 'reviewer.%'),
        eb('actor_id', '=', userId),
        not(
          exists(
            selectFrom('review_cases')
              .select('article_id')
              .where('article_id', 'in', withheld)
              .where('review_cases.created_at', '<=', ref('at'))
              .where((of) => of.or([of('closed_at', 'is', null), of('closed_at', '>=', of.ref('at'))])),
          ),
        ),
      ]),
    )
  }
  if (about !== undefined) query = query.where('action', 'like', `${about}.%`)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (from !== undefined) query = query.where('at', '>=', `${from}T00:00:00.000Z`)
  if (to !== undefined) query = query.where('at', '<=', `${to}T23:59:59.999Z`)
  return query
}

function fields(json: Tables['audit_entries']['before']): Record<string, unknown> | null {
  if (json === null) return null
  // Of many articles the number is enough: some may be of cases of which the viewer must not know.
  const { articleIds: _ids, ...shown } = JSON.parse(json) as Record<string, unknown>
  return shown
}

type Entry = Selectable<Tables['audit_entries']>

/** So much is logged of the page of a volume: each heading, also one that only an article has of which someone must not know. */
const WITH_HEADINGS: ReadonlySet<string> = new Set(['volume.publish-page', 'volume.undo-page'])

/** The fields of entries; for someone who must not know of all articles, with the headings of those that they may know of. */
async function withoutUnknownHeadings(db: Db, entries: readonly Entry[], withheld: readonly string[]) {
  const volumes = entries.filter(({ action }) => WITH_HEADINGS.has(action)).map(({ subject }) => subject)
  if (!withheld.length || !volumes.length) return (_entry: Entry, json: Entry['before']) => fields(json)
  const known = await db
    .selectFrom('issue_articles')
    .select(['volume_id', 'heading'])
    .distinct()
    .where('volume_id', 'in', [...new Set(volumes)])
    .where('article_id', 'not in', withheld)
    .execute()
  const isKnown = new Set(known.map(({ volume_id, heading }) => `${volume_id} ${heading}`))
  return ({ action, subject }: Entry, json: Entry['before']) => {
    const all = fields(json)
    if (!all || !WITH_HEADINGS.has(action)) return all
    const headings = (all.headings as string[]).filter((heading) => isKnown.has(`${subject} ${heading}`))
    return { ...all, headings }
  }
}

/** The current names of the people and records in some audit entries, by id. */
interface Names {
  announcements: Map<string, string>
  users: Map<string, string>
  articles: Map<string, string>
  categories: Map<string, string>
  volumes: Map<string, string>
  reviewers: Map<string, string>
}

/** The kind of record that an action is about, by the noun before its dot. For sessions it is the user. */
const TABLE_OF: Record<string, keyof Names | undefined> = {
  announcement: 'announcements',
  article: 'articles',
  category: 'categories',
  fee: 'articles',
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
async function loadNames(db: Db, entries: Entry[]): Promise<Names> {
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
    announcements: await named(idsIn('announcements'), (ids) =>
      db.selectFrom('announcements').select(['id', 'title as name']).where('id', 'in', ids).execute(),
    ),
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
function subjectName(names: Names, { action, subject }: Entry): string | null {
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
