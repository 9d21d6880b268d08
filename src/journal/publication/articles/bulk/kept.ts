import {
  BULK_NAMED,
  type BulkArticles,
  type BulkChange,
  type BulkOutcome,
} from '../../../../contract/api/bulk-articles.ts'
import { undoUntil } from '../../../../contract/rules/site/undo.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import type { ArticleRow } from '../../../../platform/database/tables.ts'

export const KIND = 'articles'

/** The emails of these changes, which wait until the change can no longer be undone. */
export const WAITING_EMAILS = ['article-corrected', 'followed-article', 'article-archived'] as const

/** What would be otherwise if someone had changed the article since. */
export const STATE = ['version', 'category_id', 'volume_id', 'published_at', 'archived_at'] as const
export type State = Pick<ArticleRow, (typeof STATE)[number]>
export const stateOf = (article: State): State => ({
  version: article.version,
  category_id: article.category_id,
  volume_id: article.volume_id,
  published_at: article.published_at,
  archived_at: article.archived_at,
})
export const isSameState = (one: State, other: State): boolean => STATE.every((column) => one[column] === other[column])

/** The place of an article in the order of an issue. */
export interface Place {
  volume_id: string
  position: number
  heading: string
}

/** What undoing has to know. */
export interface Changed {
  kind: BulkArticles
  /** The name of the category or volume; null for none. */
  target: string | null
  articles: { id: string; from: State; to: State; place?: Place }[]
}

/** Articles that stay as they are: some are named, the others counted. */
export class LeftAlone {
  readonly #named: BulkOutcome['left'] = []
  #more = 0

  add(title: string, reason: string): void {
    if (this.#named.length < BULK_NAMED) this.#named.push({ title: plainTitle(title), reason })
    else this.#more++
  }

  get outcome(): Pick<BulkOutcome, 'left' | 'more'> {
    return { left: this.#named, more: this.#more }
  }
}

const DONE: Record<BulkArticles, (articles: string, target: string | null) => string> = {
  category: (articles, target) => `${articles} moved to ${target}.`,
  volume: (articles, target) =>
    target === null ? `${articles} taken out of their volumes.` : `${articles} moved to ${target}.`,
  archive: (articles) => `${articles} archived.`,
  unarchive: (articles) => `${articles} unarchived.`,
}

export const messageOf = ({ kind, target, articles }: Changed): string =>
  DONE[kind](counted(articles.length, 'article'), target)

export const presentChange = (id: string, at: string, changed: Changed): BulkChange => ({
  ...{ id, message: messageOf(changed), until: undoUntil(at) },
})
