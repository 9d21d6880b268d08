import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CHANGED_MEANWHILE, PDF_UNFINISHED } from '../../../../../contract/api/approval.ts'
import type { Article } from '../../../../../contract/api/articles.ts'
import type { CategoryWithCount } from '../../../../../contract/api/categories.ts'
import type { Request } from '../../../../../contract/api/requests.ts'
import { FULL_TEXT_FAILED, FULL_TEXT_UNFINISHED } from '../../../../../contract/api/full-texts.ts'
import { hasBeenPublic } from '../../../../../contract/rules/articles/article-policy.ts'
import { CORRECTION_FIELDS } from '../../../../../contract/rules/articles/statements.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { plainTitle } from '../../../../../contract/rules/text/inline-markup.ts'
import { AreaHead } from '../../../../ui/area-head.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { type Uploads, useUploads } from '../../../../ui/files/use-uploads.ts'
import { toast } from '../../../../ui/toast.ts'
import { focusFirst } from '../../../../ui/use-form.ts'
import { useUnsaved } from '../../../../ui/use-unsaved.ts'
import { RequestBeside } from '../../requests/desk-beside.tsx'
import { mayBegin } from '../../requests/desk-state.ts'
import { typedSupplements } from '../../typed-works.ts'
import { StatusChip } from '../../status-chip.tsx'
import { FROM_LIST } from '../article-links.tsx'
import { FullTextField, type TextPreview, useTextPreview } from '../full-text-field.tsx'
import { useVolumes } from '../place-fields.tsx'
import { Refused } from '../part.tsx'
import { CorrectionFields } from './correction-fields.tsx'
import { KindOfChange } from './kind-of-change.tsx'
import { type NameOf, Summary } from './summary.tsx'
import { type CorrectionForm, useCorrection } from './use-correction.ts'

export const CORRECTION_TITLE = 'Edit article'

const PRESENT = {
  imageUrl: 'Current image',
  pdfUrl: 'Current PDF',
  fullTextUrl: 'Current full text',
} as const

const SUPPLEMENTS_UNFINISHED = 'Please wait until the supplements are uploaded'
const IMAGE_UNFINISHED = 'Please wait until the image is uploaded'

/**
 * The correction form of an article: changes are reviewed and saved with a reason. A request that asks for them stands
 * beside it.
 */
export function CorrectionPage({
  article,
  categories,
  request,
}: {
  article: Article
  categories: CategoryWithCount[]
  request: Request | null
}) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const volumes = useVolumes()

  /** Back to the request, to the list with its filters, or to the unfiltered list if this page was opened directly. */
  const leave = () =>
    void (state === FROM_LIST ? navigate(-1) : navigate(request ? paths.request(request.id) : paths.adminListings))
  const unfinished = () => ({
    ...(isOnItsWay(image) ? { imageUrl: IMAGE_UNFINISHED } : {}),
    ...(isOnItsWay(pdf) ? { pdfUrl: PDF_UNFINISHED } : {}),
    ...(isOnItsWay(supplements) ? { supplements: SUPPLEMENTS_UNFINISHED } : {}),
    ...(textUploads.items.length && fullText.text.state !== 'ready'
      ? { fullTextUrl: fullText.text.state === 'failed' ? FULL_TEXT_FAILED : FULL_TEXT_UNFINISHED }
      : {}),
  })
  const form = useCorrection(article, unfinished, request && mayBegin(request) ? request.id : undefined)
  const image = useUploads([], (files) => form.set('imageUrl', files.at(-1)?.url ?? form.base.imageUrl))
  const pdf = useUploads([], (files) => form.set('pdfUrl', files.at(-1)?.url ?? form.base.pdfUrl))
  const supplements = useUploads(form.typed.supplements, (files) =>
    form.set('supplements', typedSupplements(files, form.typed.supplements)),
  )
  const textUploads = useUploads([], () => {})
  const fullText = useTextPreview(article.id, textUploads)
  useTakenText(form, fullText.text)
  const uploads = [image, pdf, textUploads].flatMap(({ items }) => items)
  const leaving = useUnsaved(form.unsaved || (form.saved === null && uploads.length > 0))

  // Nothing is unsaved any more, so leaving does not ask for confirmation.
  const { saved } = form
  useEffect(() => {
    if (saved === null) return
    if (saved !== 'article') {
      void navigate(saved, { replace: true })
      return
    }
    toast.success('Article corrected successfully')
    leave()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it has been saved
  }, [saved])

  // Back from what differs: to what was refused, or to where one left.
  const wasReviewed = useRef(false)
  const { isReviewed } = form
  useEffect(() => {
    const isBack = wasReviewed.current && !isReviewed
    wasReviewed.current = isReviewed
    const { current: element } = form.formProps.ref
    if (!isBack || form.meanwhile || !element) return
    if (Object.keys(form.errors).length) focusFirst(element, form.errors)
    else element.querySelector<HTMLElement>('footer [type=submit]')?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the review ends
  }, [isReviewed])

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
    if (isChanged || uploads.length || isOnItsWay(supplements)) void form.review()
    else toast.error('Nothing has been changed yet', { id: 'unchanged' })
  }

  const asking = leaving.state === 'blocked' && (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Leave Without Saving"
      cancel="Keep Editing"
      danger
      onConfirm={() => leaving.proceed()}
      onClose={() => leaving.reset()}
    >
      <p>Your changes to this article would be lost.</p>
    </ConfirmDialog>
  )

  if (form.isReviewed && hasBeenPublic(form.seen)) {
    return (
      <>
        <KindOfChange
          form={form}
          nameOf={nameOf}
          newText={fullText.text.state === 'ready' ? fullText.text.preview.html : null}
        />
        {asking}
      </>
    )
  }

  return (
    <>
      <AreaHead title={CORRECTION_TITLE} note={<StatusChip article={form.seen} />} />
      <div className="with-side">
        <form {...form.formProps} className="correction" onSubmit={onSubmit}>
          <ChangedMeanwhile form={form} nameOf={nameOf} />
          <CorrectionFields
            form={form}
            categories={categories}
            image={image}
            pdf={pdf}
            supplements={supplements}
            volumes={volumes}
          >
            <CorrectedText form={form} uploads={textUploads} fullText={fullText} />
          </CorrectionFields>
          <footer className="sticky-bar aligned">
            <p className="muted fill" role="status">
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
        {request && <RequestBeside request={request} />}
      </div>
      {form.isReviewed && <LookOver form={form} nameOf={nameOf} />}
      {asking}
    </>
  )
}

const isOnItsWay = ({ items }: Uploads) => items.some(({ state }) => state === 'pending' || state === 'uploading')

/** The summary of a correction that readers do not see before it is saved. */
function LookOver({ form, nameOf }: { form: CorrectionForm; nameOf: NameOf }) {
  const { base, typed, changed, failure, save, goOn } = form
  return (
    <ConfirmDialog
      title="Save these changes?"
      confirm="Save Changes"
      cancel="Keep Editing"
      onConfirm={() => save()}
      onClose={goOn}
    >
      <div className="look-over">
        <p className="sr">{plainTitle(base.title)}</p>
        <Summary fields={changed} before={base} after={typed} nameOf={nameOf} />
        <p>
          <strong>Reason:</strong> {typed.reason}
        </p>
        <p className="muted small">The article stays hidden from readers.</p>
      </div>
      <Refused failure={failure} />
    </ConfirmDialog>
  )
}

/**
 * Resolves an edit conflict: someone else has saved the article in the meantime. Both versions are shown, and
 * no input is lost.
 */
function ChangedMeanwhile({
  form: { meanwhile, changed, takeTheirs },
  nameOf,
}: {
  form: CorrectionForm
  nameOf: NameOf
}) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus()
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [meanwhile?.now])
  if (!meanwhile) return null
  const { before, now, theirs, both } = meanwhile
  return (
    <div className="notice bad meanwhile" role="alert" ref={notice} tabIndex={-1}>
      <strong>{CHANGED_MEANWHILE}</strong>
      {theirs.length > 0 ? (
        <>
          <p>What they have changed:</p>
          <Summary fields={theirs} before={before} after={now} nameOf={nameOf} />
        </>
      ) : (
        <p>They have changed nothing that this page shows.</p>
      )}
      <p>
        {changed.length
          ? 'Everything you typed is still here. Check it and save again.'
          : 'There is nothing left to save.'}
      </p>
      {both.map((field) => (
        <p key={field}>
          You have both changed this: {CORRECTION_FIELDS[field]}. Your version is in the form.{' '}
          <button type="button" className="btn" onClick={() => takeTheirs(field)}>
            Use Theirs<span className="sr">: {CORRECTION_FIELDS[field]}</span>
          </button>
        </p>
      ))}
    </div>
  )
}

/** Takes over a text as soon as its preview can be looked at. */
function useTakenText(form: CorrectionForm, text: TextPreview): void {
  const isReady = text.state === 'ready'
  const digest = isReady ? text.preview.digest : undefined
  useEffect(() => {
    if (!isReady) return
    form.set('fullTextUrl', text.url)
    form.setFullTextDigest(digest)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each text
  }, [digest, isReady])
}

/** The full text, which can be kept, replaced or removed. */
function CorrectedText({
  form: { base, typed, errorOf, set },
  uploads,
  fullText,
}: {
  form: CorrectionForm
  uploads: Uploads
  fullText: ReturnType<typeof useTextPreview>
}) {
  const isRemoved = base.fullTextUrl !== '' && typed.fullTextUrl === ''
  return (
    <>
      <FullTextField
        {...fullText}
        label={base.fullTextUrl ? 'Replace the full text (optional)' : 'Full text (DOCX or JATS XML), optional'}
        uploads={uploads}
        error={errorOf('fullTextUrl')}
        onChange={() => set('fullTextUrl', base.fullTextUrl)}
      />
      {isRemoved ? (
        <p className="notice">
          The full text will be removed; abstract and PDF stay.{' '}
          <button type="button" className="btn text" onClick={() => set('fullTextUrl', base.fullTextUrl)}>
            Keep the Full Text
          </button>
        </p>
      ) : (
        base.fullTextUrl !== '' &&
        typed.fullTextUrl === base.fullTextUrl && (
          <button type="button" className="btn text danger" onClick={() => set('fullTextUrl', '')}>
            Remove Full Text
          </button>
        )
      )}
    </>
  )
}
