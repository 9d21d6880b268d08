import { Check, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Notice } from '../../../../contract/api/notices.ts'
import {
  closesConcerns,
  ERROR_WORDS,
  ERRORS_OF,
  missingIn,
  type NoticeKind,
  NOTICES,
  WHAT_MAX,
} from '../../../../contract/rules/articles/notices.ts'
import { joinNames } from '../../../../contract/rules/people/author-names.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { clockTime, longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import type { ApiError } from '../../../client/api-error.ts'
import { Counted } from '../../../ui/counted.tsx'
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx'
import { Signatures } from '../../../ui/signatures.tsx'
import { toastFailure } from '../../../ui/toast.ts'
import { useShortcuts } from '../../../ui/use-shortcuts.ts'
import { NoticeReason } from './notice-reason.tsx'
import { asked, type Question, QUESTIONS } from './notice-text.tsx'
import { SIGNED, type NoticeOnDesk, type TypedNotice } from './use-notice.ts'

/** Printed after 'The authors were not asked:'. */
const OWN_ERROR = 'the error was the journal’s own.'

/** Kinds that an editor begins; comments and replies are articles of their own. */
export const DRAFTED_KINDS = ['correction', 'addendum', 'concern', 'concern-closed', 'retraction', 'removal'] as const
const SHORT: Partial<Record<NoticeKind, string>> = { concern: 'Concern', 'concern-closed': 'Concern resolved' }
export const shortName = (kind: NoticeKind): string => SHORT[kind] ?? NOTICES[kind].name

/** The kinds that a draft can become: what changes the article stays a correction or an addendum. */
export const kindsFor = ({ changes, openConcerns }: Pick<Notice, 'changes' | 'openConcerns'>): NoticeKind[] =>
  DRAFTED_KINDS.filter(
    (kind) =>
      (changes.length === 0 || NOTICES[kind].standing === 'corrected') &&
      (kind !== 'concern-closed' || openConcerns.length > 0),
  )

/** How the sentence begins that goes into banners. */
const SENTENCE: Partial<Record<NoticeKind, string>> = {
  concern: 'In one sentence: there are doubts about …',
  retraction: 'In one sentence: retracted because …',
  removal: 'In one sentence: removed because …',
  'concern-closed': 'In one sentence: what was found',
}

/** The sentence and the six questions of a draft. */
export function NoticeForm({ desk }: { desk: NoticeOnDesk }) {
  const { notice, typed, set, errors } = desk
  const { kind } = typed
  const missing = missingIn(kind, { ...typed, whoseError: typed.whoseError || null })
  const [showsMissing, setShowsMissing] = useState(false)
  const isUnfinished = missing.length > 0 || typed.what.trim().length > WHAT_MAX
  const ask = () => {
    if (isUnfinished) return setShowsMissing(true)
    void desk.act((seen) => browserApi.notices.ask(seen), 'The authors have been asked')
  }
  /** Of the journal's own error: ready, and signed by the same editor, in one press. Ten minutes remain to take it back. */
  const publish = () => {
    if (isUnfinished) return setShowsMissing(true)
    void desk.act(
      async (seen) => {
        const ready = await browserApi.notices.goUnasked({ ...seen, reason: OWN_ERROR })
        // What went well is shown also if the second call failed.
        return browserApi.notices.confirm({ id: ready.id, version: ready.version }).catch((failed: ApiError) => {
          toastFailure(failed)
          return ready
        })
      },
      ({ state }) => (state === 'confirmed' ? SIGNED : 'The notice is ready to be signed'),
    )
  }
  useShortcuts({}, ask)
  const text = <K extends keyof TypedNotice>(field: K) => ({
    name: field,
    value: typed[field],
    error: errors[field],
    onChange: (value: string) => set(field, value as TypedNotice[K]),
  })
  const what = typed.what.trim().length
  return (
    <>
      <form onSubmit={(event) => event.preventDefault()}>
        {desk.isStale && <Stale desk={desk} />}
        <KindChoice desk={desk} />
        <TextAreaField
          {...text('what')}
          label={SENTENCE[kind] ?? 'In one sentence: what happened'}
          hint="For the banner, lists and files."
          error={what > WHAT_MAX ? `Please use at most ${WHAT_MAX} characters` : errors.what}
          under={<Counted count={what} most={WHAT_MAX} of="characters" />}
        />
        {(Object.keys(QUESTIONS) as Question[]).map((question, index) =>
          question === 'foundBy' ? (
            <Numbered key={question} number={index + 1}>
              <Field
                {...text('foundBy')}
                label={asked(kind, question)}
                hint="Named only with their consent: ‘A reader, who does not wish to be named’."
                autoComplete="off"
                maxLength={500}
              />
            </Numbered>
          ) : (
            <Numbered key={question} number={index + 1}>
              <TextAreaField {...text(question)} label={asked(kind, question)} />
              {question === 'why' && (
                <SelectField
                  {...text('whoseError')}
                  label="Whose error was it?"
                  placeholder="Please choose"
                  options={ERRORS_OF.map((value) => ({ value, label: ERROR_WORDS[value] }))}
                />
              )}
            </Numbered>
          ),
        )}
        {kind === 'concern' && (
          <Field
            {...text('reviewOn')}
            type="date"
            label="By when will you report?"
            hint="Printed in the banner. From that day the concern counts as late, in public."
          />
        )}
        {closesConcerns(kind) && notice.openConcerns.length > 0 && (
          <SelectField
            {...text('closesId')}
            label="Which concern does it end?"
            placeholder="None"
            options={notice.openConcerns.map(({ id, on, what: about }) => ({
              value: id,
              label: `${longDate(on)}: ${about}`,
            }))}
          />
        )}
        <Numbered number={6}>
          <div className="field">
            <p className="lab" id="agree">
              Do the authors agree?
            </p>
            <p className="hint small muted">Filled in from their answers; it cannot be written by hand.</p>
            <Agreement notice={notice} />
          </div>
        </Numbered>
        <WithoutAsking desk={desk} missing={missing} />
      </form>
      <div className="sticky-bar aligned nbar">
        <div className="fill">
          {showsMissing && missing.length > 0 && (
            <p className="err aligned small error-ink" role="alert">
              <CircleAlert className="ic" aria-hidden="true" />
              Please fill in first: {joinNames(missing)}.
            </p>
          )}
          <SavedState desk={desk} />
        </div>
        <NoticeReason
          button="Drop"
          title="Drop this notice?"
          about="It is not published, and its links stop working. The reason stays in the activity log."
          label="Why is it dropped?"
          save="Drop the Notice"
          danger
          send={(reason) =>
            desk.act((seen) => browserApi.notices.drop({ ...seen, reason }), 'The notice has been dropped')
          }
        />
        {typed.whoseError === 'journal' && !NOTICES[kind].isGrave && (
          <button type="button" className="btn" aria-disabled={desk.busy} onClick={publish}>
            Publish Without Asking
          </button>
        )}
        <button type="button" className="btn solid" aria-disabled={desk.busy} onClick={ask}>
          {desk.busy ? 'Sending...' : 'Ask the Authors'}
        </button>
      </div>
    </>
  )
}

function Numbered({ number, children }: { number: number; children: React.ReactNode }) {
  return (
    <div className="nq">
      <span className="num" aria-hidden="true">
        {number}
      </span>
      <div>{children}</div>
    </div>
  )
}

function KindChoice({ desk: { notice, typed, set } }: { desk: NoticeOnDesk }) {
  const { askedDays, isGrave } = NOTICES[typed.kind]
  const closes = notice.openConcerns.find(({ id }) => id === typed.closesId)
  const about = [
    closes ? `Closes the concern of ${longDate(closes.on)}.` : '',
    notice.changes.length ? `Brings these changes: ${joinNames(notice.changes)}.` : '',
    `Authors have ${askedDays} days to answer${isGrave ? ', and a second editor must sign' : ''}.`,
  ]
  return (
    <fieldset className="nkind">
      <legend className="lab">Kind of notice</legend>
      <div className="kinds">
        {kindsFor(notice).map((kind) => (
          <label key={kind}>
            <input type="radio" name="kind" checked={typed.kind === kind} onChange={() => set('kind', kind)} />
            <span>{shortName(kind)}</span>
          </label>
        ))}
      </div>
      <p className="hint small muted">{about.filter(Boolean).join(' ')}</p>
    </fieldset>
  )
}

function Agreement({ notice: { answers, about } }: { notice: Notice }) {
  if (!answers.length) {
    return (
      <p className="small">{about[0]?.authors ? `${about[0].authors} will be asked.` : 'The authors will be asked.'}</p>
    )
  }
  return (
    <Signatures
      all={answers.map(({ name, hasAddress, answer, answeredOn }) => ({
        name,
        state: answer === 'agrees' ? 'yes' : answer === 'disagrees' ? 'no' : hasAddress ? 'asked' : 'none',
        words: answer
          ? `${answer}, ${longDate(answeredOn)}`
          : hasAddress
            ? 'will be asked'
            : 'has no address, will not be asked',
      }))}
    />
  )
}

/** For the journal's own error, or in urgency; the reason is printed. */
function WithoutAsking({ desk, missing }: { desk: NoticeOnDesk; missing: readonly string[] }) {
  const { typed, set, errors } = desk
  const { isGrave } = NOTICES[typed.kind]
  const isPossible = typed.whoseError === 'journal' || typed.urgentReason.trim() !== ''
  return (
    <details className="more">
      <summary>Publish without asking</summary>
      <p className="hint small muted">
        Only for the journal’s own error, or in urgency. The notice prints your reason.
      </p>
      <TextAreaField
        name="urgentReason"
        label="Why is it urgent? (optional)"
        hint={isGrave ? 'One editor alone can then sign, and the notice says so.' : 'Printed with the notice.'}
        value={typed.urgentReason}
        error={errors.urgentReason}
        onChange={(value) => set('urgentReason', value)}
      />
      {!isPossible || missing.length > 0 ? (
        <p className="small muted">
          {missing.length > 0
            ? `${counted(missing.length, 'answer')} above ${missing.length === 1 ? 'is' : 'are'} still missing.`
            : 'Say above that it was the journal’s error, or here why it is urgent.'}
        </p>
      ) : (
        <NoticeReason
          button="Make It Ready Without Asking"
          title="Publish without asking the authors?"
          about="The notice will say that its authors were not asked, and why. They are told when it appears."
          label="Why are they not asked?"
          save="Go On Without Asking"
          send={(reason) =>
            desk.act((seen) => browserApi.notices.goUnasked({ ...seen, reason }), 'The notice is ready to be signed')
          }
        />
      )}
    </details>
  )
}

/** Another editor has saved the same draft: both stay until one is chosen. */
function Stale({ desk }: { desk: NoticeOnDesk }) {
  return (
    <div className="notice bad" role="alert">
      <strong>Another editor has saved this draft meanwhile.</strong>
      <p>What you typed is still here, and saved on this device.</p>
      <p className="buttons">
        <button type="button" className="btn" onClick={() => void desk.takeTheirs()}>
          Use Theirs
        </button>
        <button type="button" className="btn" onClick={() => void desk.keepMine()}>
          Keep Mine
        </button>
      </p>
    </div>
  )
}

function SavedState({ desk: { isChanged, unsaved, stored, notice } }: { desk: NoticeOnDesk }) {
  if (unsaved && unsaved.statusCode === 0)
    return <p className="muted small">No connection: saved on this device only, and sent once there is one.</p>
  if (unsaved) return <p className="error-ink small">{unsaved.message}</p>
  if (isChanged) {
    return (
      <p className="muted small">
        {stored.isRefused ? 'Your browser’s storage is full. Saving...' : 'Saved on this device. Saving...'}
      </p>
    )
  }
  return (
    <p className="muted small aligned">
      <Check className="ic" aria-hidden="true" />
      {stored.savedAt ? `Saved, ${clockTime(stored.savedAt)}. ` : 'Saved. '}
      Nothing is published until {NOTICES[notice.kind].isGrave ? 'two editors have' : 'an editor has'} signed.
    </p>
  )
}
