import { SESSION_EXPIRED } from '../text/messages.ts'
import type { Role } from './roles.ts'

/** The signed-in user performing an action; null if anonymous. */
export interface Actor {
  readonly userId: string
  readonly role: Role
  /** True if the journal requires a second factor of them, and they have none. */
  readonly lacksSecondFactor?: boolean
}

/** Why an action is refused. 'Not found' where the actor must not learn that the record exists. */
export interface Refusal {
  readonly kind: 'unauthenticated' | 'forbidden' | 'not_found' | 'conflict'
  readonly message: string
}

/** Why this actor may not perform an action on this record; null if they may. */
export type Rule<R> = (actor: Actor | null, record: R) => Refusal | null

/**
 * The permissions on the records of a noun, by verb: pure functions of the actor and the record. The server
 * refuses by `refusal`; the pages show a button if `can` allows it.
 */
export function policy<R, Verb extends string>(rules: Record<Verb, Rule<R>>) {
  const refusal = (actor: Actor | null, verb: Verb, record: R): Refusal | null => rules[verb](actor, record)
  return {
    refusal,
    can: (actor: Actor | null, verb: Verb, record: R): boolean => refusal(actor, verb, record) === null,
    verbs: Object.keys(rules) as Verb[],
  }
}

export const UNAUTHENTICATED: Refusal = { kind: 'unauthenticated', message: SESSION_EXPIRED }
export const ADMINISTRATORS_ONLY: Refusal = { kind: 'forbidden', message: 'Only administrators can do this' }

/** What an administrator reads who has to set up a second factor first. */
export const SECOND_FACTOR_REQUIRED: Refusal = {
  kind: 'forbidden',
  message: 'This journal requires a second factor of administrators. Please set one up first.',
}

export const isAdministrator = (actor: Actor | null): boolean => actor?.role === 'admin'

/** The rule for actions reserved to administrators. */
export function administratorsOnly(actor: Actor | null): Refusal | null {
  if (!actor) return UNAUTHENTICATED
  return isAdministrator(actor) ? null : ADMINISTRATORS_ONLY
}
