import { AUTHOR_LINK_NEEDED, type AskedAuthor, type NamedAuthor } from '../peer-review/author-link.ts'
import { REVIEW_LINK_NEEDED, type ReviewerActor } from '../peer-review/review-link.ts'
import { SESSION_EXPIRED } from '../text/messages.ts'
import { DUTIES, type Duty } from './duties.ts'

/** The person who acts by the link of an email about their own report. */
export interface Requester {
  readonly requestId: string
  /** The address to which the link was sent, in small letters. */
  readonly email: string
}

/** The person who acts by the link of an email about what they follow. */
export interface Follower {
  readonly followId: string
  /** The address to which the link was sent, in small letters. */
  readonly email: string
}

interface AccessRule {
  /** The credential that a call takes; calls that take none give everyone the same answer. */
  readonly credential:
    'none' | 'session' | 'review link' | 'author link' | 'notice link' | 'report link' | 'follow link'
  /** False if the credential is optional; the answer without it may contain less. */
  readonly required: boolean
  /** The only role allowed to call; null for any. */
  readonly role: Role | null
  /** The duties by which people without that role may call as well; handlers then answer of what is theirs alone. */
  readonly duties?: readonly Duty[]
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
  'named authors': {
    credential: 'author link',
    required: true,
    role: null,
    description:
      'Someone who is named as an author and was sent a link, with the header `Authorization: Author` and the link’s secret.',
  },
  'authors asked': {
    credential: 'notice link',
    required: true,
    role: null,
    description:
      'An author who was asked about the draft of a notice, with the header `Authorization: Author` and the link’s secret.',
  },
  requesters: {
    credential: 'report link',
    required: true,
    role: null,
    description:
      'Someone who has reported a problem with an article, with the header `Authorization: Author` and the secret of the link that was sent to their address.',
  },
  followers: {
    credential: 'follow link',
    required: true,
    role: null,
    description:
      'Someone who follows an article or the journal by email, or was asked whether they want to, with the header `Authorization: Author` and the secret of the link that was sent to their address.',
  },
  administrators: { credential: 'session', required: true, role: 'admin', description: 'Administrators.' },
  'case editors': {
    credential: 'session',
    required: true,
    role: 'admin',
    duties: ['section'],
    description: 'Administrators; and section editors, for the cases of their categories and those assigned to them.',
  },
  figures: {
    credential: 'session',
    required: true,
    role: 'admin',
    duties: ['section', 'observer'],
    description: 'Administrators and observers; and section editors, of the cases that are theirs.',
  },
  production: {
    credential: 'session',
    required: true,
    role: 'admin',
    duties: ['production'],
    description:
      'Administrators; and production, about what is accepted for good, and the pages of volumes and issues.',
  },
  observers: {
    credential: 'session',
    required: true,
    role: 'admin',
    duties: ['observer'],
    description: 'Administrators and observers, without the cases from which they are recused.',
  },
  'fees officers': {
    credential: 'session',
    required: true,
    role: 'admin',
    duties: ['fees'],
    description: 'Administrators, about manuscripts that are accepted for good; and fees officers.',
  },
  'people with duties': {
    credential: 'session',
    required: true,
    role: 'admin',
    duties: DUTIES,
    description: 'Administrators and everybody with a duty.',
  },
} as const satisfies Record<string, AccessRule>

export type Access = keyof typeof ACCESS

/** Who acts: someone with an account, or by one of the links that go out in emails. */
export type AnyActor = Actor | ReviewerActor | NamedAuthor | AskedAuthor | Requester | Follower

/** Why a caller may not make this call at all, whatever the input; null if they may. */
export function accessRefusal(access: Access, actor: AnyActor | null): Refusal | null {
  const { credential, required, role, duties = [], beforeSecondFactor }: AccessRule = ACCESS[access]
  if (!required) return null
  if (credential === 'review link') {
    return actor && 'assignmentId' in actor ? null : { kind: 'unauthenticated', message: REVIEW_LINK_NEEDED }
  }
  if (credential === 'author link') {
    return actor && 'articleId' in actor ? null : { kind: 'unauthenticated', message: AUTHOR_LINK_NEEDED }
  }
  if (credential === 'notice link') {
    return actor && 'noticeId' in actor ? null : { kind: 'unauthenticated', message: AUTHOR_LINK_NEEDED }
  }
  if (credential === 'report link') {
    return actor && 'requestId' in actor ? null : { kind: 'unauthenticated', message: AUTHOR_LINK_NEEDED }
  }
  if (credential === 'follow link') {
    return actor && 'followId' in actor ? null : { kind: 'unauthenticated', message: AUTHOR_LINK_NEEDED }
  }
  if (!actor || !('userId' in actor)) return UNAUTHENTICATED
  if (actor.lacksSecondFactor && !beforeSecondFactor) return SECOND_FACTOR_REQUIRED
  if (role === null || role === actor.role || duties.some((duty) => hasDuty(actor, duty))) return null
  return ADMINISTRATORS_ONLY
}

/** Where signing in is optional, people who have to set up a second factor first are answered as visitors. */
export const seenAs = <A extends AnyActor>(caller: A | null): A | null =>
  caller && 'lacksSecondFactor' in caller && caller.lacksSecondFactor ? null : caller

/** The signed-in user performing an action; null if anonymous. */
export interface Actor {
  readonly userId: string
  readonly role: Role
  /** What they do for the journal now, without being an administrator. */
  readonly duties?: readonly Duty[]
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

export const CONFIRM_FIRST =
  'Please confirm your email address first. Your profile has a button that sends you the link.'

/** What an editor reads who has to set up a second factor first. */
export const SECOND_FACTOR_REQUIRED: Refusal = {
  kind: 'forbidden',
  message: 'This journal requires a second factor of its editors. Please set one up first.',
}

export const isAdministrator = (actor: Pick<Actor, 'role'> | null): boolean => actor?.role === 'admin'

/** Whether someone does this for the journal now. */
export const hasDuty = (actor: Pick<Actor, 'role' | 'duties'> | null, duty: Duty): boolean =>
  duty === 'managing' ? actor?.role === 'admin' : (actor?.duties?.includes(duty) ?? false)

/** The rule for actions reserved to administrators. */
export function administratorsOnly(actor: Actor | null): Refusal | null {
  if (!actor) return UNAUTHENTICATED
  return isAdministrator(actor) ? null : ADMINISTRATORS_ONLY
}

export const ROLES = ['author', 'admin'] as const
export type Role = (typeof ROLES)[number]
