import { ApproveDialog } from './approve-dialog.tsx'
import { ArchiveDialog } from './archive-dialog.tsx'
import { ArticleDialog } from './article-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { Review } from './use-review.ts'

/** The dialogs above Research Listings. */
export function ReviewDialogs({ review }: { review: Review }) {
  const { viewed, asked } = review
  return (
    <>
      {viewed && <ArticleDialog article={viewed} review={review} />}
      {asked?.question === 'approve' && <ApproveDialog article={asked.article} review={review} />}
      {asked?.question === 'archive' && <ArchiveDialog article={asked.article} review={review} />}
      {asked?.question === 'delete' && <DeleteDialog article={asked.article} review={review} />}
    </>
  )
}
