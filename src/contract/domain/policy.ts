import { SESSION_EXPIRED } from './messages.ts'
import type { Role } from './roles.ts'

/** Somebody who is signed in and does something; nobody is null. */
export interface Actor {
  readonly userId: string
  readonly role: Role
}

/** Why something may not be done. What the actor must not even know of is not found. */
export interface Refusal {
  readonly kind: 'unauthenticated' | 'forbidden' | 'not_found' | 'conflict'
  readonly message: string
}

/** Why this actor may not do one thing with this record; null: they may. */
export type Rule<R> = (actor: Actor | null, record: R) => Refusal | null

/**
 * What may be done with the records of a noun, by verb: pure functions of who asks and what the record says.
 * The server refuses by `refusal`, the screens show a button where `can` says so.
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

export const isAdministrator = (actor: Actor | null): boolean => actor?.role === 'admin'

/** The rule of what administrators may do with any record. */
export function administratorsOnly(actor: Actor | null): Refusal | null {
  if (!actor) return UNAUTHENTICATED
  return isAdministrator(actor) ? null : ADMINISTRATORS_ONLY
}
