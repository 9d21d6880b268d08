import {
  type ArticleFlags,
  articleStatus,
  type ArticleStatus,
} from '../../../contract/rules/articles/article-policy.ts'
import { Chip } from '../../ui/chip.tsx'

/** The labels of the statuses. */
export const STATUS_WORDS: Record<ArticleStatus, string> = {
  archived: 'Archived',
  published: 'Published',
  pending: 'Pending',
  rejected: 'Rejected',
}

/** An article's displayed status. */
export function StatusChip({ article }: { article: ArticleFlags }) {
  const status = articleStatus(article)
  if (status === 'rejected' && article.stage === 'withdrawn') return <Chip kind="archived">Withdrawn</Chip>
  return <Chip kind={status}>{STATUS_WORDS[status]}</Chip>
}
