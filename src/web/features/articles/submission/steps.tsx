import type { ComponentType } from 'react'
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
import { ReviewStep } from './review-step.tsx'
import { TitleStep } from './title-step.tsx'
import type { Uploads } from '../files/use-uploads.ts'

/** What the fields of a step work with. */
export interface StepProps {
  draft: Draft
  update: (change: Partial<Draft> | ((before: Draft) => Partial<Draft>)) => void
  errors: Record<string, string>
  clear: (...fields: string[]) => void
  categories: { id: string; name: string }[]
  /** Of step 3: they go on while the author looks at other steps. */
  uploads: { files: Uploads; image: Uploads }
  confirmed: boolean
  setConfirmed: (confirmed: boolean) => void
  goTo: (step: number) => void
}

export interface Step {
  title: string
  Fields: ComponentType<StepProps>
  /** Each field's first message; empty when the step is complete. */
  check: (draft: Draft, state: { unfinished: boolean; confirmed: boolean }) => Record<string, string>
}

const pick = <K extends keyof ReturnType<typeof toSubmission>>(draft: Draft, ...keys: K[]) => {
  const submission = toSubmission(draft)
  return Object.fromEntries(keys.map((key) => [key, submission[key]]))
}

/** The five steps, each with the rules that the server checks too. */
export const STEPS: Step[] = [
  { title: 'Article Title', Fields: TitleStep, check: (draft) => check(TitleRules, pick(draft, 'title')).errors ?? {} },
  {
    title: 'Article Details',
    Fields: DetailsStep,
    check: (draft) => check(DetailsRules, pick(draft, 'categoryId', 'excerpt', 'keywords', 'abstract')).errors ?? {},
  },
  {
    title: 'Content Files',
    Fields: FilesStep,
    check: (draft, { unfinished }) =>
      unfinished
        ? { files: UPLOADS_UNFINISHED }
        : (check(FilesRules, pick(draft, 'files', 'imageUrl', 'imageAlt')).errors ?? {}),
  },
  { title: 'Authors', Fields: AuthorsStep, check: (draft) => checkAuthors(draft) },
  {
    title: 'Review & Submit',
    Fields: ReviewStep,
    check: (draft, { confirmed }) => ({
      // The authors once more: the last of them may have been removed since step 4.
      ...checkAuthors(draft),
      ...check(ReviewRules, { confirm: confirmed, comments: draft.comments }).errors,
    }),
  },
]

function checkAuthors(draft: Draft): Record<string, string> {
  const errors = check(AuthorsRules, pick(draft, 'contributors')).errors
  return errors ? { contributors: Object.values(errors)[0]! } : {}
}

/** The step that shows a field the server refused. */
export function stepOfField(field: string): number {
  const name = field.split('.')[0]!
  if (name === 'title') return 0
  if (['categoryId', 'excerpt', 'keywords', 'abstract'].includes(name)) return 1
  if (['files', 'imageUrl', 'imageAlt'].includes(name)) return 2
  return name === 'contributors' ? 3 : 4
}
