import { ADMINISTRATORS_ONLY, UNAUTHENTICATED, type Actor, type Refusal } from './policy.ts'
import type { Role } from './roles.ts'

interface AccessRule {
  /** What a caller proves with who they are; calls that take none are answered alike for everybody. */
  readonly credential: 'none' | 'session'
  /** False where a call without the credential is answered too, perhaps with less. */
  readonly required: boolean
  /** The one role that may call; null: any. */
  readonly role: Role | null
  /** The same as a sentence of the documentation. */
  readonly description: string
}

/**
 * Who may call, by name. Everything that depends on it reads these fields: the refusals, the token that a
 * browser sends, what may be cached, the documentation, and the tests that try every call as everybody.
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
  administrators: { credential: 'session', required: true, role: 'admin', description: 'Administrators.' },
} as const satisfies Record<string, AccessRule>

export type Access = keyof typeof ACCESS

/** Why somebody may not call at all, whatever they send; null: they may. */
export function accessRefusal(access: Access, actor: Actor | null): Refusal | null {
  const { required, role }: AccessRule = ACCESS[access]
  if (!required) return null
  if (!actor) return UNAUTHENTICATED
  return role === null || role === actor.role ? null : ADMINISTRATORS_ONLY
}
