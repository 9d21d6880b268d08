import {
  type ArticleFlags,
  articleStatus,
  type ArticleStatus,
} from '../../../contract/rules/articles/article-policy.ts'
import { STAGE_NAMES } from '../../../contract/rules/peer-review/stages.ts'
import { Chip } from '../../ui/chip.tsx'

/** The labels of the statuses. */
export const STATUS_WORDS: Record<ArticleStatus, string> = {
  archived: 'Archived',
  published: 'Published',
  pending: 'Pending',
  rejected: 'Rejected',
}

/** An article's displayed status, or `word`: of a manuscript in peer review its stage. */
export function StatusChip({ article, word }: { article: ArticleFlags; word?: string }) {
  const status = articleStatus(article)
  const stage = status === 'pending' || status === 'rejected' ? article.stage : null
  return (
    <Chip kind={stage === 'withdrawn' ? 'archived' : status}>
      {word ?? (stage ? STAGE_NAMES[stage] : STATUS_WORDS[status])}
    </Chip>
  )
}
