import { useEffect, useRef, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { journal } from '../../../../../journal.config.ts'
import { UPLOADS_UNFINISHED } from '../../../../contract/api/submission.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { StepMark } from '../../../ui/step-mark.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'
import { useStoredDraft } from '../../../ui/use-stored-draft.ts'
import { draftKey, EMPTY_DRAFT, isEmptyDraft, StoredDraft, toSubmission } from './draft.ts'
import { partOf, stepOfField, STEPS } from './steps.tsx'

/** A page that cannot be scrolled that far stays at its own top: no line of its head is cut in two. */
function scrollToTop(element: HTMLElement): void {
  const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  const wanted = element.getBoundingClientRect().top + window.scrollY - padding
  if (wanted > document.documentElement.scrollHeight - window.innerHeight) window.scrollTo(0, 0)
  else element.scrollIntoView()
}

/**
 * Submit Research: forward only if the current step is complete, back at any time, and no input is lost if a
 * call fails.
 */
export function Wizard({
  userId,
  categories,
  previous = null,
}: {
  userId: string
  categories: { id: string; name: string }[]
  /** The declined manuscript that this is a new submission of. */
  previous?: string | null
}) {
  const navigate = useNavigate()
  const { contact } = journal
  const stored = useStoredDraft(draftKey(userId), StoredDraft, EMPTY_DRAFT)
  const { value: draft, change: update } = stored
  const empty = isEmptyDraft(draft)
  const files = useUploads(draft.files, (arrived) => update({ files: arrived }))
  const image = useUploads(draft.image ? [draft.image] : [], (arrived) => update({ image: arrived[0] ?? null }))
  useEffect(() => {
    if (previous) update({ previousArticleId: previous })
  }, [previous, update])
  const unfinished = files.unfinished || image.unfinished
  const [confirmed, setConfirmed] = useState(false)
  const sent = useRef(false)
  const top = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = useRef(false)

  const step = Math.min(draft.step, STEPS.length - 1)
  const { title, Fields, rules } = STEPS[step]!
  const isLast = step === STEPS.length - 1

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !sent.current &&
      (!empty || unfinished) &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== paths.login,
  )
  useEffect(() => {
    // Leaving would cancel running uploads; the typed input is stored and needs no warning.
    if (!unfinished) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unfinished])

  // Each step is a form for the schema that the server uses for its fields too.
  const { failure, forget, refuse, sending, ...form } = useForm({
    schema: rules,
    initial: EMPTY_DRAFT,
    draft: { value: draft, change: update },
    input: () => partOf(rules, { ...toSubmission(draft), confirm: confirmed }),
    also: () => (unfinished && 'files' in rules.shape ? { files: UPLOADS_UNFINISHED } : {}),
    submit: () => (isLast ? submit() : Promise.resolve(goTo(step + 1))),
    onFailure: (failed) => {
      console.error('The submission failed', failed)
      const [field] = Object.keys(failed.errors)
      if (field === undefined) return
      moved.current = true
      update({ step: stepOfField(field) })
    },
  })
  const contributors = form.errorOf('contributors')
  const errors = contributors === undefined ? form.errors : { ...form.errors, contributors }

  const goTo = (next: number) => {
    refuse({})
    forget()
    update({ step: next })
    moved.current = true
  }

  // Each step starts scrolled to its top.
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    heading.current?.focus({ preventScroll: true })
    if (top.current) scrollToTop(top.current)
  }, [step])

  const submit = async () => {
    const submission = toSubmission(draft) as Parameters<typeof browserApi.articles.submit>[0]
    const { id } = await browserApi.articles.submit(submission)
    sent.current = true
    stored.clear(draft)
    toast.success('Submission created successfully!')
    await navigate(paths.received(id))
  }

  return (
    <div ref={top} className="submission">
      <WizardProgress titles={STEPS.map((each) => each.title)} current={step} onGo={goTo} />
      <form {...form.formProps} className="wizard">
        <h2 className="step-h" ref={heading} tabIndex={-1}>
          <span className="step-n">Step {step + 1}. </span>
          {title}
        </h2>
        {failure && (
          <div className="notice bad" role="alert" tabIndex={-1}>
            <strong>
              {failure.statusCode
                ? failure.message
                : 'Your submission could not be sent: there is no connection. It is saved on this device.'}
            </strong>
            Nothing you typed has been lost. Please try again.
          </div>
        )}
        {!categories.length && (
          <div className="notice caution" role="status">
            <p>
              <strong>The journal cannot take submissions at the moment.</strong> There is no category to choose from.
              Please write to <a href={`mailto:${contact.email}`}>{contact.email}</a>. What you type is saved on this
              device.
            </p>
          </div>
        )}
        {draft.previousArticleId && (
          <div className="notice" role="status">
            <p>This will be linked to your declined manuscript.</p>
            <button type="button" className="btn text" onClick={() => update({ previousArticleId: '' })}>
              This Is a Different Manuscript
            </button>
          </div>
        )}
        {stored.isRefused && (
          <div className="notice" role="status">
            Your browser’s storage is full, so this draft is not saved. Submit before closing the page.
          </div>
        )}
        <Fields
          draft={draft}
          update={update}
          errors={errors}
          clear={form.clear}
          categories={categories}
          uploads={{ files, image }}
          confirmed={confirmed}
          setConfirmed={setConfirmed}
          goTo={goTo}
        />
        <div className="wiz-go ruled">
          {step > 0 ? (
            <button type="button" className="btn" onClick={() => goTo(step - 1)}>
              Previous
            </button>
          ) : (
            <span />
          )}
          <button type="submit" className="btn solid" aria-disabled={sending}>
            {isLast ? (sending ? 'Submitting...' : 'Submit') : 'Next'}
          </button>
        </div>
      </form>
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          title="Leave this submission?"
          confirm="Leave"
          cancel="Stay"
          onConfirm={() => blocker.proceed()}
          onClose={() => blocker.reset()}
        >
          <p>
            {unfinished
              ? 'A file is still uploading and would have to be uploaded again. What you typed is saved on this device.'
              : 'Your draft is saved on this device. You can continue it under Submit Research.'}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** The wizard's progress, drawn as a sprig that grows one leaf per step. Earlier steps are links. */
function WizardProgress({
  titles,
  current,
  onGo,
}: {
  titles: string[]
  current: number
  onGo: (step: number) => void
}) {
  return (
    <nav aria-label="Steps" className="wizard-progress">
      {/* If there is no space for the names of all steps. */}
      <p className="step-now">
        Step {current + 1} of {titles.length}: {titles[current]}
      </p>
      <ol className="steps" role="list">
        {titles.map((title, index) => {
          const done = index < current
          return (
            <li key={title} className={done ? 'done' : undefined} aria-current={index === current ? 'step' : undefined}>
              <StepMark grown={index <= current} />
              {done ? (
                <button type="button" onClick={() => onGo(index)}>
                  <span className="sr">Step {index + 1}: </span>
                  <span className="t">{title}</span>
                  <span className="sr">, done</span>
                </button>
              ) : (
                <span>
                  <span className="sr">Step {index + 1}: </span>
                  <span className="t">{title}</span>
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
