import type { Caller } from '../../call.ts'
import { lockAssignment, type LockedAssignment } from '../../cases/assignments.ts'
import { lockCaseForEditor } from '../../cases/relation.ts'
import type { Tx } from '../../database/connect.ts'
import { notFound } from '../../domain-error.ts'

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
