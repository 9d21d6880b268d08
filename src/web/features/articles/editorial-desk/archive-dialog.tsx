import { useState } from 'react'
import { articleStatus } from '../../../../contract/rules/articles/article-status.ts'
import type { Article } from '../../../../contract/api/articles.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { toast } from '../../../ui/toast.ts'
import { Refused, sentenceOf } from './refused.tsx'
import type { Review } from './use-review.ts'

/** Asks for confirmation before an article is archived or restored. */
export function ArchiveDialog({ article, review }: { article: Article; review: Review }) {
  const [refused, setRefused] = useState<string | null>(null)
  const verb = article.isArchive ? 'unarchive' : 'archive'

  const toggle = async () => {
    try {
      const changed = await browserApi.articles.archive({ id: article.id, archive: !article.isArchive })
      toast.success(`Article ${verb}d successfully`)
      review.changed(changed)
    } catch (error) {
      toast.error(`Failed to ${verb} article`)
      setRefused(sentenceOf(error))
    }
  }

  return (
    <ConfirmDialog
      title={article.isArchive ? 'Unarchive article' : 'Archive article'}
      confirm={article.isArchive ? 'Unarchive' : 'Archive'}
      onConfirm={toggle}
      onClose={review.dismiss}
    >
      <p className="about">
        <TitleText title={article.title} />
      </p>
      <p className="what">
        <Consequence article={article} />
      </p>
      <Refused sentence={refused} />
    </ConfirmDialog>
  )
}

/** The consequences for the article's public address. */
function Consequence({ article }: { article: Article }) {
  const address = <code>{paths.article(article.id)}</code>
  const afterwards = articleStatus({ ...article, isArchive: false })
  if (!article.isArchive && afterwards === 'published') {
    return (
      <>
        Readers will no longer find it: it leaves every list, and its address {address} answers ‘not found’ until you
        unarchive it. Its author and you still see it.
      </>
    )
  }
  if (!article.isArchive) return <>Readers do not see it now and will not see it. You can unarchive it at any time.</>
  if (afterwards === 'published') return <>It becomes public again at once, at the same address {address}.</>
  return <>It goes back to {afterwards}. Readers see it only when it is approved.</>
}
