import { useState } from 'react'
import type { Article } from '../../../contract/articles.ts'
import { browserApi } from '../../api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TitleText } from '../../ui/title-text.tsx'
import { toast } from '../../ui/toast.ts'
import { Refused, sentenceOf } from './refused.tsx'
import type { Review } from './use-review.ts'

export function DeleteDialog({ article, review }: { article: Article; review: Review }) {
  const [refused, setRefused] = useState<string | null>(null)

  const remove = async () => {
    try {
      await browserApi.articles.remove({ id: article.id })
      toast.success('Article deleted successfully')
      review.removed(article)
    } catch (error) {
      toast.error('Failed to delete article')
      setRefused(sentenceOf(error))
    }
  }

  return (
    <ConfirmDialog title="Delete article" confirm="Delete" danger onConfirm={remove} onClose={review.dismiss}>
      <p>Are you sure you want to delete this article?</p>
      <p className="about">
        <TitleText title={article.title} />
      </p>
      <Refused sentence={refused} />
    </ConfirmDialog>
  )
}
