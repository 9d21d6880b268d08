import type { Caller } from '../../../platform/call.ts'
import { assignmentIn, type LockedAssignment } from '../cases/assignments.ts'
import { lockCaseForEditor } from '../cases/relation.ts'
import type { Tx } from '../../../platform/database/connect.ts'

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
  return assignmentIn(tx, await lockCaseForEditor(tx, caller, id), assignmentId)
}
