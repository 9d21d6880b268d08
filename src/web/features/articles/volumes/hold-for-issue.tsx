import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { PDF_UNFINISHED, STANDARDS_CONFIRMATION, STANDARDS_UNCONFIRMED } from '../../../../contract/api/approval.ts'
import { type HeldArticle, HoldForm } from '../../../../contract/api/issues.ts'
import type { ProducedArticle } from '../../../../contract/api/production.ts'
import { ISSUE_MAX } from '../../../../contract/rules/articles/place-in-volume.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { DownloadFile } from '../../../ui/download.tsx'
import { CheckField, Field, SelectField } from '../../../ui/field.tsx'
import { MadePdfField, useMadePdf } from '../../../ui/files/made-pdf.tsx'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'
import { ApprovedProof } from '../editorial-desk/approved-proof.tsx'
import { FinalPdf } from '../editorial-desk/final-pdf.tsx'
import { Refused } from '../editorial-desk/part.tsx'
import { PageRangeField } from '../editorial-desk/place-fields.tsx'
import { HeldActions } from './held-actions.tsx'

interface Issues {
  planned: readonly { id: string; title: string }[]
  held: HeldArticle | null
}

/** The issue for which an accepted article waits, and the form by which production holds it. */
export function HoldForIssue({ article, issues }: { article: ProducedArticle; issues: Issues }) {
  const { planned, held } = issues
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title="Issue">
      <p role="status">
        {held ? (
          <>
            Held for <Link to={paths.deskVolume(held.volume.id)}>{held.volume.title}</Link> since{' '}
            {longDate(held.heldAt)}. It becomes public with the issue.
          </>
        ) : (
          'Not held for an issue.'
        )}
      </p>
      {held && (
        <p className="buttons">
          <DownloadFile file={held.pdf}>
            Download the PDF<span className="sr"> that is held: {held.pdf.name}</span>
          </DownloadFile>
          <HeldActions id={article.articleId} title={article.title} />
        </p>
      )}
      {isOpen ? (
        <HoldArticle article={article} issues={issues} onDone={() => setOpen(false)} />
      ) : held || planned.length > 0 ? (
        <button type="button" className="btn" onClick={() => setOpen(true)}>
          {held ? 'Hold It Again...' : 'Hold for an Issue...'}
        </button>
      ) : (
        <p className="muted">
          No issue is planned. On the page of a <Link to={paths.deskVolumes}>volume</Link>, choose that its articles
          appear together.
        </p>
      )}
    </Section>
  )
}

/** Everything that its approval needs, as for managing editors. */
function HoldArticle({
  article: { articleId: id, version, proofs },
  issues: { planned, held },
  onDone,
}: {
  article: ProducedArticle
  issues: Issues
  onDone: () => void
}) {
  const { revalidate } = useRevalidator()
  const last = proofs.at(-1)
  // One that the journal made says that it is a proof: the final PDF is made from the same text.
  const proof = last?.answer === 'approved' && !last.isMade ? last.file : null
  const [usesProof, setUsesProof] = useState(proof !== null && (!held || held.pdf.url === proof.url))
  const [confirmed, setConfirmed] = useState(false)
  const form = useForm({
    schema: HoldForm,
    initial: {
      volumeId: held?.volume.id ?? (planned.length === 1 ? planned[0]!.id : ''),
      issue: held?.issue ?? '',
      pageNum: held?.pageNum ?? '',
      pdfUrl: '',
    },
    input: ({ pdfUrl, ...place }) => ({
      ...place,
      pdfUrl: (usesProof && proof?.url) || made.pdf?.file.url || pdfUrl || held?.pdf.url,
      version,
    }),
    also: ({ pdfUrl }) => ({
      ...(isOnItsWay && pdfUrl ? { pdfUrl: PDF_UNFINISHED } : {}),
      ...(confirmed ? {} : { confirm: STANDARDS_UNCONFIRMED }),
    }),
    submit: async (hold) => {
      const { volume } = await browserApi.issues.hold({ id, ...hold })
      toast.success(`Held for ${volume.title}`)
      onDone()
      await revalidate()
    },
    onFailure: ({ statusCode }) => {
      toast.error('The article could not be held')
      // Refreshes what has been changed meanwhile.
      if (statusCode === 409) return revalidate()
    },
  })
  const { volumeId, issue, pageNum } = form.values
  const made = useMadePdf({ id, purpose: 'publication', fullTextUrl: null, volumeId, issue, pageNum })
  const uploads = useUploads([], ([file]) => form.set('pdfUrl', file?.url ?? ''))
  const isOnItsWay = uploads.items.some(({ state }) => state === 'uploading' || state === 'pending')
  const offered = planned.some((one) => one.id === held?.volume.id)
  const choices = held && !offered ? [held.volume, ...planned] : planned
  return (
    <form {...form.formProps}>
      <SelectField
        name="volumeId"
        label="Issue"
        placeholder="Choose an issue"
        value={volumeId}
        options={choices.map((one) => ({ value: one.id, label: one.title }))}
        hint="It waits, and appears with the other articles of the issue. Its DOI and dates are those of that day."
        error={form.errors.volumeId}
        onChange={(chosen) => form.set('volumeId', chosen)}
      />
      {proof && <ApprovedProof proof={proof} isUsed={usesProof} onChange={setUsesProof} />}
      {proof && usesProof && form.errors.pdfUrl && (
        <p className="notice bad" role="alert">
          {form.errors.pdfUrl}
        </p>
      )}
      {!(proof && usesProof) && !made.pdf && (
        <>
          {held && !uploads.items.length && (
            <p className="muted small space">It keeps the PDF that is held with it, unless you upload another.</p>
          )}
          <FinalPdf uploads={uploads} error={form.errors.pdfUrl} onChange={() => form.clear('pdfUrl')} />
        </>
      )}
      <div className="two">
        <Field
          {...form.text('issue')}
          label="Issue number (optional)"
          autoComplete="off"
          maxLength={ISSUE_MAX}
          hint="For example 3 or 7-8."
        />
        <PageRangeField value={pageNum} error={form.errors.pageNum} onChange={(range) => form.set('pageNum', range)} />
      </div>
      {!(proof && usesProof) && (
        <MadePdfField
          made={made}
          label="Make the PDF from the Text"
          hint={`From the ${last?.isMade ? 'text of the proof' : 'manuscript'}, with volume, pages, DOI and date; once more with the day when the issue is published. It is fit for archives (PDF/A-2a).`}
        />
      )}
      <p className="muted small space">A full text can be added once the article is public.</p>
      <CheckField
        name="confirm"
        checked={confirmed}
        error={form.errors.confirm}
        onChange={(checked) => {
          setConfirmed(checked)
          form.clear('confirm')
        }}
      >
        {STANDARDS_CONFIRMATION}
      </CheckField>
      <Refused failure={form.failure} />
      <p className="buttons">
        <button type="button" className="btn" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="btn solid" aria-disabled={form.sending}>
          {form.sending ? 'Holding...' : 'Hold for the Issue'}
        </button>
      </p>
    </form>
  )
}
