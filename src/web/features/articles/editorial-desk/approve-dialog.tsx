import { Info } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { journal } from '../../../../contract/journal.ts'
import {
  Approval,
  Issue,
  PDF_UNFINISHED,
  STANDARDS_CONFIRMATION,
  STANDARDS_UNCONFIRMED,
} from '../../../../contract/api/approval.ts'
import type { Article } from '../../../../contract/api/articles.ts'
import type { CaseView } from '../../../../contract/api/case-view.ts'
import { check } from '../../../../contract/api/errors.ts'
import { FULL_TEXT_FAILED, FULL_TEXT_UNFINISHED } from '../../../../contract/api/full-texts.ts'
import { doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { ISSUE_MAX, PAGE_RANGE_HINT } from '../../../../contract/rules/articles/place-in-volume.ts'
import { browserApi } from '../../../client/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DownloadFile } from '../../../ui/download.tsx'
import { CheckField, Field } from '../../../ui/field.tsx'
import { MadePdfField, useMadePdf } from '../../../ui/files/made-pdf.tsx'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { useCommand } from '../../../ui/use-command.ts'
import { ApprovedProof } from './approved-proof.tsx'
import { FinalPdf } from './final-pdf.tsx'
import { NamesToPublish } from './names-to-publish.tsx'
import { FullTextField, useTextPreview } from './full-text-field.tsx'
import { PageRangeField, useVolumes, VolumeField } from './place-fields.tsx'
import { useIssues, WhenField } from './when-field.tsx'
import { isPublishable, ReviewsWithArticle, usePublicationPlan } from './reviews-to-publish.tsx'
import { Refused } from './part.tsx'
import type { Review } from './use-review.ts'

const notReviewedYet = () =>
  journal().review.showNotReviewed
    ? 'This manuscript has not been peer reviewed. The article’s page will say so.'
    : 'This manuscript has not been peer reviewed.'

const TITLE = 'Publish article'

/** Publishes an accepted manuscript on the page of its case. */
export function PublishDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const { answer, failed, tryAgain } = useAnswer(() => browserApi.articles.details({ id }), id)
  if (answer && 'version' in answer) {
    return (
      <ApproveDialog
        article={answer}
        review={{
          dismiss: onClose,
          look: async () => {
            tryAgain()
            await revalidate()
          },
          changed: () => {
            onClose()
            void revalidate()
          },
        }}
      />
    )
  }
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <div className="mid approve">
        {failed ? (
          <Failure message="The article could not be loaded.">
            <TryAgain onClick={tryAgain} />
          </Failure>
        ) : (
          <SkeletonLines widths={[80, 60, 80]} />
        )}
      </div>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
      </footer>
    </Dialog>
  )
}

/**
 * Approves an article with its final PDF. The button is always enabled, so that each message can be shown;
 * the input survives a failed call.
 */
export function ApproveDialog({
  article,
  review,
}: {
  article: Article
  review: Pick<Review, 'dismiss' | 'look' | 'changed'>
}) {
  const uploads = useUploads([], () => {})
  const textUploads = useUploads([], () => {})
  const approved = useApprovedProof(article)
  // One that the journal made says that it is a proof: the final PDF is made from the same text.
  const proof = approved && !approved.isMade ? approved.file : null
  const { answer: plan, tryAgain: planAgain } = usePublicationPlan(article.id, article.stage === 'accepted')
  const [withReviews, setWithReviews] = useState(true)
  const volumes = useVolumes()
  const issues = useIssues(article.id)
  const { held } = issues
  const [dropsText, setDropsText] = useState(false)
  const heldText = dropsText ? null : (held?.fullText ?? null)
  const { text, tryAgain } = useTextPreview(article.id, textUploads, heldText?.url)
  const hasText = textUploads.items.length > 0 || heldText !== null
  const [chosenIssue, setIssueId] = useState<string | null>(null)
  const issueId = chosenIssue ?? held?.volume.id ?? ''
  const heldPdf = issueId && held ? held.pdf : null
  const keptPdf = uploads.items.length ? null : heldPdf
  const [choseProof, setUsesProof] = useState<boolean | null>(null)
  const usesProof = choseProof ?? (!heldPdf || heldPdf.url === proof?.url)
  const [chosenVolume, setVolumeId] = useState(article.volumeId)
  const volumeId = issueId || (chosenVolume ?? held?.volume.id ?? '')
  const [typedIssue, setIssue] = useState<string | null>(null)
  const [typedPages, setPageNum] = useState<string | null>(null)
  const issue = typedIssue ?? held?.issue ?? article.issue ?? ''
  const pageNum = typedPages ?? held?.pageNum ?? article.pageNum ?? ''
  const made = useMadePdf({
    ...{ id: article.id, purpose: 'publication', volumeId, issue, pageNum },
    fullTextUrl: text.state === 'ready' ? text.url : null,
  })
  const [confirmed, setConfirmed] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)

  const clear = (field: string) => setErrors(({ [field]: _cleared, ...others }) => others)
  const show = (found: Record<string, string>) => {
    setErrors(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  const {
    run,
    busy: sending,
    failure,
  } = useCommand((failed) => {
    toast.error(issueId ? 'The article could not be held' : 'Failed to approve article')
    // Refreshes the details behind the dialog.
    if (failed.statusCode === 409) {
      void review.look(article)
      planAgain()
    }
    show(failed.errors)
  })

  /** Not during the call: a failure could not be shown. */
  const close = () => {
    if (!sending) review.dismiss()
  }

  const approve = async () => {
    if (sending) return
    const uploaded = uploads.items.find((item) => item.state === 'success')
    const pdf = usesProof && proof ? proof : (made.pdf?.file ?? uploaded ?? keptPdf)
    const fullText = text.state === 'ready' ? { fullTextUrl: text.url, fullTextDigest: text.preview.digest } : {}
    const reviews = withReviews && isPublishable(plan) ? { reviews: plan.digest } : {}
    const given = { pdfUrl: pdf?.url, volumeId, issue, pageNum, version: article.version, ...fullText, ...reviews }
    const checked = check(Approval, given)
    const isTextMissing = hasText && text.state !== 'ready'
    if (checked.errors || !confirmed || isTextMissing) {
      const found: Record<string, string> = { ...checked.errors }
      if (isTextMissing) found.fullTextUrl = text.state === 'failed' ? FULL_TEXT_FAILED : FULL_TEXT_UNFINISHED
      const onItsWay = uploads.items.some((item) => item.state === 'uploading' || item.state === 'pending')
      if (found.pdfUrl && onItsWay) found.pdfUrl = PDF_UNFINISHED
      for (const field of ['pdfUrl', 'pageNum']) if (found[field]) toast.error(found[field], { id: field })
      // The message at the field is shorter than the toast.
      if (found.pageNum) found.pageNum = PAGE_RANGE_HINT
      if (!confirmed) found.confirm = STANDARDS_UNCONFIRMED
      return show(found)
    }
    const approval = checked.data
    if (issueId) {
      await run(async () => {
        const { volume } = await browserApi.issues.hold({ id: article.id, ...approval })
        toast.success(`Held for ${volume.title}`)
        review.changed(article)
      })
      return
    }
    await run(async () => {
      const approved = await browserApi.articles.approve({ id: article.id, ...approval, approvedByAdmin: true })
      toast.success('Article approved successfully')
      review.changed(approved)
    })
  }

  return (
    <Dialog title={TITLE} about={<TitleText title={article.title} />} onClose={close}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void approve()
        }}
      >
        <div className="mid approve">
          <WhenField issues={issues} value={issueId} onChange={setIssueId} />
          {article.stage === 'screening' && <p className="notice caution">{notReviewedYet()}</p>}
          {proof && (
            <ApprovedProof
              proof={proof}
              isUsed={usesProof}
              onChange={(isUsed) => {
                setUsesProof(isUsed)
                clear('pdfUrl')
              }}
            />
          )}
          <NamesToPublish articleId={article.id} />
          {proof && usesProof && errors.pdfUrl && (
            <p className="notice bad" role="alert">
              {errors.pdfUrl}
            </p>
          )}
          {!(proof && usesProof) && !made.pdf && (
            <>
              {keptPdf && (
                <p className="muted small space">
                  It keeps the PDF that is held with it, unless you upload another:{' '}
                  <DownloadFile file={keptPdf}>{keptPdf.name}</DownloadFile>
                </p>
              )}
              <FinalPdf uploads={uploads} error={errors.pdfUrl} onChange={() => clear('pdfUrl')} />
            </>
          )}
          {heldText && !textUploads.items.length && (
            <p className="muted small space">
              It keeps the full text that is held with it, unless you upload another:{' '}
              <DownloadFile file={heldText}>{heldText.name}</DownloadFile>
              <button
                type="button"
                className="btn text danger"
                onClick={() => {
                  setDropsText(true)
                  clear('fullTextUrl')
                }}
              >
                Leave It Out<span className="sr">: the full text {heldText.name}</span>
              </button>
            </p>
          )}
          <FullTextField
            uploads={textUploads}
            text={text}
            tryAgain={tryAgain}
            error={errors.fullTextUrl}
            onChange={() => clear('fullTextUrl')}
          />
          <div className="two">
            {!issueId && (
              <VolumeField volumes={volumes} value={volumeId} error={errors.volumeId} onChange={setVolumeId} />
            )}
            <Field
              name="issue"
              label="Issue (optional)"
              autoComplete="off"
              value={issue}
              maxLength={ISSUE_MAX}
              error={errors.issue}
              hint="For example 3 or 7-8."
              onChange={(typed) => {
                setIssue(typed)
                clear('issue')
              }}
            />
            <PageRangeField
              value={pageNum}
              error={errors.pageNum}
              onChange={(range) => {
                setPageNum(range)
                clear('pageNum')
              }}
            />
          </div>
          <ReviewsWithArticle plan={plan} isChosen={withReviews} onChange={setWithReviews} />
          {!(proof && usesProof) && (
            <MadePdfField
              made={made}
              label="Make the PDF from the Text"
              hint={`From the ${approved?.isMade ? 'text of the approved proof' : 'manuscript'}, or the full text above, with volume, pages, DOI and date${issueId ? '; once more with the day when the issue is published' : ''}. It is fit for archives (PDF/A-2a).`}
            />
          )}
          <BeforeApproval articleId={article.id} volumeId={volumeId} issue={issue} />
          <CheckField
            name="confirm"
            checked={confirmed}
            error={errors.confirm}
            onChange={(checked) => {
              setConfirmed(checked)
              clear('confirm')
            }}
          >
            {STANDARDS_CONFIRMATION}
          </CheckField>
          <Refused failure={failure} />
        </div>
        <footer>
          <button type="button" className="btn" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="btn solid" aria-disabled={sending}>
            {issueId ? (sending ? 'Holding...' : 'Hold for the Issue') : sending ? 'Publishing...' : 'Publish'}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

/** The last proof of an accepted manuscript, if its author has approved it. */
function useApprovedProof({ id, stage }: Article): CaseView['proofs'][number] | null {
  const { answer } = useAnswer(async () => {
    if (stage !== 'accepted') return null
    const last = (await browserApi.cases.get({ id })).proofs.at(-1)
    return last?.answer === 'approved' ? last : null
  }, id)
  return answer
}

/**
 * What an editor should know before approving: the DOI that the article gets, and what indexes will miss. It is
 * information only: where it cannot be loaded, nothing is shown.
 */
function BeforeApproval({ articleId, volumeId, issue }: { articleId: string; volumeId: string; issue: string }) {
  const typed = Issue.safeParse(issue).data ?? null
  const { answer } = useAnswer(
    () =>
      browserApi.readiness.beforeApproval({
        id: articleId,
        volumeId: volumeId || undefined,
        issue: typed ?? undefined,
      }),
    `${articleId} ${volumeId} ${typed ?? ''}`,
  )
  if (!answer || (!answer.doi && !answer.checks.length)) return null
  const { doi, checks } = answer
  return (
    <div className="before-approval">
      {doi && (
        <p role="status">
          <span className="muted">{doi.isNew ? 'It gets the DOI' : 'Its DOI is'}</span>{' '}
          <span className="doi">{doiUrl(doi.value)}</span>
          {doi.isNew && <span className="muted">, which never changes afterwards.</span>}
        </p>
      )}
      {checks.length > 0 && (
        <div className="notice">
          <strong>Missing for indexing</strong>
          <ul className="rules" role="list">
            {checks.map(({ id, sentence }) => (
              <li key={id} className="advised">
                <Info className="ic" aria-hidden="true" />
                <p>{sentence}</p>
              </li>
            ))}
          </ul>
          <p className="small">You can publish now and add it later.</p>
        </div>
      )}
    </div>
  )
}
