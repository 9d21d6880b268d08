import type { CookieSerializeOptions } from '@fastify/cookie'
import {
  ACCESS,
  type Access,
  accessRefusal,
  type Actor,
  seenAs,
  type Follower,
  type Requester,
} from '../contract/rules/accounts/access.ts'
import type { AskedAuthor, NamedAuthor } from '../contract/rules/peer-review/author-link.ts'
import type { ReviewerActor } from '../contract/rules/peer-review/review-link.ts'
import { firstMessages } from '../contract/api/errors.ts'
import type { Endpoint, EndpointTable, ParsedInputOf, ResultOf } from '../contract/api/endpoint.ts'
import { UNPRINTABLE_MESSAGE } from '../contract/api/field-schemas.ts'
import { invalid, refuse, DomainError } from './errors.ts'
import type { IncomingUpload } from './incoming-upload.ts'
import type { Platform } from './platform.ts'

/** The caller, read from the session row on every request, never from the token alone. */
export interface Caller extends Actor {
  readonly sessionId: string
}

/** A reviewer, known by the link that was sent to them. */
export interface ReviewerCaller extends ReviewerActor {
  readonly linkHash: string
}

/** Someone who is named as an author, known by the link that was sent to them. */
export type AuthorCaller = NamedAuthor

/** An author who is asked about the draft of a notice, known by the link that was sent to them. */
export type AskedCaller = AskedAuthor

/** Someone who has reported a problem with an article, known by the link that was sent to them. */
export type RequesterCaller = Requester

/** Someone who follows an article or the journal, known by the link that was sent to them. */
export type FollowerCaller = Follower

/** Who may be behind a request. */
export type AnyCaller = Caller | ReviewerCaller | AuthorCaller | AskedCaller | RequesterCaller | FollowerCaller

/** The caller type for each credential. */
interface CallerByCredential {
  none: null
  session: Caller
  'review link': ReviewerCaller
  'author link': AuthorCaller
  'notice link': AskedCaller
  'report link': RequesterCaller
  'follow link': FollowerCaller
}

type CallerFor<A extends Access> =
  CallerByCredential[(typeof ACCESS)[A]['credential']] | ((typeof ACCESS)[A]['required'] extends true ? never : null)

/** The context of a call. */
export interface CallContext<A extends Access = Access> {
  readonly caller: CallerFor<A>
  /** The uploaded file, for endpoints that take one. */
  readonly upload?: IncomingUpload
  /** Sets a cookie on the answer; only the ORCID connection needs one. */
  readonly setCookie: (name: string, value: string, options: CookieSerializeOptions) => void
  /** The caller's network address; empty for calls made by server-side rendering. */
  readonly address: string
  /** What the caller's program says that it is, cut to a sensible length. */
  readonly userAgent: string
}

/** A handler of one endpoint, with the resources that it needs: by default those every module uses. */
export type Handler<E extends Endpoint, Needs = Platform> = (
  context: CallContext<E['access']> & Needs,
  input: ParsedInputOf<E>,
) => Promise<ResultOf<E>>

/** One handler for every endpoint of a table: a missing one is a compile error. */
export type Handlers<T extends EndpointTable, Needs = Platform> = {
  readonly [Noun in keyof T]: { readonly [Verb in keyof T[Noun]]: Handler<T[Noun][Verb], Needs> }
}

/** An endpoint bound to its handler and resources. */
export type ApiCall = readonly [Endpoint, Handler<Endpoint, object>]

/** The endpoints of the API by noun and verb. */
export type ApiCalls = Readonly<Record<string, Readonly<Record<string, ApiCall>>>>

/** A call: its caller and context. */
export type CallFrom = Omit<CallContext, 'caller'> & { caller: AnyCaller | null }

/** The caller of whatever is answered alike for everybody. */
export const NOBODY: CallFrom = { caller: null, address: '', userAgent: '', setCookie: () => {} }

/**
 * The single entry point of all calls: identifies the caller, checks access, validates the input, and only
 * then runs the handler. The result passes through the output schema, which strips every field it does not
 * name.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E, object>,
  context: CallFrom,
  input: Record<string, unknown>,
): Promise<unknown> {
  authorize(endpoint.access, context.caller)
  return answer(endpoint, handler, context, checkedInput(endpoint, input))
}

/** Returns the handler's input, or throws with the invalid fields. */
export function checkedInput<E extends Endpoint>(endpoint: E, input: Record<string, unknown>): ParsedInputOf<E> {
  const parsed = endpoint.input.safeParse(input)
  if (!parsed.success) {
    const errors = firstMessages(parsed.error)
    throw new DomainError('invalid', Object.values(errors)[0] ?? 'Invalid input', { errors })
  }
  const field = unstorable(parsed.data)
  if (field !== undefined) throw invalid(field, UNPRINTABLE_MESSAGE)
  return parsed.data as ParsedInputOf<E>
}

/** Runs the handler for an authorised caller and valid input. */
export async function answer<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E, object>,
  context: CallFrom,
  input: ParsedInputOf<E>,
): Promise<unknown> {
  const { credential, required } = ACCESS[endpoint.access]
  const caller = credential === 'none' ? null : required ? context.caller : seenAs(context.caller)
  return endpoint.output.parse(await handler({ ...context, caller } as CallContext<E['access']>, input))
}

/**
 * Finds a field with text that the databases cannot store: PostgreSQL rejects NUL, and lone surrogates are
 * altered. Text fields validate this themselves; here every other field is covered too, such as ids and
 * choices.
 */
function unstorable(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = unstorable(inner, path ? `${path}.${name}` : name)
    if (found !== undefined) return found
  }
  return undefined
}

/** Refuses callers without access, before any of the input is read. */
export function authorize(access: Access, caller: AnyCaller | null): void {
  refuse(accessRefusal(access, caller))
}
