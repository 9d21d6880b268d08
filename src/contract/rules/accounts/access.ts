import { ADMINISTRATORS_ONLY, SECOND_FACTOR_REQUIRED, UNAUTHENTICATED, type Actor, type Refusal } from './policy.ts'
import { REVIEW_LINK_NEEDED, type ReviewerActor } from '../peer-review/review-link.ts'
import type { Role } from './roles.ts'

interface AccessRule {
  /** The credential that a call takes; calls that take none give everyone the same answer. */
  readonly credential: 'none' | 'session' | 'review link'
  /** False if the credential is optional; the answer without it may contain less. */
  readonly required: boolean
  /** The only role allowed to call; null for any. */
  readonly role: Role | null
  /** True if an administrator may call before setting up the second factor that the journal requires. */
  readonly beforeSecondFactor?: true
  /** The same as a sentence for the documentation. */
  readonly description: string
}

/**
 * Who may call, by name. Everything that depends on access reads these fields: refusals, the token that a
 * browser sends, caching, the documentation, and the tests that try every call as every role.
 */
export const ACCESS = {
  anyone: { credential: 'none', required: false, role: null, description: 'Anyone may call.' },
  'sign-in optional': {
    credential: 'session',
    required: false,
    role: null,
    description: 'Anyone may call; people who are signed in may see more.',
  },
  'signed in': { credential: 'session', required: true, role: null, description: 'People who are signed in.' },
  'own access': {
    credential: 'session',
    required: true,
    role: null,
    beforeSecondFactor: true,
    description: 'People who are signed in, also while the second factor that the journal requires is still to set up.',
  },
  reviewers: {
    credential: 'review link',
    required: true,
    role: null,
    description: 'The reviewer to whom a link was sent, with the header `Authorization: Review` and the link’s secret.',
  },
  administrators: { credential: 'session', required: true, role: 'admin', description: 'Administrators.' },
} as const satisfies Record<string, AccessRule>

export type Access = keyof typeof ACCESS

/** Why a caller may not make this call at all, whatever the input; null if they may. */
export function accessRefusal(access: Access, actor: Actor | ReviewerActor | null): Refusal | null {
  const { credential, required, role, beforeSecondFactor }: AccessRule = ACCESS[access]
  if (!required) return null
  if (credential === 'review link') {
    return actor && 'assignmentId' in actor ? null : { kind: 'unauthenticated', message: REVIEW_LINK_NEEDED }
  }
  if (!actor || 'assignmentId' in actor) return UNAUTHENTICATED
  if (actor.lacksSecondFactor && !beforeSecondFactor) return SECOND_FACTOR_REQUIRED
  return role === null || role === actor.role ? null : ADMINISTRATORS_ONLY
}

/** Where signing in is optional, people who have to set up a second factor first are answered as visitors. */
export const seenAs = <A extends Actor | ReviewerActor>(caller: A | null): A | null =>
  caller && 'lacksSecondFactor' in caller && caller.lacksSecondFactor ? null : caller
