import type { Refusal } from '../contract/rules/accounts/access.ts'
import type { RemovedArticle } from '../contract/api/errors.ts'
import type { SavedDraft } from '../contract/api/report-draft.ts'

/** Domain code throws errors in domain terms; only `platform/http/errors.ts` maps them to statuses. */
export type DomainErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'too_slow'
  | 'conflict'
  | 'too_large'
  | 'address_too_long'
  | 'unsupported_type'
  | 'too_many_requests'
  | 'unavailable'
  | 'insufficient_storage'

export class DomainError extends Error {
  readonly kind: DomainErrorKind
  /** Field name to its first message. */
  readonly errors: Record<string, string> | undefined
  /** Seconds until a retry makes sense, with 'too_many_requests' and 'unavailable'. */
  readonly retryAfter: number | undefined
  /** The tombstone of the article, with 'gone'. */
  readonly removed: RemovedArticle | undefined
  /** The draft that another device has saved, with 'conflict'. */
  readonly newerDraft: SavedDraft | undefined
  constructor(
    kind: DomainErrorKind,
    message: string,
    more: {
      errors?: Record<string, string>
      retryAfter?: number
      removed?: RemovedArticle
      newerDraft?: SavedDraft
    } = {},
  ) {
    super(message)
    this.name = 'DomainError'
    this.kind = kind
    this.errors = more.errors
    this.retryAfter = more.retryAfter
    this.removed = more.removed
    this.newerDraft = more.newerDraft
  }
}

export const NO_ROOM = 'The disk is full. Nothing was saved.'

export const notFound = (what: string): DomainError => new DomainError('not_found', `${what} not found`)

/** An error about one field. */
export const invalid = (field: string, message: string): DomainError =>
  new DomainError('invalid', message, { errors: { [field]: message } })

/** Throws a policy's refusal. */
export function refuse(refusal: Refusal | null): void {
  if (refusal) throw new DomainError(refusal.kind, refusal.message)
}
