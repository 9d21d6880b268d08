import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'

/** Each term keeps its days: someone with terms in both categories has two in the one that stays. */
export async function moveDuties(tx: Tx, id: string, into: string): Promise<string[]> {
  const moved = await tx
    .updateTable('duties')
    .set({ category_id: into })
    .where('category_id', '=', id)
    .where(({ or, eb }) => or([eb('until_day', 'is', null), eb('until_day', '>=', dayOf(now()))]))
    .returning('id')
    .execute()
  return moved.map((row) => row.id)
}

export async function dutiesBack(
  tx: Tx,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('duties')
    .set({ category_id: to })
    .where('id', 'in', ['', ...ids])
    .where('category_id', '=', from)
    .execute()
}

export const HAS_SECTION_EDITOR =
  'This category has a section editor, or someone is invited to be one. End that in Users and roles first.'

/** Terms that have ended, and invitations that were answered, do not keep a category from being deleted. */
export async function forgetCategory(tx: Tx, id: string): Promise<void> {
  const today = dayOf(now())
  const held = await tx
    .selectFrom('duties')
    .select('id')
    .where('category_id', '=', id)
    .where(({ or, eb }) => or([eb('until_day', 'is', null), eb('until_day', '>=', today)]))
    .executeTakeFirst()
  const invited = await tx
    .selectFrom('duty_invitation_categories')
    .innerJoin('duty_invitations', 'duty_invitations.id', 'invitation_id')
    .select('invitation_id')
    .where('category_id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (held || invited) throw new DomainError('conflict', HAS_SECTION_EDITOR)
  await tx.deleteFrom('duties').where('category_id', '=', id).execute()
  await tx.deleteFrom('duty_invitation_categories').where('category_id', '=', id).execute()
}
