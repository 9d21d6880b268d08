import {
  type ArticleFlags,
  articleStatus,
  type ArticleStatus,
} from '../../../contract/rules/articles/article-policy.ts'
import { type CaseStage, STAGE_NAMES } from '../../../contract/rules/peer-review/stages.ts'
import { Chip } from '../../ui/chip.tsx'

/** The labels of the statuses. */
export const STATUS_WORDS: Record<ArticleStatus, string> = {
  archived: 'Archived',
  published: 'Published',
  pending: 'Pending',
  rejected: 'Rejected',
}

/** An article's displayed status: of a manuscript in peer review its stage, by these names. */
export function StatusChip({
  article,
  stages = STAGE_NAMES,
}: {
  article: ArticleFlags
  stages?: Record<CaseStage, string>
}) {
  const status = articleStatus(article)
  if (status === 'pending' && article.stage) return <Chip kind="pending">{stages[article.stage]}</Chip>
  if (status === 'rejected' && article.stage === 'withdrawn') return <Chip kind="archived">Withdrawn</Chip>
  return <Chip kind={status}>{STATUS_WORDS[status]}</Chip>
}
