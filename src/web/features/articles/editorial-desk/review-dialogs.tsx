import { z } from 'zod'
import type { Article } from '../../../../contract/api/articles.ts'
import { REASON_MAX } from '../../../../contract/api/field-schemas.ts'
import { RemovalReason } from '../../../../contract/api/errors.ts'
import { articleStatus, hasBeenPublic } from '../../../../contract/rules/articles/article-policy.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field, TextAreaField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import { useForm } from '../../../ui/use-form.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { ArticleDialog } from './article-dialog.tsx'
import { Refused } from './part.tsx'
import { isSameTitle } from './same-title.ts'
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

/** Asks for confirmation before an article is archived or restored. */
function ArchiveDialog({ article, review }: { article: Article; review: Review }) {
  const verb = article.isArchive ? 'unarchive' : 'archive'
  const { run, failure } = useCommand(() => toast.error(`Failed to ${verb} article`))

  const toggle = () =>
    run(async () => {
      const changed = await browserApi.articles.archive({ id: article.id, archive: !article.isArchive })
      toast.success(`Article ${verb}d successfully`)
      review.changed(changed)
    })

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
      <Refused failure={failure} />
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
        Readers will no longer find it: it leaves all lists, and its page shows “Page not found” until you unarchive it.
        Its author and you still see it.
      </>
    )
  }
  if (!article.isArchive) return <>It is not public, and stays hidden. You can unarchive it at any time.</>
  if (afterwards === 'published') return <>It becomes public again at once, at the same address {address}.</>
  return <>It goes back to {afterwards}. Readers see it only when it is published.</>
}

const QUESTION = 'Are you sure you want to delete this article?'
const TITLE_DIFFERS = 'Please type the title as it is shown above'

/** Asks for confirmation before an article is deleted; a published one needs more than a click. */
function DeleteDialog({ article, review }: { article: Article; review: Review }) {
  const Ask = hasBeenPublic(article) ? DeletePublished : DeleteUnpublished
  return <Ask article={article} review={review} />
}

function DeleteUnpublished({ article, review }: { article: Article; review: Review }) {
  const remove = useRemoval(article, review)
  const { run, failure } = useCommand(tellNotDeleted)
  return (
    <ConfirmDialog
      title="Delete article"
      confirm="Delete"
      danger
      onConfirm={() => run(remove)}
      onClose={review.dismiss}
    >
      <p>{QUESTION}</p>
      <p className="about">
        <TitleText title={article.title} />
      </p>
      <Refused failure={failure} />
    </ConfirmDialog>
  )
}

/**
 * A published article may have been cited: its title must be typed and a reason given, which is shown at its
 * address permanently.
 */
function DeletePublished({ article, review }: { article: Article; review: Review }) {
  const remove = useRemoval(article, review)
  const form = useForm({
    schema: z.strictObject({
      title: z.string().refine((typed) => isSameTitle(typed, article.title), TITLE_DIFFERS),
      reason: RemovalReason,
    }),
    initial: { title: '', reason: '' },
    submit: ({ reason }) => remove(reason),
    onFailure: tellNotDeleted,
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
        It is removed from all lists. Its page will say that it has been removed, with its title, authors and dates and
        your reason.
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
      <Refused failure={form.failure} />
    </FormDialog>
  )
}

function useRemoval(article: Article, review: Review) {
  return async (reason?: string) => {
    await browserApi.articles.remove({ id: article.id, reason })
    toast.success('Article deleted successfully')
    review.removed(article)
  }
}

const tellNotDeleted = () => toast.error('Failed to delete article')
