/**
 * Domain code refuses in domain words; `http/errors.ts` alone knows which status each becomes.
 */
export type RefusalKind =
  | 'invalid'
  | 'not signed in'
  | 'not allowed'
  | 'not there'
  | 'conflict'
  | 'too large'
  | 'address too long'
  | 'type not allowed'
  | 'too many'

export class Refusal extends Error {
  readonly kind: RefusalKind
  /** Field name to its first message. */
  readonly errors: Record<string, string> | undefined
  /** Seconds until another try makes sense, with 'too many'. */
  readonly retryAfter: number | undefined
  constructor(kind: RefusalKind, message: string, more: { errors?: Record<string, string>; retryAfter?: number } = {}) {
    super(message)
    this.name = 'Refusal'
    this.kind = kind
    this.errors = more.errors
    this.retryAfter = more.retryAfter
  }
}

export const notThere = (what: string): Refusal => new Refusal('not there', `${what} not found`)

/** Refuses what stands in one field. */
export const invalid = (field: string, message: string): Refusal =>
  new Refusal('invalid', message, { errors: { [field]: message } })
