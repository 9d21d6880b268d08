import { z } from 'zod'
import { slugOf } from '../../../../contract/api/field-schemas.ts'
import { profileUrlOf, Submission } from '../../../../contract/api/submission.ts'
import { SUGGESTION_KINDS, type SuggestionKind } from '../../../../contract/rules/peer-review/reviewer-suggestions.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import type { UploadedFile, Uploads } from '../../../ui/files/use-uploads.ts'
import {
  affiliationsInWords,
  type AuthorSource,
  typedAuthor,
  type TypedAuthor,
} from '../../../site/people/typed-author.ts'

/** An author of the draft; the key is stable while names and order change. */
export type DraftContributor = TypedAuthor & { key: string }

/** The text fields of a submission, empty until filled in. */
type TypedTexts = Record<
  Exclude<
    keyof z.input<typeof Submission>,
    'files' | 'imageUrl' | 'contributors' | 'reviewerSuggestions' | 'slug' | 'isArchive' | 'approvedByAdmin'
  >,
  string
>

/** Everything typed or uploaded for a submission that has not been sent yet. */
export interface Draft extends TypedTexts {
  step: number
  files: UploadedFile[]
  image: UploadedFile | null
  contributors: DraftContributor[]
  /** Suggested and opposed reviewers. */
  suggestions: DraftSuggestion[]
  /** The author in the open form. */
  author: { mode: 'add' | 'edit'; person: DraftContributor } | null
}

const { shape: TEXTS } = Submission.omit({
  ...{ files: true, imageUrl: true, contributors: true, reviewerSuggestions: true },
  ...{ slug: true, isArchive: true, approvedByAdmin: true },
})

export const EMPTY_DRAFT: Draft = {
  ...(Object.fromEntries(Object.keys(TEXTS).map((field) => [field, ''])) as TypedTexts),
  step: 0,
  files: [],
  image: null,
  contributors: [],
  suggestions: [],
  author: null,
}

/** A draft may be older than the name and affiliation parts. */
const Author = z
  .custom<AuthorSource & { key: string }>((author) => typeof (author as { key?: unknown } | null)?.key === 'string')
  .transform(({ key, ...author }): DraftContributor => ({ ...typedAuthor(author), key }))

const Uploaded = z.object({ url: z.string(), name: z.string(), bytes: z.number() })

/** A draft as it is stored; of an earlier version of the site it may have other fields. */
export const StoredDraft = z.object({
  ...(Object.fromEntries(Object.keys(TEXTS).map((field) => [field, z.string()])) as Record<
    keyof TypedTexts,
    z.ZodString
  >),
  step: z.number(),
  files: z.array(Uploaded),
  image: Uploaded.nullable(),
  contributors: z.array(Author),
  suggestions: z.array(
    z.object({
      kind: z.enum(SUGGESTION_KINDS),
      ...{ key: z.string(), fullName: z.string(), email: z.string(), affiliation: z.string(), reason: z.string() },
    }),
  ),
  author: z.object({ mode: z.enum(['add', 'edit']), person: Author }).nullable(),
})

/** Each person has a separate draft on this device: it is kept on signing out and found again on signing in. */
export const draftKey = (userId: string): string => `journal:draft:${userId}`

/** True if a draft contains nothing worth keeping. */
export const isEmptyDraft = ({ step: _where, ...content }: Draft): boolean => {
  const { step: _start, ...empty } = EMPTY_DRAFT
  return JSON.stringify(content) === JSON.stringify(empty)
}

/** One letter of a title may become several in a slug. */
const SLUG_LENGTH = 200

/** A draft as input of `POST /posts`. Slug, archive flag and profile addresses are set by the server. */
export const toSubmission = ({
  step: _step,
  author: _open,
  files,
  image,
  contributors,
  suggestions,
  ...texts
}: Draft) => ({
  ...texts,
  slug: slugOf(plainTitle(texts.title)).slice(0, SLUG_LENGTH),
  isArchive: false,
  files: files.map((file) => file.url),
  imageUrl: image?.url ?? null,
  imageAlt: image ? texts.imageAlt : null,
  contributors: contributors.map(({ key: _key, ...person }) => ({
    ...person,
    affiliation: affiliationsInWords(person),
    profileUrl: profileUrlOf(person.orcidId || null),
  })),
  reviewerSuggestions: filledSuggestions(suggestions).map(({ key: _key, ...person }) => person),
})

/** The props of a step's fields. */
export interface StepProps {
  draft: Draft
  update: (change: Partial<Draft> | ((before: Draft) => Partial<Draft>)) => void
  errors: Record<string, string>
  clear: (...fields: string[]) => void
  categories: { id: string; name: string }[]
  /** Uploads of step 3, which continue while the author is on other steps. */
  uploads: { files: Uploads; image: Uploads }
  confirmed: boolean
  setConfirmed: (confirmed: boolean) => void
  goTo: (step: number) => void
}

/** Someone suggested or opposed in a draft; the key is stable while others are added and removed. */
export interface DraftSuggestion {
  key: string
  kind: SuggestionKind
  fullName: string
  email: string
  affiliation: string
  reason: string
}

export const blankSuggestion = (kind: SuggestionKind): DraftSuggestion => ({
  ...{ key: crypto.randomUUID(), kind, fullName: '', email: '', affiliation: '', reason: '' },
})

/** Those in which something is filled in: the others are not sent. */
export const filledSuggestions = (suggestions: readonly DraftSuggestion[]): DraftSuggestion[] =>
  suggestions.filter(({ fullName, email, affiliation, reason }) =>
    [fullName, email, affiliation, reason].some((value) => value.trim() !== ''),
  )

const FIELD = 'reviewerSuggestions'
const PART = /^reviewerSuggestions(?:\.|$)/

export const isSuggestionField = (field: string): boolean => PART.test(field)

/** The name of a person's field in the contract's errors; null if the person is not sent. */
export function fieldOf(
  suggestions: readonly DraftSuggestion[],
  key: string,
  field: keyof DraftSuggestion,
): string | null {
  const at = filledSuggestions(suggestions).findIndex((one) => one.key === key)
  return at < 0 ? null : `${FIELD}.${at}.${field}`
}
