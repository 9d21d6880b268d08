import { administratorsOnly, isAdministrator, policy, UNAUTHENTICATED, type Actor, type Rule } from './policy.ts'

/** The fields of a user that the rules use. */
export interface UserRecord {
  readonly id: string
}

const isOneself = (actor: Actor, { id }: UserRecord): boolean => actor.userId === id

/** Allowed for oneself and for administrators; others do not even learn whether the user exists. */
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
  /** Not even administrators can connect an iD for someone else: only its owner can authenticate it. */
  connectOrcid: (actor, user) => {
    if (!actor) return UNAUTHENTICATED
    return isOneself(actor, user) ? null : { kind: 'forbidden', message: 'You can only connect your own ORCID iD' }
  },
  readSessions: administratorsOnly,
  endSessions: administratorsOnly,
  changeRole: administratorsOnly,
} satisfies Record<string, Rule<UserRecord>>)

export type UserVerb = (typeof userPolicy.verbs)[number]
