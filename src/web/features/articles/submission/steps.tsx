import type { ComponentType } from 'react'
import type { z } from 'zod'
import { check } from '../../../../contract/api/errors.ts'
import {
  AuthorsStep as AuthorsRules,
  DetailsStep as DetailsRules,
  FilesStep as FilesRules,
  ReviewStep as ReviewRules,
  TitleStep as TitleRules,
  UPLOADS_UNFINISHED,
} from '../../../../contract/api/submission.ts'
import { AuthorsStep } from './authors-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { toSubmission, type Draft } from './draft.ts'
import { FilesStep } from './files-step.tsx'
import { isSuggestionField } from './suggested-reviewers.ts'
import { ReviewStep } from './review-step.tsx'
import type { StepProps } from './step-props.ts'
import { TitleStep } from './title-step.tsx'

export interface Step {
  title: string
  Fields: ComponentType<StepProps>
  rules: z.ZodObject
  /** The first message of each field; empty if the step is complete. */
  check: (draft: Draft, state: { unfinished: boolean; confirmed: boolean }) => Record<string, string>
}

/** Validates a step's part of the draft. */
function checkPart(schema: z.ZodObject, draft: Draft): Record<string, string> {
  const part = Object.entries(toSubmission(draft)).filter(([field]) => field in schema.shape)
  return check(schema, Object.fromEntries(part)).errors ?? {}
}

/** The five steps, each with the schema that the server uses too. */
export const STEPS: Step[] = [
  {
    title: 'Article Title',
    Fields: TitleStep,
    rules: TitleRules,
    check: (draft) => checkPart(TitleRules, draft),
  },
  {
    title: 'Article Details',
    Fields: DetailsStep,
    rules: DetailsRules,
    check: (draft) => checkPart(DetailsRules, draft),
  },
  {
    title: 'Content Files',
    Fields: FilesStep,
    rules: FilesRules,
    check: (draft, { unfinished }) => (unfinished ? { files: UPLOADS_UNFINISHED } : checkPart(FilesRules, draft)),
  },
  { title: 'Authors', Fields: AuthorsStep, rules: AuthorsRules, check: (draft) => checkAuthors(draft) },
  {
    title: 'Review & Submit',
    Fields: ReviewStep,
    rules: ReviewRules,
    check: (draft, { confirmed }) => ({
      // The authors again: the last one may have been removed since step 4.
      ...checkAuthors(draft),
      ...check(ReviewRules, { confirm: confirmed, comments: draft.comments }).errors,
    }),
  },
]

function checkAuthors(draft: Draft): Record<string, string> {
  const errors = Object.entries(checkPart(AuthorsRules, draft))
  const suggestions = errors.filter(([field]) => isSuggestionField(field))
  const [first] = errors.filter(([field]) => !isSuggestionField(field))
  return { ...(first ? { contributors: first[1] } : {}), ...Object.fromEntries(suggestions) }
}

/** The step with the field that the server refused. */
export function stepOfField(field: string): number {
  const step = STEPS.findIndex(({ rules }) => field.split('.')[0]! in rules.shape)
  return step < 0 ? STEPS.length - 1 : step
}
