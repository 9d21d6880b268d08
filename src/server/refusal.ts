import type { RemovedArticle } from '../contract/removed-article.ts'

/**
 * Domain code refuses in domain words; `http/errors.ts` alone knows which status each becomes.
 */
export type RefusalKind =
  | 'invalid'
  | 'not signed in'
  | 'not allowed'
  | 'not there'
  | 'gone'
  | 'too slow'
  | 'conflict'
  | 'too large'
  | 'address too long'
  | 'type not allowed'
  | 'too many'
  | 'unavailable'
  | 'no room'

export class Refusal extends Error {
  readonly kind: RefusalKind
  /** Field name to its first message. */
  readonly errors: Record<string, string> | undefined
  /** Seconds until another try makes sense, with 'too many' and 'unavailable'. */
  readonly retryAfter: number | undefined
  /** What stays of the article, with 'gone'. */
  readonly removed: RemovedArticle | undefined
  constructor(
    kind: RefusalKind,
    message: string,
    more: { errors?: Record<string, string>; retryAfter?: number; removed?: RemovedArticle } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.kind = kind
    this.errors = more.errors
    this.retryAfter = more.retryAfter
    this.removed = more.removed
  }
}

export const NO_ROOM = 'There is no room left to store this. Nothing was changed.'

export const notThere = (what: string): Refusal => new Refusal('not there', `${what} not found`)

/** Refuses what stands in one field. */
export const invalid = (field: string, message: string): Refusal =>
  new Refusal('invalid', message, { errors: { [field]: message } })
