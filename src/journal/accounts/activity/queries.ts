import type { Action, ActionNoun } from '../../../contract/rules/accounts/actions.ts'
import type { Activity } from '../../../contract/api/activity.ts'
import type { Paged } from '../../../contract/rules/site/page-numbers.ts'
import type { Actor } from '../../../contract/rules/accounts/policy.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, inOrderOf } from '../../../platform/database/list-pages.ts'
import { recusedIds } from '../../peer-review/recusal.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { namesOf, subjectName } from './names.ts'

export interface ActivityFilter {
  about?: ActionNoun | undefined
  actorId?: string | undefined
  subject?: string | undefined
  /** Days in UTC, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** The audit log as this administrator may see it, newest entry first. At most nine queries, whatever the page size. */
export async function listActivity(
  db: Db,
  viewer: Actor,
  filter: ActivityFilter,
  { page, limit }: { page: number; limit: number },
): Promise<Paged<Activity>> {
  const query = filtered(db, filter, viewer, await recusedIds(db, viewer.userId))
  const { total } = await query.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { ids, meta } = await idsOnPage(query.select('seq as id'), [['seq', 'desc']], { page, limit }, total)
  const found = ids.length ? await db.selectFrom('audit_entries').selectAll().where('seq', 'in', ids).execute() : []
  const rows = inOrderOf(ids, found, ({ seq }) => seq)
  const names = await namesOf(db, rows)
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
      before: fields(row.before),
      after: fields(row.after),
    })),
    meta,
  }
}

function filtered(
  db: Db,
  { about, actorId, subject, from, to }: ActivityFilter,
  { userId }: Actor,
  recused: readonly string[],
) {
  let query = db.selectFrom('audit_entries')
  if (recused.length) {
    query = query.where('subject', 'not in', recused).where(({ or, eb, not, exists, selectFrom, ref }) =>
      // Who is added or changed as a reviewer while the case is open may be so because of it.
      or([
        eb('action', 'not like', 'reviewer.%'),
        eb('actor_id', '=', userId),
        not(
          exists(
            selectFrom('review_cases')
              .select('article_id')
              .where('article_id', 'in', recused)
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

const fields = (json: Tables['audit_entries']['before']): Record<string, unknown> | null =>
  json === null ? null : (JSON.parse(json) as Record<string, unknown>)
