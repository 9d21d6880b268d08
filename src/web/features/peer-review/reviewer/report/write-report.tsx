import { useId, useRef, useState } from 'react'
import { Eye } from 'lucide-react'
import { journal } from '../../../../../contract/journal.ts'
import { NewReport, type ReportFile, type ReportInWriting } from '../../../../../contract/api/review-reports.ts'
import { bothDrafts, type DraftContent } from '../../../../../contract/rules/peer-review/report-draft.ts'
import { ANSWER_NAMES, ANSWERS, type ReviewAnswer } from '../../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../../client/api.ts'
import { useJournalChanges } from '../../../../client/journal-of-now.ts'
import { CheckField, Field } from '../../../../ui/field.tsx'
import { FieldError } from '../../../../ui/labelled.tsx'
import { useForm } from '../../../../ui/use-form.ts'
import { downloadDraft } from './download-draft.ts'
import { ReportFiles } from './report-files.tsx'
import { RecommendationField, ReportTexts } from './report-fields.tsx'
import { SavedLine } from '../../../../ui/drafts/saved-line.tsx'
import { TwoTexts } from './saved-texts.tsx'
import { type Opened, type ReportFormProps, useDraftState, useReportFiles } from './use-report.ts'

const STILL_UPLOADING = 'Please wait until your file is uploaded'
const STILL_CHECKING = 'Your file is being checked for names. This takes a few seconds; then you can send.'
/** Should the check take longer, the report can be sent without waiting: the file is checked later. */
const CHECK_PATIENCE_MS = 30_000

/** The form of a report that can be sent. */
export function WriteReport({ review, also, opened, onSent }: ReportFormProps & { opened: Opened }) {
  const { writing, keeper } = opened
  // A question that was added meanwhile is asked here, too.
  useJournalChanges()
  const draft = useDraftState(keeper)
  const { content } = draft
  const { files, setFiles, isChecking } = useReportFiles(writing.files)
  const [isUploading, setUploading] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const checkedSince = useRef<number | null>(null)
  checkedSince.current = isChecking ? (checkedSince.current ?? Date.now()) : null

  const form = useForm({
    schema: NewReport,
    initial: content,
    draft: { value: content, change: (change) => keeper.edit(change) },
    input: ({ recommendation, ...texts }) => ({
      ...texts,
      recommendation: recommendation ?? undefined,
      revision: keeper.revision,
    }),
    also: () => {
      const isStillChecked = checkedSince.current !== null && Date.now() - checkedSince.current < CHECK_PATIENCE_MS
      return isUploading ? { files: STILL_UPLOADING } : isStillChecked ? { files: STILL_CHECKING } : {}
    },
    submit: async (report) => {
      const sent = await browserApi.reviewReports.send(report)
      await keeper.finish()
      onSent(sent)
    },
    onFailure: ({ newerDraft }) => {
      if (!newerDraft) return
      keeper.compareWith(newerDraft)
      if (keeper.state().other) setComparing(true)
    },
  })
  const { errors, failure, change: edit, sending: isSending } = form

  return (
    <section className="report-form" aria-label="Your report">
      <WritingNotices writing={writing} />
      {/* The server checks everything again; the browser's own messages would come first. */}
      <form
        {...form.formProps}
        onSubmit={(event) => {
          event.preventDefault()
          if (draft.other) setComparing(true)
          else void form.send()
        }}
      >
        <h2>{questionsTitle()}</h2>
        {journal().review.questions.map(({ id, ask }, index) => (
          <QuestionField
            key={id}
            id={id}
            number={index + 1}
            ask={ask}
            answer={content.answers[id]}
            error={errors[`answers.${id}`]}
            onAnswer={(answer) => {
              keeper.edit({ answers: { ...content.answers, [id]: answer } })
              form.clear(`answers.${id}`)
            }}
          />
        ))}
        <ReportTexts content={content} errors={errors} withheld={writing.withheld} edit={edit} />
        {writing.maySend && (
          <ReportFiles files={files} error={errors.files} setFiles={setFiles} onUnderWay={setUploading} />
        )}
        <RecommendationField
          chosen={content.recommendation}
          error={errors.recommendation}
          onChoose={(recommendation) => edit({ recommendation })}
        />
        {also}
        <Confirmations content={content} errors={errors} edit={edit} />
        <AuthorsPreview label={writing.label} draft={content} files={files} />
        <p className="buttons">
          <button type="button" className="btn text" onClick={() => downloadDraft(review.title, [content])}>
            Download Draft
          </button>
        </p>
        <div className="sticky-bar aligned">
          {failure && (
            <p className="err aligned small error-ink" role="alert">
              {failure.statusCode === 0
                ? 'Your report has not been sent: there is no connection. It is saved on this device; please try again.'
                : failure.message}
            </p>
          )}
          {draft.other ? (
            <p className="saved aligned small warning-ink tabular" role="status">
              There is another version of this report.{' '}
              <button type="button" className="btn text" onClick={() => setComparing(true)}>
                Compare Versions
              </button>
            </p>
          ) : (
            <SavedLine draft={draft} />
          )}
          {writing.maySend && (
            <button className="btn solid" aria-disabled={isSending}>
              {isSending ? 'Sending...' : 'Send Report'}
            </button>
          )}
        </div>
      </form>
      {isComparing && draft.other && (
        <TwoTexts
          mine={content}
          other={draft.other}
          onChoose={(choice) => {
            void keeper.choose(choice === 'both' ? { both: bothDrafts(draft.other!.content, content) } : choice)
            setComparing(false)
            form.forget()
          }}
          onDownload={() => downloadDraft(review.title, [content, draft.other!.content])}
          onClose={() => setComparing(false)}
        />
      )}
    </section>
  )
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
function questionsTitle(): string {
  const count = journal().review.questions.length
  return `${NUMBERS[count] ?? count} ${count === 1 ? 'question' : 'questions'}`
}

/** What someone should know before they go on writing. */
function WritingNotices({ writing: { state, clarify, maySend } }: { writing: ReportInWriting }) {
  return (
    <>
      {state === 'late' && (
        <p className="notice">
          The editor has already decided. Your report is still welcome: it will be marked as late, and the editor may
          pass it on to the authors. The decision stays as it is.
        </p>
      )}
      {clarify !== null && (
        <div className="notice">
          <strong>The editor asks you to clarify your report</strong>
          <p className="lines">{clarify}</p>
        </div>
      )}
      {!maySend && <p className="notice">You write this report together. Your colleague, who was invited, sends it.</p>}
    </>
  )
}

/** One of the journal's questions with its four answers in one row. */
function QuestionField({
  id,
  number,
  ask,
  answer,
  error,
  onAnswer,
}: {
  id: string
  number: number
  ask: string
  answer: ReviewAnswer | undefined
  error: string | undefined
  onAnswer: (answer: ReviewAnswer) => void
}) {
  const errorId = `${useId()}-error`
  return (
    <fieldset className={error ? 'q bad' : 'q'} aria-describedby={error ? errorId : undefined}>
      <legend>
        <span className="qn muted tabular">{number}</span>
        {ask}
      </legend>
      <FieldError id={errorId} error={error} />
      <div className="seg4">
        {ANSWERS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={`answers.${id}`}
              value={each}
              checked={answer === each}
              aria-describedby={error ? errorId : undefined}
              onChange={() => onAnswer(each)}
            />
            <span>{ANSWER_NAMES[each]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** How the report came about: without AI tools, and with whose help. */
function Confirmations({
  content: { noAi, workedWith },
  errors,
  edit,
}: {
  content: DraftContent
  errors: Record<string, string>
  edit: (change: Partial<DraftContent>) => void
}) {
  const [isHelped, setHelped] = useState(workedWith !== '')
  return (
    <>
      <CheckField name="noAi" checked={noAi} error={errors.noAi} onChange={(checked) => edit({ noAi: checked })}>
        I wrote this report without AI tools and did not enter the manuscript into one.
      </CheckField>
      <CheckField
        name="helped"
        checked={isHelped || workedWith !== ''}
        onChange={(checked) => {
          setHelped(checked)
          if (!checked) edit({ workedWith: '' })
        }}
      >
        Someone helped me write it.
      </CheckField>
      {(isHelped || workedWith !== '') && (
        <Field
          name="workedWith"
          label="Who helped you?"
          hint="Their names are for the editor only."
          value={workedWith}
          maxLength={300}
          error={errors.workedWith}
          onChange={(value) => edit({ workedWith: value })}
        />
      )}
    </>
  )
}

/** What the authors will get, if the editor changes nothing: the label, the text, the answers and the files. */
function AuthorsPreview({ label, draft, files }: { label: string; draft: DraftContent; files: ReportFile[] }) {
  return (
    <details>
      <summary>
        <Eye className="ic" aria-hidden="true" />
        Preview what the authors will see
      </summary>
      <div className="letter mounted">
        <h3>Reviewer {label}</h3>
        <p className="lines">{draft.toAuthors.trim() || 'Nothing yet.'}</p>
        <dl className="answers">
          {journal().review.questions.map(({ id, short }) => {
            const answer = draft.answers[id]
            return (
              <div key={id}>
                <dt>{short}</dt>
                <dd>{answer ? ANSWER_NAMES[answer] : 'Not answered yet'}</dd>
              </div>
            )
          })}
        </dl>
        {files.map(
          ({ id, state, nameForAuthors }) =>
            (state === 'cleaned' || state === 'look') && (
              <p key={id}>
                File: {nameForAuthors}
                {state === 'look' && ', once the editor has looked at it'}
              </p>
            ),
        )}
      </div>
      <p className="hint small muted">
        Your name, your recommendation and your lines to the editor are not part of it.
      </p>
    </details>
  )
}
