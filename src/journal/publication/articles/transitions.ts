import * as status from '../../../contract/rules/articles/article-policy.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'

/** The timestamps that determine an article's state. */
export type ArticleState = Pick<ArticleRow, 'published_at' | 'approved_at' | 'archived_at'>

/** The same as the contract's flags. */
export const flagsOf = (state: ArticleState): status.ArticleFlags => ({
  published: state.published_at !== null,
  approvedByAdmin: state.approved_at !== null,
  isArchive: state.archived_at !== null,
})

export const isPublic = (state: ArticleState): boolean => status.isPublic(flagsOf(state))

/** Is or was visible to readers: an archived article was public once and may have been cited. */
export const hasBeenPublic = <S extends ArticleState>(state: S): state is S & { published_at: string } =>
  status.hasBeenPublic(flagsOf(state))

// State transitions, without permission checks. Each returns the next state, which is the same object if
// nothing changes.

export const approve = (at: string): ArticleState => ({ published_at: at, approved_at: at, archived_at: null })

export const archive = (state: ArticleState, at: string): ArticleState =>
  state.archived_at === null ? { ...state, archived_at: at } : state

export const unarchive = (state: ArticleState): ArticleState =>
  state.archived_at === null ? state : { ...state, archived_at: null }
