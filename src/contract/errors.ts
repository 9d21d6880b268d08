import { z } from 'zod'
import { UNEXPECTED_ERROR } from './api-error.ts'
import { RemovedArticle } from './removed-article.ts'

/** The body of every error answer (decisions, 'Answers of the API'). */
export const ErrorBody = z.object({
  statusCode: z.number().int(),
  error: z.string(),
  message: z.string(),
  /** Field name to its first message. */
  errors: z.record(z.string(), z.string()).optional(),
  /** With 410: what stays of the article. */
  removed: RemovedArticle.optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/**
 * First message per field of a failed check; a problem with no field of its own stands under `form`
 * (specification section 5, 'Sign-in').
 */
export function firstMessages(error: z.ZodError): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const issue of error.issues) {
    const fields = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.length ? issue.path.join('.') : 'form']
    for (const field of fields) {
      messages[field] ??= issue.code === 'unrecognized_keys' ? `Unknown field "${field}"` : issue.message
    }
  }
  return messages
}

export type Checked<T> = { data: T; errors?: undefined } | { data?: undefined; errors: Record<string, string> }

/** Checks what a person typed: the parsed data, or each field's first message. */
export function check<S extends z.ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  try {
    const result = schema.safeParse(value)
    return result.success ? { data: result.data } : { errors: firstMessages(result.error) }
  } catch {
    return { errors: { form: UNEXPECTED_ERROR } }
  }
}
