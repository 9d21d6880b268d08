import { Lock } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { ReportToDecideOn } from '../../../../../contract/api/decisions.ts'
import type { SoughtPerson } from '../../../../../contract/rules/people/person-search.ts'
import { DECISION_NAMES } from '../../../../../contract/rules/peer-review/stages.ts'
import { Labelled } from '../../../../ui/labelled.tsx'
import { ReportFileForEditors } from '../../shared/report-file.tsx'
import { NamesInText } from '../../../../ui/names-in-text.tsx'
import { filesToSend, isChanged, withFileSent, wordsOf, type ReportChoice } from './decision-draft.ts'

/** A report: whether it goes with the letter, its file, and its words if an editor has to change them. */
export function ReportToSend({
  articleId,
  report,
  choice,
  isNew,
  field,
  errors,
  withheld,
  onChange,
}: {
  articleId: string
  report: ReportToDecideOn
  choice: ReportChoice
  isNew: boolean
  /** Its name in what is sent, if it is. */
  field: string | null
  errors: Record<string, string>
  withheld: readonly SoughtPerson[]
  onChange: (choice: ReportChoice) => void
}) {
  const { label, reviewer, recommendation } = report
  const changed = isChanged(choice, report)
  const [open, setOpen] = useState(changed)
  const marks = [
    isNew && 'new',
    report.isOfEarlierRound && 'came after the last decision',
    report.isBeingClarified && 'is being clarified',
    changed && 'words changed',
  ].filter(Boolean)
  return (
    <li className="decision-report">
      <label className="check">
        <input
          type="checkbox"
          checked={choice.send}
          onChange={({ target }) => onChange({ ...choice, send: target.checked })}
        />
        <span>
          Report {label}
          {marks.length > 0 && <b className="warning-ink"> ({marks.join(', ')})</b>}
          <span className="muted small block">
            {reviewer || 'A reviewer'} recommends: {DECISION_NAMES[recommendation].toLowerCase()}
          </span>
        </span>
      </label>
      {(report.toEditor || report.conflicts.length > 0) && (
        <div className="only">
          {report.toEditor && (
            <>
              <p className="k">
                <Lock className="ic" aria-hidden="true" />
                To the editor only
              </p>
              <p className="lines breakable">{report.toEditor}</p>
            </>
          )}
          {report.conflicts.map(({ text, waivedReason }, index) => (
            <Fragment key={index}>
              <p className="k">Conflict of interest{waivedReason !== null && ', waived'}</p>
              <p className="lines breakable">{[text, waivedReason].filter(Boolean).join('\n')}</p>
            </Fragment>
          ))}
        </div>
      )}
      {report.files.map((file) => (
        <div key={file.id} className="breakable">
          {file.state === 'cleaned' && (
            <label className="check">
              <input
                type="checkbox"
                checked={filesToSend(choice, report).includes(file.id)}
                disabled={!choice.send}
                onChange={({ target }) => onChange(withFileSent(choice, report, file.id, target.checked))}
              />
              <span>
                {file.file.name}, <span className="muted">the copy for the authors</span>
              </span>
            </label>
          )}
          <ReportFileForEditors articleId={articleId} report={file} />
        </div>
      ))}
      {choice.send && <NamesInText text={wordsOf(choice, report)} people={withheld} />}
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Edit report {label}</summary>
        <p className="hint small muted">
          Edit only to remove insults or what would reveal a name, and leave the meaning as it is. Your reason is saved.
        </p>
        <Labelled label={`Report ${label} as the authors will read it`} error={errors[`${field}.text`]}>
          {(control) => (
            <textarea
              {...control}
              className="in letter"
              name={field ? `${field}.text` : undefined}
              rows={8}
              value={wordsOf(choice, report)}
              onChange={({ target }) => onChange({ ...choice, text: target.value })}
            />
          )}
        </Labelled>
        <Labelled label="Reason for the change" error={errors[`${field}.changeReason`]}>
          {(control) => (
            <textarea
              {...control}
              className="in"
              name={field ? `${field}.changeReason` : undefined}
              rows={2}
              value={choice.reason}
              onChange={({ target }) => onChange({ ...choice, reason: target.value })}
            />
          )}
        </Labelled>
        {changed && (
          <button type="button" className="btn text" onClick={() => onChange({ ...choice, text: null, reason: '' })}>
            Restore the Original
          </button>
        )}
      </details>
    </li>
  )
}
