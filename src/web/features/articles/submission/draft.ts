import type { z } from 'zod'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { slugOf } from '../../../../contract/api/field-schemas.ts'
import { profileUrlOf, Submission } from '../../../../contract/api/submission.ts'
import { typedAuthor, type AuthorSource, type TypedAuthor } from '../people/typed-author.ts'
import type { UploadedFile } from '../../../ui/files/use-uploads.ts'
import { filledSuggestions, type DraftSuggestion } from './suggested-reviewers.ts'

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
type KeptDraft = Partial<Omit<Draft, 'contributors'>> & { contributors?: (AuthorSource & { key: string })[] }

const keptAuthor = ({ key, ...author }: AuthorSource & { key: string }): DraftContributor => ({
  ...typedAuthor(author),
  key,
})

// Each person has a separate draft on this device: it is kept on signing out and found again on signing in.
const keyOf = (userId: string) => `journal:draft:${userId}`

export function readDraft(userId: string): Draft {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null') as KeptDraft | null
    // An earlier version of the site may have stored fields that are no longer part of a draft.
    const known = Object.entries(kept ?? {}).filter(([field]) => field in EMPTY_DRAFT)
    return { ...EMPTY_DRAFT, ...Object.fromEntries(known), contributors: (kept?.contributors ?? []).map(keptAuthor) }
  } catch {
    return EMPTY_DRAFT
  }
}

/** False if local storage is full: an abstract with large images may exceed it. */
export function keepDraft(userId: string, draft: Draft): boolean {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export const forgetDraft = (userId: string): void => localStorage.removeItem(keyOf(userId))

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
    profileUrl: profileUrlOf(person.orcidId || null),
  })),
  reviewerSuggestions: filledSuggestions(suggestions).map(({ key: _key, ...person }) => person),
})
