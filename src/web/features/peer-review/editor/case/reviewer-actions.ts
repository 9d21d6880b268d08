import type { CaseAssignment } from '../../../../../contract/api/case-view.ts'
import { conflictWaits, refusalToRemind } from '../../../../../contract/rules/peer-review/assignment-moves.ts'
import { dayOf } from '../../../../../contract/rules/peer-review/days.ts'

const WORDS = {
  invite: 'Invite Now',
  remind: 'Remind Now',
  message: 'Write a Message',
  extend: 'Change Date',
  clarify: 'Ask to Clarify',
  enter: 'Enter Report',
  resend: 'Send New Link',
  forwarded: 'Replace Link',
  address: 'Change Address',
  cancel: 'Cancel',
} as const
export type ReviewerAction = keyof typeof WORDS

interface Offered {
  action: ReviewerAction
  words: string
  danger: boolean
}

/** What an editor can do about a reviewer now; the server refuses all else. */
export function actionsFor(assignment: CaseAssignment, { isOpen, now }: { isOpen: boolean; now: Date }): Offered[] {
  const { state, closeReason, linkUsedAt, remindedAt, email } = assignment
  const toRemind = {
    ...{ state, remindedAt, roundOpen: isOpen, isUndeliverable: assignment.undeliverableAt !== null },
    conflictWaits: conflictWaits(state, assignment.conflictAnswer),
  }
  const actions: (ReviewerAction | false)[] = [
    isOpen && (state === 'standby' || state === 'declined') && 'invite',
    refusalToRemind(toRemind, dayOf(now)) === null && 'remind',
    state !== 'standby' && email !== '' && 'message',
    isOpen && state === 'agreed' && 'extend',
    isOpen && state === 'submitted' && 'clarify',
    isOpen && state === 'agreed' && 'enter',
    isOpen && ['invited', 'agreed', 'lapsed', 'submitted'].includes(state) && closeReason !== 'erased' && 'resend',
    isOpen && ['invited', 'agreed'].includes(state) && linkUsedAt !== null && 'forwarded',
    isOpen && ['standby', 'invited', 'agreed', 'lapsed'].includes(state) && 'address',
    isOpen && ['standby', 'invited', 'agreed'].includes(state) && 'cancel',
  ]
  return actions.flatMap((action) =>
    action === false ? [] : [{ action, words: WORDS[action], danger: action === 'cancel' }],
  )
}
