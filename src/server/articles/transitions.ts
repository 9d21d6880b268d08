import * as status from '../../contract/domain/article-status.ts'
import type { ArticleRow } from '../database/tables.ts'

/** The moments that an article's state is read from. */
export type ArticleState = Pick<ArticleRow, 'published_at' | 'approved_at' | 'archived_at'>

/** The same as the flags that the contract knows. */
export const flagsOf = (state: ArticleState): status.ArticleFlags => ({
  published: state.published_at !== null,
  approvedByAdmin: state.approved_at !== null,
  isArchive: state.archived_at !== null,
})

export const isPublic = (state: ArticleState): boolean => status.isPublic(flagsOf(state))

/** Readers see it or have seen it: an archived article was public once, and may be cited. */
export const hasBeenPublic = <S extends ArticleState>(state: S): state is S & { published_at: string } =>
  status.hasBeenPublic(flagsOf(state))

// Moves from state to state, for whom the article's policy lets. Each returns the next state, which is
// the same object when nothing changes.

export const approve = (at: string): ArticleState => ({ published_at: at, approved_at: at, archived_at: null })

export const archive = (state: ArticleState, at: string): ArticleState =>
  state.archived_at === null ? { ...state, archived_at: at } : state

export const unarchive = (state: ArticleState): ArticleState =>
  state.archived_at === null ? state : { ...state, archived_at: null }
