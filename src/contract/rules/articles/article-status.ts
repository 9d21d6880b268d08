import type { ARTICLE_STATUSES } from './article-listing.ts'

import type { CaseStage } from '../peer-review/stages.ts'

/** The flags that determine an article's status. */
export interface ArticleFlags {
  published: boolean
  approvedByAdmin: boolean
  isArchive: boolean
  /** Of its peer review, for those who may know it. */
  stage?: CaseStage | null
}

export type ArticleStatus = (typeof ARTICLE_STATUSES)[number]

/** The displayed status. */
export function articleStatus({ published, approvedByAdmin, isArchive, stage }: ArticleFlags): ArticleStatus {
  if (isArchive) return 'archived'
  if (published) return approvedByAdmin ? 'published' : 'rejected'
  return stage === 'declined' || stage === 'withdrawn' ? 'rejected' : 'pending'
}

/** Visible to readers. */
export const isPublic = (flags: ArticleFlags): boolean => articleStatus(flags) === 'published'

/** Is or was visible to readers: an archived article was public once and may have been cited. */
export const hasBeenPublic = (flags: ArticleFlags): boolean => isPublic({ ...flags, isArchive: false })
