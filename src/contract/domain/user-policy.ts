import { administratorsOnly, isAdministrator, policy, UNAUTHENTICATED, type Actor, type Rule } from './policy.ts'

/** What the rules read of an account. */
export interface UserRecord {
  readonly id: string
}

const isOneself = (actor: Actor, { id }: UserRecord): boolean => actor.userId === id

/** Oneself, or anybody for administrators; others learn nothing, not even whether the account exists. */
const oneself: Rule<UserRecord> = (actor, user) => {
  if (!actor) return UNAUTHENTICATED
  return isOneself(actor, user) || isAdministrator(actor)
    ? null
    : { kind: 'forbidden', message: 'You can only see your own account' }
}

export const userPolicy = policy({
  read: oneself,
  update: oneself,
  cancelEmailChange: oneself,
  /** Not even administrators connect an iD for somebody: only its owner can prove it. */
  connectOrcid: (actor, user) => {
    if (!actor) return UNAUTHENTICATED
    return isOneself(actor, user) ? null : { kind: 'forbidden', message: 'You can only connect your own ORCID iD' }
  },
  readSessions: administratorsOnly,
  endSessions: administratorsOnly,
  changeRole: administratorsOnly,
} satisfies Record<string, Rule<UserRecord>>)

export type UserVerb = (typeof userPolicy.verbs)[number]
