import { useState } from 'react'
import type { ReportToDecideOn } from '../../../../../contract/api/decisions.ts'
import type { SoughtPerson } from '../../../../../contract/rules/people/person-search.ts'
import { DECISION_NAMES } from '../../../../../contract/rules/peer-review/stages.ts'
import { FieldError } from '../../../../ui/labelled.tsx'
import { ReportFileForEditors } from '../../shared/report-file.tsx'
import { NamesInText } from '../../../../ui/names-in-text.tsx'
import { isChanged, wordsOf, type ReportChoice } from './decision-draft.ts'

/** A report: whether it goes with the letter, its file, and its words if an editor has to change them. */
export function ReportToSend({
  articleId,
  report,
  choice,
  isNew,
  error,
  withheld,
  onChange,
}: {
  articleId: string
  report: ReportToDecideOn
  choice: ReportChoice
  isNew: boolean
  error: string | undefined
  withheld: readonly SoughtPerson[]
  onChange: (choice: ReportChoice) => void
}) {
  const { id, label, reviewer, recommendation, file } = report
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
          {marks.length > 0 && <b className="decision-mark warning-ink"> ({marks.join(', ')})</b>}
          <span className="muted small block">
            {reviewer || 'A reviewer'} recommends: {DECISION_NAMES[recommendation].toLowerCase()}
          </span>
        </span>
      </label>
      {file?.state === 'cleaned' && (
        <label className="check decision-file breakable">
          <input
            type="checkbox"
            checked={choice.send && choice.withFile}
            disabled={!choice.send}
            onChange={({ target }) => onChange({ ...choice, withFile: target.checked })}
          />
          <span>
            {file.file.name}, <span className="muted">the copy for the authors</span>
          </span>
        </label>
      )}
      {file && (
        <div className="decision-file breakable">
          <ReportFileForEditors articleId={articleId} report={file} isGiven={false} />
        </div>
      )}
      {choice.send && <NamesInText text={wordsOf(choice, report)} people={withheld} />}
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Change the words of report {label}</summary>
        <p className="hint small muted">
          Only to remove what is insulting or would reveal a name. The meaning of a report stays the reviewer’s; your
          reason is kept.
        </p>
        <div className="field">
          <label htmlFor={`words-${id}`}>Report {label} as the authors will read it</label>
          <textarea
            id={`words-${id}`}
            className="in"
            rows={8}
            value={wordsOf(choice, report)}
            onChange={({ target }) => onChange({ ...choice, text: target.value })}
          />
        </div>
        <div className={error ? 'field bad' : 'field'}>
          <label htmlFor={`reason-${id}`}>Reason for the change</label>
          <textarea
            id={`reason-${id}`}
            className="in decision-reason"
            rows={2}
            value={choice.reason}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `reason-${id}-error` : undefined}
            onChange={({ target }) => onChange({ ...choice, reason: target.value })}
          />
          <FieldError id={`reason-${id}-error`} error={error} />
        </div>
        {changed && (
          <button type="button" className="btn text" onClick={() => onChange({ ...choice, text: null, reason: '' })}>
            Restore the reviewer’s words
          </button>
        )}
      </details>
    </li>
  )
}
