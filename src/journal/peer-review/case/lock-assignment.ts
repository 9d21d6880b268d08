import type { Caller } from '../../../platform/call.ts'
import { lockAssignment, type LockedAssignment } from '../cases/assignments.ts'
import { lockCaseForEditor } from '../cases/relation.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'

export interface OfAssignment {
  id: string
  assignmentId: string
}

/** Locks an assignment of a case for one of its editors: who is none learns nothing of assignments. */
export async function lockAssignmentForEditor(
  tx: Tx,
  caller: Caller,
  { id, assignmentId }: OfAssignment,
): Promise<LockedAssignment> {
  await lockCaseForEditor(tx, caller, id)
  const locked = await lockAssignment(tx, assignmentId)
  if (locked.article.id !== id) throw notFound('Review')
  return locked
}
