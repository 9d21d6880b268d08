import { codedIn } from './rows.ts'

/** Which numbers a version wrote for decisions: 3.4 renumbered them. */
export type DecisionCodes = 'until 3.3' | 'from 3.4'

/** What an editor of the old journal decided. */
export type DecisionKind =
  | 'accept'
  | 'revisions'
  | 'resubmit'
  | 'decline'
  | 'desk decline'
  | 'to review'
  | 'skip review'
  | 'to production'
  | 'new round'
  | 'cancel round'
  | 'revert decline'
  | 'back to an earlier stage'
  | 'recommendation'
  | 'unknown'

/** A recommendation is a section editor's advice to the editor: it decides nothing. */
const DECISIONS: Record<DecisionCodes, Record<string, DecisionKind>> = {
  'until 3.3': {
    1: 'accept',
    2: 'revisions',
    3: 'resubmit',
    4: 'decline',
    7: 'to production',
    8: 'to review',
    9: 'desk decline',
    ...recommendations(11, 14),
    16: 'new round',
    17: 'revert decline',
  },
  'from 3.4': {
    2: 'accept',
    3: 'to review',
    4: 'revisions',
    5: 'resubmit',
    6: 'decline',
    7: 'to production',
    8: 'desk decline',
    ...recommendations(9, 12),
    14: 'new round',
    15: 'revert decline',
    16: 'revert decline',
    17: 'skip review',
    29: 'back to an earlier stage',
    30: 'back to an earlier stage',
    31: 'cancel round',
  },
}

function recommendations(from: number, to: number): Record<string, DecisionKind> {
  const codes = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return Object.fromEntries(codes.map((code) => [code, 'recommendation' as const]))
}

export const decisionKind = (code: string | null, codes: DecisionCodes): DecisionKind =>
  codedIn(DECISIONS[codes], code) ?? 'unknown'

/** Ours, and the words of the old one. 'See comments' recommends nothing. */
export interface Recommendation {
  ours: 'accept' | 'minor' | 'major' | 'decline' | null
  original: string
}

const RECOMMENDATIONS: Record<string, Recommendation> = {
  1: { ours: 'accept', original: 'Accept Submission' },
  2: { ours: 'minor', original: 'Revisions Required' },
  3: { ours: 'major', original: 'Resubmit for Review' },
  4: { ours: 'decline', original: 'Resubmit Elsewhere' },
  5: { ours: 'decline', original: 'Decline Submission' },
  6: { ours: null, original: 'See Comments' },
}

/** A reviewer's recommendation; null if there is none. */
export const recommendationOf = (code: string | null): Recommendation | null => codedIn(RECOMMENDATIONS, code) ?? null

export type OldRole =
  'site' | 'editor' | 'section editor' | 'assistant' | 'author' | 'reviewer' | 'reader' | 'subscriptions'

const ROLES: Record<string, OldRole> = {
  1: 'site',
  16: 'editor',
  17: 'section editor',
  4097: 'assistant',
  65536: 'author',
  4096: 'reviewer',
  1048576: 'reader',
  2097152: 'subscriptions',
}
/** What 2.4 had in more parts. */
const ROLES_OF_2: Record<string, OldRole> = {
  ...ROLES,
  256: 'editor',
  512: 'section editor',
  768: 'assistant',
  8192: 'assistant',
  12288: 'assistant',
}

/** The role of a code; undefined for one that no version has. */
export const roleOf = (code: string | null, family: '2' | '3' = '3'): OldRole | undefined =>
  codedIn(family === '2' ? ROLES_OF_2 : ROLES, code)

/** Types of objects that rows of any table point to by a number. */
export const ASSOC = {
  journal: '256',
  issue: '259',
  file: '515',
  review: '517',
  note: '520',
  galley: '521',
  submission: '1048585',
  query: '1048586',
  publication: '1048588',
} as const

const FILE_STAGES = {
  1: 'public',
  2: 'submission',
  3: 'note',
  4: 'for review',
  5: "reviewer's",
  6: 'final',
  7: 'fair copy',
  8: "editor's",
  9: 'copyedited',
  10: 'galley',
  11: 'ready for production',
  13: 'attachment',
  15: 'revision',
  17: 'dependent',
  18: 'discussion',
  19: 'internal for review',
  20: 'internal revision',
  21: 'JATS',
} as const
export type FileStage = (typeof FILE_STAGES)[keyof typeof FILE_STAGES] | 'unknown'

export const fileStage = (code: string | null): FileStage => codedIn<FileStage>(FILE_STAGES, code) ?? 'unknown'

/** How a password is kept. The hash itself is no part of the model. */
export type HashKind = 'bcrypt' | 'argon2' | 'sha1' | 'md5' | 'none' | 'unknown'

export function hashKind(hash: string | null): HashKind {
  if (!hash) return 'none'
  if (/^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash)) return 'bcrypt'
  if (hash.startsWith('$argon2')) return 'argon2'
  if (/^[0-9a-f]{40}$/i.test(hash)) return 'sha1'
  return /^[0-9a-f]{32}$/i.test(hash) ? 'md5' : 'unknown'
}
