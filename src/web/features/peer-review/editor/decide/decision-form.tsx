import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { DecisionChoice } from '../../../../../contract/api/decisions.ts'
import { addDays, dayOf, daysBetween } from '../../../../../contract/rules/peer-review/days.ts'
import { SEND_WORDS } from '../../../../../contract/rules/peer-review/decision-choices.ts'
import {
  type DecisionLetter,
  LETTER_MAX,
  LETTER_SUBJECTS,
} from '../../../../../contract/rules/peer-review/decision-letter.ts'
import { DECISION_NAMES, type LetterKind } from '../../../../../contract/rules/peer-review/stages.ts'
import { joinNames } from '../../../../../contract/rules/people/author-names.ts'
import { counted } from '../../../../../contract/rules/text/plain-text.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { Field } from '../../../../ui/field.tsx'
import { FieldError, Labelled } from '../../../../ui/labelled.tsx'
import { NamesInText } from '../../../../ui/names-in-text.tsx'
import { withItalics } from '../../../../../contract/rules/text/latin-names.ts'
import { TitleText } from '../../../../ui/title-text.tsx'
import { useShortcuts } from '../../../../ui/use-shortcuts.ts'
import { dueOn, letterOf, needsException, previewOf, releaseField, reportChoice, withDueOn } from './decision-draft.ts'
import { LetterFiles } from './letter-files.tsx'
import { ReportToSend } from './report-to-send.tsx'
import type { useDecision } from './use-decision.ts'

/** The decision, its letter and the reports that go with it; beside it what the authors will see. */
export function DecisionForm({
  decision: { prepared, letterFiles, draft, change, errors, problem, sending, isSaved, send, formProps },
}: {
  decision: ReturnType<typeof useDecision>
}) {
  const { choices, reports, waitingFor } = prepared
  const { kind } = draft
  const sendNow = () => void send()
  useShortcuts(
    Object.fromEntries(choices.map((choice, index) => [String(index + 1), () => change({ kind: choice.kind })])),
    sendNow,
  )
  const due = kind && dueOn(prepared, draft, kind)
  const letter = kind && letterOf(prepared, draft, kind)
  const today = dayOf(new Date())
  return (
    <div className="decision-page ruled">
      <form {...formProps} className="decision-form" aria-label="Decision">
        <Choices choices={choices} chosen={kind} error={errors.kind} onChoose={(chosen) => change({ kind: chosen })} />
        {waitingFor.length > 0 && (
          <p className="notice">
            {joinNames(waitingFor)} {waitingFor.length === 1 ? 'has' : 'have'} not reported, and will read that the
            review is no longer needed.
          </p>
        )}
        {needsException(prepared, kind) && (
          <Labelled
            label="Reason for the exception"
            hint={`${prepared.concerns.join(' ')} The reason is printed with the article.`}
            error={errors.exceptionReason}
          >
            {(control) => (
              <>
                <textarea
                  {...control}
                  className="in"
                  name="exceptionReason"
                  rows={3}
                  value={draft.exceptionReason}
                  onChange={({ target }) => change({ exceptionReason: target.value })}
                />
                <NamesInText text={draft.exceptionReason} people={prepared.withheld} />
              </>
            )}
          </Labelled>
        )}
        {kind && due !== null && (
          <div className="decision-due">
            <Field
              name="revisionDueOn"
              label="Revision due"
              hint={
                <>
                  {due ? `In ${counted(daysBetween(today, due), 'day')}.` : 'Please choose a date.'}
                  {due && letter && !letter.includes(longDate(due)) && ' The letter does not mention this date.'}
                </>
              }
              error={errors.revisionDueOn}
              type="date"
              required
              min={addDays(today, 1)}
              max={addDays(today, 365)}
              value={due ?? ''}
              onChange={(day) => change(withDueOn(prepared, draft, kind, day))}
            />
          </div>
        )}
        {reports.length > 0 && (
          <fieldset className="decision-reports">
            <legend>Send with the letter</legend>
            <ul className="rows" role="list">
              {reports.map((report) => (
                <ReportToSend
                  key={report.id}
                  articleId={prepared.articleId}
                  report={report}
                  choice={reportChoice(draft, report)}
                  isNew={!draft.seen.includes(report.id)}
                  field={releaseField(prepared, draft, report)}
                  errors={errors}
                  withheld={prepared.withheld}
                  onChange={(choice) => change({ reports: { ...draft.reports, [report.id]: choice } })}
                />
              ))}
            </ul>
          </fieldset>
        )}
        {kind && letter !== null && (
          <Labelled
            label="Letter to the authors"
            hint="Draft for this decision. Edit freely; the reports are added unchanged."
            error={errors.letter}
          >
            {(control) => (
              <>
                <textarea
                  {...control}
                  className="in letter"
                  rows={16}
                  name="letter"
                  maxLength={LETTER_MAX}
                  value={letter}
                  onChange={({ target }) => change({ letters: { ...draft.letters, [kind]: target.value } })}
                />
                <NamesInText text={letter} people={prepared.withheld} />
              </>
            )}
          </Labelled>
        )}
        {kind && (
          <LetterFiles
            {...{ articleId: prepared.articleId, letterFiles, errors, looked: draft.looked }}
            onLooked={(looked) => change({ looked })}
          />
        )}
        {problem && (
          <div className="notice bad" role="alert">
            <strong>Not sent</strong>
            <p>
              {problem} {isSaved ? 'Everything you have written is kept.' : ''}
            </p>
          </div>
        )}
        {!isSaved && (
          <p className="notice" role="status">
            Your browser’s storage is full, so what you write is not saved. Please do not close this page before you
            send it.
          </p>
        )}
        <div className="sticky-bar aligned">
          <p className="muted small fill">You can undo for ten minutes.</p>
          <button
            type="button"
            className="btn solid"
            aria-disabled={sending}
            aria-keyshortcuts="Control+Enter"
            onClick={sendNow}
          >
            {sending ? 'Sending...' : kind ? SEND_WORDS[kind] : 'Send'}
          </button>
          <span className="keyhint" aria-hidden="true">
            <kbd>Ctrl</kbd> <kbd>Enter</kbd>
          </span>
        </div>
      </form>
      <LetterPreview
        subject={kind ? `${prepared.number} ${prepared.titleText}: ${LETTER_SUBJECTS[kind]}` : ''}
        letter={kind && previewOf(prepared, draft, kind)}
        names={prepared.latinNames}
      />
    </div>
  )
}

/** The decisions that are possible: what each means, and what speaks for or against it. */
function Choices({
  choices,
  chosen,
  error,
  onChoose,
}: {
  choices: DecisionChoice[]
  chosen: LetterKind | null
  error: string | undefined
  onChoose: (kind: LetterKind) => void
}) {
  return (
    <fieldset className="opts" id="choices" aria-describedby={error ? 'choices-error' : undefined}>
      <legend className="sr">Decision</legend>
      {choices.map(({ kind, about }, index) => (
        <label key={kind} className="opt">
          <input
            type="radio"
            name="kind"
            value={kind}
            checked={kind === chosen}
            aria-describedby={`about-${kind}`}
            aria-keyshortcuts={String(index + 1)}
            onChange={() => onChoose(kind)}
          />
          <span>
            <b>{DECISION_NAMES[kind]}</b>
            <span className="d" id={`about-${kind}`}>
              {about}
            </span>
          </span>
          <kbd aria-hidden="true">{index + 1}</kbd>
        </label>
      ))}
      <FieldError id="choices-error" error={error} />
    </fieldset>
  )
}

const isWide = () => window.matchMedia('(min-width: 60.01rem)').matches

/** The very letter that the authors will get. On small screens it opens on request. */
function LetterPreview({
  subject,
  letter,
  names,
}: {
  subject: string
  letter: DecisionLetter | null
  /** Shown in italics. */
  names: readonly string[]
}) {
  const [open, setOpen] = useState(isWide)
  return (
    <details
      className="decision-seen"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      aria-label="What the authors will see"
    >
      <summary>
        <Eye className="ic" aria-hidden="true" />
        <h2 className="panel-title">What the authors will see</h2>
      </summary>
      {letter ? (
        <article className="letter mounted" aria-label="The letter">
          <p className="subject">
            <span className="muted">Subject</span> {subject}
          </p>
          <Paragraphs all={letter.paragraphs} names={names} />
          {letter.notes.map((note) => (
            <p key={note} className="muted small">
              {note}
            </p>
          ))}
          {letter.reports.length > 0 && <hr />}
          {letter.reports.map(({ heading, paragraphs, notes }, index) => (
            <section key={index}>
              <h3>{heading}</h3>
              <Paragraphs all={paragraphs} names={names} />
              {notes.map((note) => (
                <p key={note} className="muted small">
                  {note}
                </p>
              ))}
            </section>
          ))}
        </article>
      ) : (
        <p className="muted">Choose a decision to see its letter.</p>
      )}
      <p className="hint small muted">
        Not added: reviewers’ names, dates, recommendations and confidential comments. The letter and the reports are
        sent exactly as written.
      </p>
    </details>
  )
}

const Paragraphs = ({ all, names }: { all: string[][]; names: readonly string[] }) =>
  all.map((lines, index) => (
    <p key={index} className="lines">
      <TitleText title={withItalics(lines.join('\n'), names)} />
    </p>
  ))
