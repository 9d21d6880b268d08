import { Lock } from 'lucide-react'
import { useState } from 'react'
import { ForwardForm, GiveFilesForm } from '../../../../../contract/api/case-forms.ts'
import type { CaseAssignment, CaseReport, CaseReportFile } from '../../../../../contract/api/case-view.ts'
import { daysBetween } from '../../../../../contract/rules/peer-review/days.ts'
import { daysInWords, monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import { DECISION_NAMES } from '../../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../../client/api.ts'
import { CheckField, TextAreaField } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { NamesInText } from '../../../../ui/names-in-text.tsx'
import { useSent } from '../../../../ui/use-command.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { ReportFileForEditors } from '../../shared/report-file.tsx'
import { ComparedAnswers, type Reported } from './compared-answers.tsx'
import type { Part } from './part-tabs.tsx'
import { Section, useCase } from './section.tsx'

const hasReported = (one: CaseAssignment): one is Reported => one.report !== null

/** The reports of each round, the newest round first. */
export function Reports({ shown }: { shown: Part }) {
  const { view } = useCase()
  const rounds = view.rounds.toReversed().flatMap((round) => {
    const assignments = view.assignments.filter(({ roundId }) => roundId === round.id)
    const reported = assignments.filter(hasReported)
    const awaited = assignments.filter(({ state, report }) => state === 'agreed' && report === null)
    return reported.length || awaited.length ? [{ round, reported, awaited }] : []
  })
  return (
    <Section part="reports" shown={shown}>
      {!rounds.length && (
        <p className="muted">
          {view.assignments.length
            ? 'Reports will appear here, side by side, as they arrive.'
            : 'Nobody has been asked to review this manuscript yet.'}
        </p>
      )}
      {rounds.map(({ round, reported, awaited }, index) => (
        <div key={round.id}>
          {view.rounds.length > 1 && <h3 className="muted">Round {round.number}</h3>}
          {reported.length > 0 && <ComparedAnswers reported={reported} awaited={index === 0 ? awaited : []} />}
          <div className="side-by">
            {reported.map((one) => (
              <ReportArticle key={one.id} reported={one} />
            ))}
            {awaited.map((one) => (
              <Awaited key={one.id} assignment={one} />
            ))}
          </div>
        </div>
      ))}
    </Section>
  )
}

function ReportArticle({ reported: { report, ...assignment } }: { reported: Reported }) {
  const { now, view } = useCase()
  const [forwarding, setForwarding] = useState(false)
  const [giving, setGiving] = useState(false)
  const { label, reviewer, coReviewers } = assignment
  const toGive = filesToGive(report)
  const helpers = coReviewers.filter(({ state }) => state === 'confirmed')
  return (
    <article className="report">
      <header>
        <h3>
          Reviewer {label} <span>{reviewer.fullName || 'Erased'}</span>
        </h3>
        <p className="rec">{DECISION_NAMES[report.recommendation]}</p>
        <p className="muted small">{about(assignment, report, now)}</p>
      </header>
      {helpers.map(({ id, fullName }) => (
        <p key={id} className="muted small">
          Written together with {fullName}.
        </p>
      ))}
      <div className="letter lines">{report.toAuthors}</div>
      <NamesInText text={report.toAuthors} people={view.withheld} />
      {report.toEditor && (
        <div className="only">
          <p className="k">
            <Lock className="ic" aria-hidden="true" />
            To the editor only
          </p>
          <p className="lines breakable">{report.toEditor}</p>
        </div>
      )}
      {report.files.map((file) => (
        <ReportFileForEditors key={file.id} articleId={view.id} report={file} />
      ))}
      {report.isReleased && toGive.length > 0 && (
        <p className="buttons">
          <button type="button" className="btn" onClick={() => setGiving(true)}>
            Send {toGive.length === 1 ? 'the File' : 'Files'} to the Authors
          </button>
        </p>
      )}
      {report.lateAt && (
        <p className="buttons">
          {report.isReleased ? (
            <span className="muted">The authors have this report.</span>
          ) : (
            <button type="button" className="btn" onClick={() => setForwarding(true)}>
              Send to the Authors
            </button>
          )}
        </p>
      )}
      {giving && <GiveFilesDialog report={report} label={label} onClose={() => setGiving(false)} />}
      {forwarding && <ForwardDialog report={report} label={label} onClose={() => setForwarding(false)} />}
    </article>
  )
}

/** 'Received June 8, 2 days early. No AI used. No conflict of interest.' */
function about({ dueOn, conflictAnswer }: Omit<CaseAssignment, 'report'>, report: CaseReport, now: Date): string {
  const days = dueOn === null ? 0 : daysBetween(report.submittedAt, dueOn)
  const timing = days === 0 ? '' : days > 0 ? `, ${daysInWords(days)} early` : `, ${daysInWords(-days)} late`
  return [
    `Received ${monthDay(report.submittedAt, now)}${timing}.`,
    report.lateAt ? 'It came after the decision.' : '',
    report.version > 1 ? 'Clarified.' : '',
    report.enteredBy ? `Entered by ${report.enteredBy}.` : 'No AI used.',
    conflictAnswer === 'declared'
      ? 'A conflict of interest was declared.'
      : conflictAnswer
        ? 'No conflict of interest.'
        : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function Awaited({ assignment }: { assignment: CaseAssignment }) {
  const { now } = useCase()
  const { label, reviewer, dueOn, repliedAt, draftSavedAt } = assignment
  const isLate = dueOn !== null && daysBetween(dueOn, now) > 0
  return (
    <article className="report">
      <header>
        <h3>
          Reviewer {label} <span>{reviewer.fullName || 'Erased'}</span>
        </h3>
        <p className={isLate ? 'rec error-ink' : 'rec'}>{dueOn ? `Due ${monthDay(dueOn, now)}` : 'Awaited'}</p>
      </header>
      <p>
        {repliedAt && `Agreed on ${monthDay(repliedAt, now)}.`}
        {draftSavedAt && ` A draft was saved on ${monthDay(draftSavedAt, now)}.`}
      </p>
      <p className="muted small">A report that comes after your decision is kept and marked late.</p>
    </article>
  )
}

/** Those that the authors can get, and do not have. */
const filesToGive = ({ files }: CaseReport): CaseReportFile[] =>
  files.filter(({ state, isGiven }) => state === 'cleaned' && !isGiven)

/** Which of these files go to the authors. */
function FileChecks({
  files,
  form,
}: {
  files: CaseReportFile[]
  form: Pick<ReturnType<typeof useForm<typeof GiveFilesForm, { files: string[] }>>, 'values' | 'errors' | 'set'>
}) {
  const chosen = form.values.files
  return files.map(({ id, file }, at) => (
    <CheckField
      key={id}
      name={`files.${at}`}
      checked={chosen.includes(id)}
      error={at === 0 ? form.errors.files : undefined}
      onChange={(isChosen) => form.set('files', isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))}
    >
      With {file.name}
    </CheckField>
  ))
}

/** Gives the authors files of a report that they have without them. */
function GiveFilesDialog({ report, label, onClose }: { report: CaseReport; label: string; onClose: () => void }) {
  const { view } = useCase()
  const sent = useSent(onClose)
  const files = filesToGive(report)
  const them = files.length === 1 ? 'A file that belongs' : 'Files that belong'
  const form = useForm({
    schema: GiveFilesForm,
    initial: {
      files: files.map(({ id }) => id),
      note: `${them} to the report of reviewer ${label} ${files.length === 1 ? 'is' : 'are'} now on the page of your manuscript. The decision stays as it is.`,
    },
    submit: (data) => sent(browserApi.cases.giveFiles({ id: view.id, reportId: report.id, ...data })),
  })
  return (
    <FormDialog
      title={`Send ${files.length === 1 ? 'the file' : 'files'} of reviewer ${label}`}
      form={form}
      save="Send"
      saving="Sending..."
      onClose={onClose}
    >
      {files.length > 1 && <FileChecks files={files} form={form} />}
      <TextAreaField
        label="Message to the author"
        {...form.text('note')}
        under={<NamesInText text={form.text('note').value} people={view.withheld} />}
      />
    </FormDialog>
  )
}

/** Gives the authors a report that came after the decision. */
function ForwardDialog({ report, label, onClose }: { report: CaseReport; label: string; onClose: () => void }) {
  const { view } = useCase()
  const sent = useSent(onClose)
  const [isChanging, setChanging] = useState(false)
  const form = useForm({
    schema: ForwardForm,
    initial: {
      text: report.toAuthors,
      changeReason: '',
      files: filesToGive(report).map(({ id }) => id),
      note: 'Another report on your manuscript has arrived after the decision, which stays as it is. You can read it on the page of your manuscript.',
    },
    submit: (data) => sent(browserApi.cases.forwardLateReport({ id: view.id, reportId: report.id, ...data })),
  })
  return (
    <FormDialog
      title={`Send the report of reviewer ${label}`}
      form={form}
      save="Send"
      saving="Sending..."
      onClose={onClose}
    >
      <TextAreaField
        label="Message to the author"
        {...form.text('note')}
        under={<NamesInText text={form.text('note').value} people={view.withheld} />}
      />
      <NamesInText text={form.text('text').value} people={view.withheld} />
      <FileChecks files={filesToGive(report)} form={form} />
      <details open={isChanging} onToggle={(event) => setChanging(event.currentTarget.open)}>
        <summary>Change the reviewer’s words</summary>
        <TextAreaField label="The report as the authors will read it" {...form.text('text')} />
        <TextAreaField label="Why it was changed" {...form.text('changeReason')} />
      </details>
    </FormDialog>
  )
}
