/** The groups of cases on the list of today, in their order. */
export const CASE_GROUPS = ['act', 'others', 'authors', 'closed'] as const
export type CaseGroup = (typeof CASE_GROUPS)[number]

/** What an editor does next in a case, with the words of its button. */
export const CASE_ACTIONS = {
  screen: 'Check Manuscript',
  'ask-authors': 'See Authors',
  'invite-reviewers': 'Invite Reviewers',
  'invite-standby': 'Invite Standby',
  decide: 'Decide',
  'read-revision': 'Read Revision',
  'write-to-author': 'Write to Author',
  'answer-author': 'Answer Author',
  'answer-conflict': 'Decide on Conflict',
  'answer-co-review': 'Answer Reviewer',
  'send-proof': 'Send Proof',
  publish: 'Publish',
  'answer-appeal': 'Answer Appeal',
  'answer-complaint': 'Answer Complaint',
} as const
export type CaseAction = keyof typeof CASE_ACTIONS

/** The next step of a case, with the one reason for it. */
export interface NextStep {
  readonly group: CaseGroup
  /** What the editor does; null while it is not for them to do anything. */
  readonly action: CaseAction | null
  /** What happens without the editor, in words: 'Reminder June 19'. */
  readonly system: string | null
  readonly reason: string
  /** Something is wrong. */
  readonly alert: boolean
  /** Since when the case waits for this step. */
  readonly since: string
  /** The day by which it is due, where it has one of its own beside the promised decision. */
  readonly due?: string
}

type Rest = Pick<NextStep, 'reason' | 'since'> & Partial<NextStep>

/** A step of the editor. */
export const act = (action: CaseAction, rest: Rest): NextStep => ({
  ...{ group: 'act', action, system: null, alert: false },
  ...rest,
})

/** A step of someone else. */
export const wait = (group: CaseGroup, system: string | null, rest: Rest): NextStep => ({
  ...{ group, action: null, system, alert: false },
  ...rest,
})
