import type { z } from 'zod'
import { DUTIES_CHANGED, type DutiesForm, NO_SUCH_CATEGORY } from '../../../contract/api/duties.ts'
import { LAST_ADMINISTRATOR, UNCONFIRMED_ADDRESS } from '../../../contract/api/users.ts'
import { ADMINISTRATORS_ONLY, type Role } from '../../../contract/rules/accounts/access.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import { lockAllForUpdate } from '../../../platform/database/lock-for-update.ts'
import { DomainError, notFound, refuse } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { handOnCasesOf } from '../../peer-review/cases/recused-editors.ts'
import { noteRecusals } from '../../peer-review/recusal.ts'
import { refuseWhileRecused } from '../../peer-review/reviewers/hidden.ts'
import { isAnyCaseWithoutEditor } from '../../peer-review/who-sees.ts'
import { lockAdministrators, setRole } from '../administration/administer.ts'
import { lockUser } from '../users/commands.ts'
import { findUser } from '../users/queries.ts'
import { tellDutiesChanged } from './emails.ts'
import { type DutyRow, inLog, loadTerms, seenOf } from './rows.ts'

type Form = z.output<typeof DutiesForm>

/**
 * Changes what someone does for the journal, from the next call on. A term that is taken away ends with yesterday, so that it
 * is known that it was held; what they have in hand of its category waits for another editor. Refused if the duties have
 * changed since the caller has read them, so that nobody's newer change is lost.
 */
export function changeDuties(
  database: Database,
  caller: Caller,
  { userId, seen, managing, terms }: Form & { userId: string },
): Promise<void> {
  return database.transaction(async (tx) => {
    const administrators = await lockAdministrators(database.engine, tx)
    await lockUser(tx, userId)
    const user = await findUser(tx, userId)
    if (!user) throw notFound('User')
    // The caller's own role may have been revoked since the call came in.
    if (!administrators.includes(caller.userId)) refuse(ADMINISTRATORS_ONLY)
    await lockCategoriesOf(tx, userId, terms)
    const before = await loadTerms(tx, [userId])
    if (seen !== seenOf(user.role, before)) throw new DomainError('conflict', DUTIES_CHANGED)
    const role: Role = managing ? 'admin' : 'author'
    if (role !== 'admin' && administrators.every((one) => one === userId)) {
      throw new DomainError('conflict', LAST_ADMINISTRATOR)
    }
    const plan = await planOf(tx, userId, before, terms)
    const gains = plan.added.length > 0 || (role === 'admin' && user.role !== 'admin')
    const isRescue = gains && !plan.ended.length && !plan.changed.length && (await isAnyCaseWithoutEditor(tx))
    // It would take a case from its editor, or give it to another account of the caller's.
    if (!isRescue) await refuseWhileRecused(tx, caller)
    if (gains && user.email_confirmed_at === null) throw new DomainError('conflict', UNCONFIRMED_ADDRESS)
    await apply(tx, plan)
    if (role !== user.role) await setRole(tx, caller.userId, user, role)
    const after = await loadTerms(tx, [userId])
    if (seenOf(role, after) === seen) return
    await noteRecusals(tx, { userId })
    await handOnCasesOf(tx, userId)
    if (plan.added.length || plan.changed.length || plan.ended.length) {
      await writeAuditEntry(tx, caller.userId, 'user.change-duties', userId, {
        before: { terms: before.map(inLog) },
        after: { terms: after.map(inLog) },
      })
    }
    await tellDutiesChanged(tx, { userId, byId: caller.userId })
  })
}

/** Before the terms are read: a merge would move them meanwhile. */
async function lockCategoriesOf(tx: Tx, userId: string, terms: Form['terms']): Promise<void> {
  const held = await loadTerms(tx, [userId])
  const ids = [...held.map(({ category_id }) => category_id), ...terms.map(({ categoryId }) => categoryId)]
  await lockAllForUpdate(tx, 'categories', [...new Set(ids.filter((id) => id !== null))].toSorted())
}

interface Plan {
  added: DutyRow[]
  changed: DutyRow[]
  ended: DutyRow[]
}

async function planOf(tx: Tx, userId: string, before: readonly DutyRow[], terms: Form['terms']): Promise<Plan> {
  const known = new Map(before.map((row) => [row.id, row]))
  const kept = new Set(terms.flatMap(({ id }) => id ?? []))
  if ([...kept].some((id) => !known.has(id))) throw new DomainError('conflict', DUTIES_CHANGED)
  const rows = terms.map(({ id, duty, categoryId, from, until }): DutyRow => ({
    id: id ?? newId(),
    user_id: userId,
    ...{ duty, category_id: categoryId, from_day: from, until_day: until },
    given_at: (id === null ? undefined : known.get(id)?.given_at) ?? now(),
  }))
  const isNew = ({ id, category_id }: DutyRow) => known.get(id)?.category_id !== category_id
  await requireLive(
    tx,
    rows.filter(isNew).flatMap(({ category_id }) => category_id ?? []),
  )
  return {
    added: rows.filter(({ id }) => !known.has(id)),
    changed: rows.filter((row) => {
      const was = known.get(row.id)
      return was !== undefined && JSON.stringify(inLog(was)) !== JSON.stringify(inLog(row))
    }),
    ended: before.filter(({ id }) => !kept.has(id)),
  }
}

/** Locks categories, so that none is merged or deleted meanwhile. */
export async function requireLive(tx: Tx, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)].toSorted()
  const live = (await lockAllForUpdate(tx, 'categories', wanted)).filter(({ merged_into }) => merged_into === null)
  if (live.length < wanted.length) {
    throw new DomainError('invalid', NO_SUCH_CATEGORY, { errors: { categoryIds: NO_SUCH_CATEGORY } })
  }
}

async function apply(tx: Tx, { added, changed, ended }: Plan): Promise<void> {
  const yesterday = addDays(dayOf(now()), -1)
  for (const { id, from_day } of ended) {
    const wasHeld = from_day === null || from_day <= yesterday
    await tx
      .updateTable('duties')
      .set({ until_day: yesterday, ...(wasHeld ? {} : { from_day: yesterday }) })
      .where('id', '=', id)
      .execute()
  }
  for (const { id, duty, category_id, from_day, until_day } of changed)
    await tx.updateTable('duties').set({ duty, category_id, from_day, until_day }).where('id', '=', id).execute()
  if (added.length) await tx.insertInto('duties').values(added).execute()
}
