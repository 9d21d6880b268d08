import type { Refusal } from '../accounts/access.ts'
import type { CaseStage, DecisionKind, LetterKind } from './stages.ts'

/**
 * Who makes a move of a case: its author, one of its editors, or the editor who handles an appeal against its
 * decision and has not made that decision.
 */
export const CASE_CALLERS = ['author', 'editor', 'handler'] as const
export type CaseCaller = (typeof CASE_CALLERS)[number]

interface Move {
  readonly by: readonly CaseCaller[]
  /** The stages in which it can be made, with the stage that follows. */
  readonly from: Partial<Record<CaseStage, CaseStage>>
}

/** All moves of a case. What is not in this table is refused. */
export const CASE_MOVES = {
  /** The first reviewers are invited. */
  review: { by: ['editor'], from: { screening: 'reviewing' } },
  return: { by: ['editor'], from: { screening: 'revising' } },
  decline: { by: ['editor'], from: { screening: 'declined', reviewing: 'declined' } },
  minor: { by: ['editor'], from: { reviewing: 'revising' } },
  major: { by: ['editor'], from: { reviewing: 'revising' } },
  accept: { by: ['editor'], from: { reviewing: 'accepted' } },
  /** An upheld appeal. */
  reopen: { by: ['handler'], from: { declined: 'reviewing' } },
  /** The authors send what was returned to them without review. */
  resubmit: { by: ['author'], from: { revising: 'screening' } },
  /** The authors send the revision that a decision asked for. */
  revise: { by: ['author'], from: { revising: 'reviewing' } },
  withdraw: {
    by: ['author', 'editor'],
    from: { screening: 'withdrawn', reviewing: 'withdrawn', revising: 'withdrawn', accepted: 'withdrawn' },
  },
  /** Approval publishes: after acceptance, or straight from screening, which is then marked as not peer reviewed. */
  publish: { by: ['editor'], from: { screening: 'accepted', accepted: 'accepted' } },
} as const satisfies Record<string, Move>

export type CaseMove = keyof typeof CASE_MOVES

const STAGE_WORDS: Record<CaseStage, string> = {
  screening: 'is being checked',
  reviewing: 'is in review',
  revising: 'is being revised by its authors',
  accepted: 'has been accepted',
  declined: 'has been declined',
  withdrawn: 'has been withdrawn',
}

export const stageSentence = (stage: CaseStage): string => `This manuscript ${STAGE_WORDS[stage]}.`

/** The stage after a move, or why it is refused. */
export function moveCase(stage: CaseStage, move: CaseMove, caller: CaseCaller): { stage: CaseStage } | Refusal {
  const { by, from }: Move = CASE_MOVES[move]
  if (!by.includes(caller)) return { kind: 'forbidden', message: 'You cannot decide on this manuscript.' }
  const next = from[stage]
  return next
    ? { stage: next }
    : { kind: 'conflict', message: `${stageSentence(stage)} Please reload the page to see what has happened.` }
}

/** How authors send what a decision has asked for. */
export const answerTo = (kind: DecisionKind): 'resubmit' | 'revise' => (kind === 'return' ? 'resubmit' : 'revise')

/** The decisions that can be made at a stage. */
export const decisionsAt = (stage: CaseStage): LetterKind[] =>
  (['return', 'accept', 'minor', 'major', 'decline'] as const).filter((kind) => stage in CASE_MOVES[kind].from)
