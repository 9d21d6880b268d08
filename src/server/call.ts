import { firstMessages } from '../contract/api/errors.ts'
import type { Access, Endpoint, EndpointTable, ParsedInputOf, ResultOf } from '../contract/api/endpoint.ts'
import { SESSION_EXPIRED } from '../contract/domain/api-error.ts'
import { UNPRINTABLE_MESSAGE } from '../contract/api/field-schemas.ts'
import type { Role } from '../contract/api/users.ts'
import type { IncomingUpload } from './files/receive.ts'
import { invalid, DomainError } from './domain-error.ts'
import type { Resources } from './resources.ts'

/** Who calls: read from the session row on every request, never from the token alone. */
export interface Caller {
  userId: string
  sessionId: string
  role: Role
}

type CallerFor<A extends Access> = A extends 'anyone'
  ? null
  : A extends 'anyone, known if signed in'
    ? Caller | null
    : Caller

export interface CallContext<A extends Access = Access> extends Resources {
  readonly caller: CallerFor<A>
  /** The file that comes with the call, where the endpoint takes one. */
  readonly upload?: IncomingUpload
  /** Sends a cookie along with the answer; only the way to ORCID needs one. */
  readonly setCookie: (cookie: string) => void
  /** The caller's network address; empty for calls that the server makes for its own pages. */
  readonly address: string
}

export type Handler<E extends Endpoint> = (
  context: CallContext<E['access']>,
  input: ParsedInputOf<E>,
) => Promise<ResultOf<E>>

/** One handler for every endpoint of a table: a missing one does not compile. */
export type Handlers<T extends EndpointTable> = {
  readonly [Noun in keyof T]: { readonly [Verb in keyof T[Noun]]: Handler<T[Noun][Verb]> }
}

/** Who makes a call, and with what. */
export type CallFrom = Omit<CallContext, 'caller'> & { caller: Caller | null }

/**
 * The one door: who calls, may they, is the input right, and only then the handler; what leaves
 * goes through the output schema, which strips everything it does not name.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
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
  handler: Handler<E>,
  context: CallFrom,
  input: ParsedInputOf<E>,
): Promise<unknown> {
  const caller = endpoint.access === 'anyone' ? null : context.caller
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
  if (access === 'anyone' || access === 'anyone, known if signed in') return
  if (!caller) throw new DomainError('unauthenticated', SESSION_EXPIRED)
  if (access === 'administrators' && caller.role !== 'admin') {
    throw new DomainError('forbidden', 'Only administrators can do this')
  }
}
