import { z } from 'zod'
import { line } from './field-schemas.ts'

export const REASON_MAX = 500

/** Why an editor corrects or deletes an article. Line breaks are removed: it is one paragraph. */
export const Reason = (required: string) =>
  z
    .string(required)
    .max(REASON_MAX * 2, `Please use at most ${REASON_MAX} characters`)
    .transform((reason) => reason.replace(/\s+/g, ' '))
    .pipe(line(REASON_MAX, { required }))
