import { z } from 'zod'
import { SUGGESTION_KINDS, SUGGESTIONS_MAX, type SuggestionKind } from '../rules/peer-review/reviewer-suggestions.ts'
import { line, nameOfPerson, text } from './field-schemas.ts'
import { Email } from './users.ts'

/** Somebody whom authors suggest as a reviewer, or ask not to invite. */
export const SuggestionForm = z
  .strictObject({
    kind: z.enum(SUGGESTION_KINDS),
    fullName: nameOfPerson(200, { required: 'Full name is required' }),
    email: z
      .string()
      .nullish()
      .transform((email) => (email?.trim() ? email : undefined))
      .pipe(Email().optional())
      .transform((email) => email ?? null),
    affiliation: line(500)
      .nullish()
      .transform((affiliation) => affiliation ?? ''),
    reason: text(1000)
      .nullish()
      .transform((reason) => reason?.trim() ?? ''),
  })
  .refine(({ kind, email }) => kind === 'oppose' || email !== null, { path: ['email'], error: 'Email is required' })
export type SuggestionForm = z.output<typeof SuggestionForm>

const tooMany: Record<SuggestionKind, string> = {
  suggest: `Please suggest at most ${SUGGESTIONS_MAX} reviewers`,
  oppose: `Please name at most ${SUGGESTIONS_MAX} people not to invite`,
}

/** What authors say about reviewers when they submit. */
export const ReviewerSuggestions = z
  .array(SuggestionForm)
  .max(2 * SUGGESTIONS_MAX, tooMany.suggest)
  .superRefine((suggestions, context) => {
    for (const kind of SUGGESTION_KINDS) {
      if (suggestions.filter((one) => one.kind === kind).length > SUGGESTIONS_MAX) {
        context.addIssue({ code: 'custom', message: tooMany[kind] })
      }
    }
  })

/** The same in an answer. Which of them an editor has invited is never part of it. */
export const Suggestion = z.object({
  kind: z.enum(SUGGESTION_KINDS),
  fullName: z.string(),
  email: z.string().nullable(),
  affiliation: z.string(),
  reason: z.string(),
})
export type Suggestion = z.infer<typeof Suggestion>
