import { useEffect, useRef, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PDF_UNFINISHED } from '../../../../../contract/api/approval.ts'
import type { Article } from '../../../../../contract/api/articles.ts'
import type { CategoryWithCount } from '../../../../../contract/api/categories.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { AreaHead } from '../../../../ui/area-head.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { StatusChip } from '../../status-chip.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useUnsaved } from '../../../../ui/use-unsaved.ts'
import { useUploads } from '../../../../ui/files/use-uploads.ts'
import { FULL_TEXT_FAILED, FULL_TEXT_UNFINISHED } from '../../../../../contract/api/full-text-drafts.ts'
import { useTextPreview } from '../use-text-preview.ts'
import { FROM_LIST } from '../edit-link.tsx'
import { useVolumes } from '../volume-field.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { CorrectedText, useTakenText } from './corrected-text.tsx'
import { CorrectionFields } from './correction-fields.tsx'
import { LookOver } from './look-over.tsx'
import type { NameOf } from './summary.tsx'
import { useCorrection } from './use-correction.ts'

export const CORRECTION_TITLE = 'Edit article'

const PRESENT = {
  imageUrl: 'The present image',
  pdfUrl: 'The present PDF',
  fullTextUrl: 'The present full text',
} as const

const IMAGE_UNFINISHED = 'Please wait until the image is uploaded'

/** The correction form of an article: changes are reviewed and saved with a reason. */
export function CorrectionPage({ article, categories }: { article: Article; categories: CategoryWithCount[] }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const element = useRef<HTMLFormElement>(null)
  const volumes = useVolumes()

  /** Back to the list with its filters, or to the unfiltered list if this page was opened directly. */
  const leave = () => void (state === FROM_LIST ? navigate(-1) : navigate(paths.adminListings))
  const form = useCorrection(article)
  const image = useUploads([], (files) => form.set('imageUrl', files.at(-1)?.url ?? form.base.imageUrl))
  const pdf = useUploads([], (files) => form.set('pdfUrl', files.at(-1)?.url ?? form.base.pdfUrl))
  const textUploads = useUploads([], () => {})
  const fullText = useTextPreview(article.id, textUploads)
  useTakenText(form, fullText.text)
  const uploads = [image, pdf, textUploads].flatMap(({ items }) => items)
  const leaving = useUnsaved(form.unsaved || (!form.saved && uploads.length > 0))

  // Nothing is unsaved any more, so leaving does not ask for confirmation.
  const { saved } = form
  useEffect(() => {
    if (!saved) return
    toast.success('Article corrected successfully')
    leave()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it has been saved
  }, [saved])

  const isChanged = form.changed.length > 0
  useEffect(() => {
    if (isChanged) toast.dismiss('unchanged')
  }, [isChanged])

  const nameOf: NameOf = (field, value) => {
    if (field === 'categoryId') return categories.find(({ id }) => id === value)?.name ?? form.seen.category.name
    if (field === 'volumeId') {
      return volumes.options.find((volume) => volume.value === value)?.label ?? form.seen.volume?.title ?? value
    }
    const uploaded = uploads.find((item) => item.state === 'success' && item.url === value)
    return uploaded?.name ?? PRESENT[field]
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const isReady = form.lookOver()
    for (const [uploads, field, words] of [
      [image, 'imageUrl', IMAGE_UNFINISHED],
      [pdf, 'pdfUrl', PDF_UNFINISHED],
    ] as const) {
      if (!uploads.items.some(({ state }) => state === 'pending' || state === 'uploading')) continue
      form.goOn()
      form.fail(field, words)
    }
    if (textUploads.items.length && fullText.text.state !== 'ready') {
      form.goOn()
      form.fail('fullTextUrl', fullText.text.state === 'failed' ? FULL_TEXT_FAILED : FULL_TEXT_UNFINISHED)
    }
    if (!isReady && !form.changed.length && !uploads.length) {
      toast.error('Nothing has been changed yet', { id: 'unchanged' })
    }
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  return (
    <>
      <AreaHead title={CORRECTION_TITLE} note={<StatusChip article={form.seen} />} />
      <form ref={element} className="correction" noValidate method="post" onSubmit={onSubmit}>
        <ChangedMeanwhile form={form} nameOf={nameOf} />
        <CorrectionFields form={form} categories={categories} image={image} pdf={pdf} volumes={volumes}>
          <CorrectedText form={form} uploads={textUploads} fullText={fullText} />
        </CorrectionFields>
        <footer>
          <p className="muted" role="status">
            {form.changed.length === 0
              ? 'No changes yet'
              : `${form.changed.length} ${form.changed.length === 1 ? 'field' : 'fields'} changed`}
          </p>
          <button type="button" className="btn" onClick={leave}>
            Cancel
          </button>
          <button type="submit" className="btn solid">
            Review Changes
          </button>
        </footer>
      </form>
      {form.isLookedOver && <LookOver form={form} nameOf={nameOf} />}
      {leaving.state === 'blocked' && (
        <ConfirmDialog
          title="Leave without saving?"
          confirm="Leave without saving"
          cancel="Keep editing"
          danger
          onConfirm={() => leaving.proceed()}
          onClose={() => leaving.reset()}
        >
          <p>Your changes to this article would be lost.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
