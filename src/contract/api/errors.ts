import { z } from 'zod'
import { UNEXPECTED_ERROR } from '../rules/text/messages.ts'
import { SavedDraft } from './report-draft.ts'
import { Id, Reason } from './field-schemas.ts'

/**
 * A tombstone: what remains of an article that was public and has been deleted, shown permanently at its
 * address.
 */
export const RemovedArticle = z.object({
  id: Id,
  title: z.string(),
  /** Author names, in the order of the paper. */
  authors: z.array(z.string()),
  doi: z.string().nullable(),
  publishedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime(),
  /** Null if the editors gave no reason. */
  reason: z.string().nullable(),
})
export type RemovedArticle = z.infer<typeof RemovedArticle>

export const REMOVAL_REASON_REQUIRED = 'Please say why the article is deleted'
export const RemovalReason = Reason(REMOVAL_REASON_REQUIRED)

/** The body of every error response. */
export const ErrorBody = z.object({
  statusCode: z.number().int(),
  error: z.string(),
  message: z.string(),
  /** Field name to its first message. */
  errors: z.record(z.string(), z.string()).optional(),
  /** With 410: the tombstone of the article. */
  removed: RemovedArticle.optional(),
  /** With 409: the draft that another device has saved. */
  newerDraft: SavedDraft.optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/**
 * Limits on the number and length of field names in an error, so that a response does not grow with the
 * request.
 */
const MAX_FIELDS = 100
const MAX_NAME = 100

/**
 * The first message per field of a failed validation; a problem that belongs to no field is listed under
 * `form`.
 */
export function firstMessages(error: z.ZodError): Record<string, string> {
  const messages = new Map<string, string>()
  for (const issue of error.issues) {
    const unknown = issue.code === 'unrecognized_keys'
    const fields = unknown ? issue.keys : [issue.path.length ? issue.path.join('.') : 'form']
    for (const field of fields) {
      if (messages.size === MAX_FIELDS) return Object.fromEntries(messages)
      const name = shortened(field)
      if (!messages.has(name)) messages.set(name, unknown ? `Unknown field "${name}"` : issue.message)
    }
  }
  return Object.fromEntries(messages)
}

const shortened = (name: string): string =>
  name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME).toWellFormed()}…`

export type Checked<T> = { data: T; errors?: undefined } | { data?: undefined; errors: Record<string, string> }

/** Validates form input: returns the parsed data, or the first message of each field. */
export function check<S extends z.ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  try {
    const result = schema.safeParse(value)
    return result.success ? { data: result.data } : { errors: firstMessages(result.error) }
  } catch {
    return { errors: { form: UNEXPECTED_ERROR } }
  }
}
