import { useCallback, useEffect, useRef, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { journal } from '../../../../contract/journal.ts'
import { UPLOADS_UNFINISHED } from '../../../../contract/api/submission.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { StepMark } from '../../../ui/step-mark.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'
import { SavedLine } from '../../../ui/drafts/saved-line.tsx'
import { type StoredDraft, useStoredDraft } from '../../../ui/use-stored-draft.ts'
import { NO_WAIVER, sentWaiver, StoredWaiver, type TypedWaiver, waiverKey } from '../../../site/waiver-fields.tsx'
import { SkeletonLines } from '../../../ui/states.tsx'
import { type Draft, EMPTY_DRAFT, isEmptyDraft, toSubmission } from './draft.ts'
import { typedSupplements } from '../typed-works.ts'
import { meantCategory, offeredCategories, type OfferedCategory } from './offered-categories.ts'
import { partOf, stepOfField, STEPS } from './steps.tsx'
import { OtherDrafts, TwoDrafts } from './two-drafts.tsx'
import { type OpenedDraft, savedDraft, useDraftState, useOpenedDraft } from './use-draft.ts'

/** A page that cannot be scrolled that far stays at its own top: no line of its head is cut in two. */
function scrollToTop(element: HTMLElement): void {
  const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  const wanted = element.getBoundingClientRect().top + window.scrollY - padding
  if (wanted > document.documentElement.scrollHeight - window.innerHeight) window.scrollTo(0, 0)
  else element.scrollIntoView()
}

interface WizardProps {
  userId: string
  categories: OfferedCategory[]
  /** The declined manuscript that this is a new submission of. */
  previous?: string | null
}

/** Submit Research, once it is known what was begun. */
export function Wizard(props: WizardProps) {
  const opened = useOpenedDraft(props.userId)
  return opened ? (
    <OpenedWizard {...props} opened={opened} />
  ) : (
    <div className="submission" aria-busy="true">
      <SkeletonLines widths={[40, 90, 100, 100, 60]} />
    </div>
  )
}

function OpenedWizard({ opened, ...props }: WizardProps & { opened: OpenedDraft }) {
  const { keeper, others, setOthers } = opened
  const { generation, content } = useDraftState(keeper)
  // What was begun before submissions were closed may still be sent for some days; nothing new is begun.
  const [isShown] = useState(() => journal().submissions.open || !isEmptyDraft(content))
  const waiver = useStoredDraft(waiverKey(props.userId, 'new'), StoredWaiver, NO_WAIVER)
  const forgetWaiver = waiver.clear
  // What was sent or discarded elsewhere leaves nothing to the next manuscript.
  useEffect(() => {
    if (isEmptyDraft(keeper.state().content)) forgetWaiver()
  }, [generation, keeper, forgetWaiver])
  const resume = async (id: string) => {
    await keeper.save()
    const own = await browserApi.submissionDrafts.resume({ id, revision: keeper.revision })
    // It was about the other manuscript.
    forgetWaiver()
    keeper.replace(own.draft && savedDraft(own.draft), own.revision)
    setOthers(own.others)
  }
  return (
    <>
      <OtherDrafts others={others} onResume={resume} onChange={(own) => setOthers(own.others)} />
      {/* Another text has uploads of its own. */}
      {isShown && <WizardForm key={generation} {...props} keeper={keeper} waiver={waiver} />}
    </>
  )
}

/**
 * The form: forward only if the current step is complete, back at any time, and no input is lost if a
 * call fails.
 */
function WizardForm({
  keeper,
  categories: all,
  previous = null,
  waiver,
}: WizardProps & { keeper: OpenedDraft['keeper']; waiver: StoredDraft<TypedWaiver> }) {
  const navigate = useNavigate()
  const { contact } = journal()
  const kept = useDraftState(keeper)
  const draft = kept.content
  const update = useCallback(
    (change: Partial<Draft> | ((before: Draft) => Partial<Draft>)) =>
      keeper.edit(typeof change === 'function' ? change(keeper.state().content) : change),
    [keeper],
  )
  const meant = meantCategory(all, draft.categoryId)
  useEffect(() => {
    if (meant !== draft.categoryId) update({ categoryId: meant })
  }, [meant, draft.categoryId, update])
  const categories = offeredCategories(all, meant)
  const [isComparing, setComparing] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const empty = isEmptyDraft(draft)
  const files = useUploads(draft.files, (arrived) => update({ files: arrived }))
  const supplements = useUploads(draft.supplements, (arrived) =>
    update((before) => ({ supplements: typedSupplements(arrived, before.supplements) })),
  )
  const image = useUploads(draft.image ? [draft.image] : [], (arrived) => update({ image: arrived[0] ?? null }))
  useEffect(() => {
    if (previous) update({ previousArticleId: previous })
  }, [previous, update])
  const unfinished = files.unfinished || supplements.unfinished || image.unfinished
  useEffect(() => {
    keeper.isHeld = unfinished
    return () => void (keeper.isHeld = false)
  }, [keeper, unfinished])
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
    input: () => partOf(rules, { ...toSubmission(draft), confirm: confirmed, waiver: sentWaiver(waiver.value) }),
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
    const submission = { ...toSubmission(draft), waiver: sentWaiver(waiver.value) } as Parameters<
      typeof browserApi.articles.submit
    >[0]
    // The journal ends the draft that has these files: it should be this one.
    await keeper.save()
    const { id } = await browserApi.articles.submit(submission)
    sent.current = true
    waiver.clear()
    await keeper.finish()
    await browserApi.submissionDrafts.discard({ revision: keeper.revision }).catch(() => {})
    toast.success('Submission created successfully!')
    await navigate(paths.received(id))
  }

  const discard = async () => {
    await keeper.save()
    const own = await browserApi.submissionDrafts.discard({ revision: keeper.revision })
    waiver.clear()
    setDiscarding(false)
    toast.success('Draft discarded')
    keeper.replace(null, own.revision)
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
        {kept.other && (
          <div className="notice caution" role="status">
            <p>
              <strong>There is another version of this draft.</strong> Until you choose, this one is saved on this
              device only.
            </p>
            <button type="button" className="btn" onClick={() => setComparing(true)}>
              Compare Versions
            </button>
          </div>
        )}
        <Fields
          draft={draft}
          update={update}
          errors={errors}
          clear={form.clear}
          categories={categories}
          uploads={{ files, supplements, image }}
          waiver={waiver.value}
          setWaiver={(changes) => {
            waiver.change(changes)
            form.clear('waiver')
          }}
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
        <div className="wiz-kept">
          {kept.other ? <span /> : <SavedLine draft={kept} />}
          {!empty && (
            <button type="button" className="btn text" onClick={() => setDiscarding(true)}>
              Discard Draft
            </button>
          )}
        </div>
      </form>
      {isComparing && kept.other && (
        <TwoDrafts
          mine={draft}
          other={kept.other}
          onChoose={async (choice) => {
            await keeper.choose(choice)
            setComparing(false)
          }}
          onClose={() => setComparing(false)}
        />
      )}
      {isDiscarding && (
        <ConfirmDialog
          title="Discard this draft?"
          confirm="Discard"
          danger
          onConfirm={discard}
          onClose={() => setDiscarding(false)}
        >
          <p>What you typed and the files that you uploaded for it will be deleted on all your devices.</p>
        </ConfirmDialog>
      )}
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
              : kept.journal === 'saved' && !kept.other
                ? 'Your draft is saved. You can continue it under Submit Research, on any device.'
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
