import type { CaseAssignment } from '../../../../../contract/api/case-view.ts'

const WORDS = {
  invite: 'Invite now',
  extend: 'Change date',
  clarify: 'Ask to clarify',
  enter: 'Enter report',
  resend: 'Send new link',
  forwarded: 'Link was forwarded',
  address: 'Change address',
  cancel: 'Cancel',
} as const
export type ReviewerAction = keyof typeof WORDS

interface Offered {
  action: ReviewerAction
  words: string
  danger: boolean
}

/** What an editor can do about a reviewer now; the server refuses all else. */
export function actionsFor(
  { state, closeReason, linkUsedAt }: CaseAssignment,
  { isOpen }: { isOpen: boolean; now: Date },
): Offered[] {
  const actions: (ReviewerAction | false)[] = [
    isOpen && (state === 'standby' || state === 'declined') && 'invite',
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
