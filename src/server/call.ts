import type { CookieSerializeOptions } from '@fastify/cookie'
import { ACCESS, accessRefusal, type Access } from '../contract/domain/access.ts'
import type { Actor } from '../contract/domain/policy.ts'
import { firstMessages } from '../contract/api/errors.ts'
import type { Endpoint, EndpointTable, ParsedInputOf, ResultOf } from '../contract/api/endpoint.ts'
import { UNPRINTABLE_MESSAGE } from '../contract/api/field-schemas.ts'
import { invalid, refuse, DomainError } from './domain-error.ts'
import type { IncomingUpload } from './incoming-upload.ts'
import type { Platform } from './platform.ts'

/** Who calls: read from the session row on every request, never from the token alone. */
export interface Caller extends Actor {
  readonly sessionId: string
}

/** Who stands behind each credential. */
interface CallerByCredential {
  none: null
  session: Caller
}

type CallerFor<A extends Access> =
  CallerByCredential[(typeof ACCESS)[A]['credential']] | ((typeof ACCESS)[A]['required'] extends true ? never : null)

/** What comes with a call. */
export interface CallContext<A extends Access = Access> {
  readonly caller: CallerFor<A>
  /** The file that comes with the call, where the endpoint takes one. */
  readonly upload?: IncomingUpload
  /** Sends a cookie along with the answer; only the way to ORCID needs one. */
  readonly setCookie: (name: string, value: string, options: CookieSerializeOptions) => void
  /** The caller's network address; empty for calls that the server makes for its own pages. */
  readonly address: string
}

/** Answers calls of one endpoint with what it needs of the server: by default what every module works with. */
export type Handler<E extends Endpoint, Needs = Platform> = (
  context: CallContext<E['access']> & Needs,
  input: ParsedInputOf<E>,
) => Promise<ResultOf<E>>

/** One handler for every endpoint of a table: a missing one does not compile. */
export type Handlers<T extends EndpointTable, Needs = Platform> = {
  readonly [Noun in keyof T]: { readonly [Verb in keyof T[Noun]]: Handler<T[Noun][Verb], Needs> }
}

/** An endpoint with its handler, which has what it needs of the server at hand. */
export type ApiCall = readonly [Endpoint, Handler<Endpoint, object>]

/** The calls of the API by noun and verb. */
export type ApiCalls = Readonly<Record<string, Readonly<Record<string, ApiCall>>>>

/** Who makes a call, and with what. */
export type CallFrom = Omit<CallContext, 'caller'> & { caller: Caller | null }

/**
 * The one door: who calls, may they, is the input right, and only then the handler; what leaves
 * goes through the output schema, which strips everything it does not name.
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

/** What a handler receives, or a refusal that names what is wrong. */
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

/** Answers a caller who has been admitted, for input that has been checked. */
export async function answer<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E, object>,
  context: CallFrom,
  input: ParsedInputOf<E>,
): Promise<unknown> {
  const caller = ACCESS[endpoint.access].credential === 'none' ? null : context.caller
  return endpoint.output.parse(await handler({ ...context, caller } as CallContext<E['access']>, input))
}

/**
 * The field whose text no database takes: PostgreSQL fails on NUL, and half a character becomes another
 * on its way. Fields that hold words say this themselves; here none is forgotten, ids and choices neither.
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

/** Refuses who may not call at all: before anything the caller sent is read. */
export function authorize(access: Access, caller: Caller | null): void {
  refuse(accessRefusal(access, caller))
}
