import { DECISION_NAMES } from '../../../../../contract/rules/peer-review/stages.ts'
import { monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import { Timeline } from '../../../../ui/section.tsx'
import { DownloadFile } from '../../../../ui/download.tsx'
import type { Part } from './part-tabs.tsx'
import { Section, useCase } from './section.tsx'

const CLASSES = { reviewer: 'filled', journal: 'sys', editor: undefined, author: 'from-author' } as const
/** More than these are shown on request. */
const SHOWN = 30

/** Decisions with their letters, proofs, appeals, and everything that has happened, the newest first. */
export function CaseHistory({ shown }: { shown: Part }) {
  const { view, now } = useCase()
  const newest = view.history.slice(0, SHOWN)
  const older = view.history.slice(SHOWN)
  return (
    <Section part="history" shown={shown}>
      {view.decisions.toReversed().map((decision) => (
        <details key={decision.id} className="ruled">
          <summary>
            {DECISION_NAMES[decision.kind]}, {monthDay(decision.decidedAt, now)}, {decision.decidedBy}
            {decision.isUndone && ' (undone)'}
          </summary>
          <p className="lines breakable">{decision.letter}</p>
          {decision.files.map((file) => (
            <p key={file.id} className="rfile small breakable">
              <DownloadFile file={file}>{file.name}</DownloadFile>
            </p>
          ))}
          {decision.revisionDueOn && <p className="muted">Revision due {monthDay(decision.revisionDueOn, now)}</p>}
          {decision.exceptionReason && <p className="muted">Accepted with fewer reports: {decision.exceptionReason}</p>}
        </details>
      ))}
      {view.grievances.map((one) => (
        <details key={one.id} className="ruled">
          <summary>
            {one.kind === 'appeal' ? 'Appeal' : 'Complaint'}, {monthDay(one.sentAt, now)}
            {one.answeredAt ? `, ${one.outcome}` : `, answer due ${monthDay(one.dueOn, now)}`}
          </summary>
          <p className="lines breakable">{one.text}</p>
          {one.answer && <p className="lines breakable">{one.answer}</p>}
        </details>
      ))}
      {view.proofs.map((proof) => (
        <p key={proof.id} className="rfile small breakable">
          <DownloadFile file={proof.file}>Proof of {monthDay(proof.sentAt, now)}</DownloadFile>
          <span className="muted">
            {proof.answer === 'approved'
              ? 'Approved'
              : proof.answer
                ? 'Corrections'
                : `Answer due ${monthDay(proof.dueOn, now)}`}
          </span>
          {proof.corrections && <span className="lines breakable">{proof.corrections}</span>}
        </p>
      ))}
      <Entries entries={newest} now={now} />
      {older.length > 0 && (
        <details>
          <summary>{older.length} earlier</summary>
          <Entries entries={older} now={now} />
        </details>
      )}
    </Section>
  )
}

function Entries({ entries, now }: { entries: ReturnType<typeof useCase>['view']['history']; now: Date }) {
  return (
    <Timeline
      entries={entries.map(({ at, side, text }) => ({ at, text, day: monthDay(at, now), className: CLASSES[side] }))}
    />
  )
}
