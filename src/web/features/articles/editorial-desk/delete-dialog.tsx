import { useState } from 'react'
import { z } from 'zod'
import { isApiError } from '../../../client/api-error.ts'
import type { Article } from '../../../../contract/api/articles.ts'
import { hasBeenPublic } from '../../../../contract/rules/articles/article-status.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { REASON_MAX } from '../../../../contract/api/reasons.ts'
import { RemovalReason } from '../../../../contract/api/removed-article.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'
import { isSameTitle } from './same-title.ts'
import { Refused, sentenceOf } from './refused.tsx'
import type { Review } from './use-review.ts'

const QUESTION = 'Are you sure you want to delete this article?'
const TITLE_DIFFERS = 'Please type the title as it is shown above'

/** Asks for confirmation before an article is deleted; a published one needs more than a click. */
export function DeleteDialog({ article, review }: { article: Article; review: Review }) {
  const Ask = hasBeenPublic(article) ? DeletePublished : DeleteUnpublished
  return <Ask article={article} review={review} />
}

function DeleteUnpublished({ article, review }: { article: Article; review: Review }) {
  const { refused, remove } = useRemoval(article, review)
  return (
    <ConfirmDialog
      title="Delete article"
      confirm="Delete"
      danger
      onConfirm={() => remove().catch(() => {})}
      onClose={review.dismiss}
    >
      <p>{QUESTION}</p>
      <p className="about">
        <TitleText title={article.title} />
      </p>
      <Refused sentence={refused} />
    </ConfirmDialog>
  )
}

/**
 * A published article may have been cited: its title must be typed and a reason given, which is shown at its
 * address permanently.
 */
function DeletePublished({ article, review }: { article: Article; review: Review }) {
  const { refused, remove } = useRemoval(article, review)
  const form = useForm({
    schema: z.strictObject({
      title: z.string().refine((typed) => isSameTitle(typed, article.title), TITLE_DIFFERS),
      reason: RemovalReason,
    }),
    initial: { title: '', reason: '' },
    submit: ({ reason }) => remove(reason),
  })
  return (
    <FormDialog
      title="Delete article"
      form={form}
      save="Delete"
      saving="Deleting..."
      danger
      onClose={() => {
        if (!form.sending) review.dismiss()
      }}
    >
      <p>{QUESTION}</p>
      <p className="about">
        <TitleText title={article.title} />
      </p>
      <p className="what">
        It leaves every list for good. Its address <code>{paths.article(article.id)}</code> will say that it has been
        removed, with its title, authors and dates and your reason.
      </p>
      <Field
        {...form.text('title')}
        label="Type the title to confirm"
        hint="Plain text is enough; capitals and spaces do not matter."
        autoComplete="off"
        spellCheck={false}
        maxLength={plainTitle(article.title).length + 200}
      />
      <TextAreaField
        {...form.text('reason')}
        label="Reason"
        hint={`Readers and the submitter will see it. Up to ${REASON_MAX} characters.`}
      />
      <Refused sentence={refused} />
    </FormDialog>
  )
}

function useRemoval(article: Article, review: Review) {
  const [refused, setRefused] = useState<string | null>(null)
  const remove = async (reason?: string) => {
    try {
      await browserApi.articles.remove({ id: article.id, reason })
      toast.success('Article deleted successfully')
      review.removed(article)
    } catch (error) {
      toast.error('Failed to delete article')
      setRefused(sentenceOf(error))
      // Field errors are shown at the fields.
      if (isApiError(error)) throw error
    }
  }
  return { refused, remove }
}
