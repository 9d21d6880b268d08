import { type ArticleFlags, articleStatus } from '../articles/article-policy.ts'
import type { CaseStage } from './stages.ts'

/** Where a manuscript is, in the words of its authors. */
export const AUTHOR_STAGES = {
  editor: 'With the editor',
  review: 'In review',
  revision: 'Revision due',
  proof: 'Proof',
  accepted: 'Accepted',
  published: 'Published',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  archived: 'Archived',
} as const
export type AuthorStage = keyof typeof AUTHOR_STAGES

const OF_CASE: Record<CaseStage, AuthorStage> = {
  screening: 'editor',
  reviewing: 'review',
  revising: 'revision',
  accepted: 'accepted',
  declined: 'declined',
  withdrawn: 'withdrawn',
}

/**
 * The stage for authors. `stage` is what they may know of their case, null without one; `hasProof` is true while
 * a proof waits for their answer. Nothing that a reviewer does changes it.
 */
export function authorStage(
  { stage, ...flags }: ArticleFlags & { readonly stage: CaseStage | null },
  hasProof = false,
): AuthorStage {
  const status = articleStatus(flags)
  if (status === 'archived' || status === 'published') return status
  if (status === 'rejected') return 'declined'
  if (stage === null) return 'editor'
  return stage === 'accepted' && hasProof ? 'proof' : OF_CASE[stage]
}
