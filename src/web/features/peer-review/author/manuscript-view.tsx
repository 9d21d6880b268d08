import { useEffect, useRef, useState } from 'react'
import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { paths, policyPath } from '../../../../contract/rules/site/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { ChangeForm } from './change-form.tsx'
import { Grievances } from './grievances.tsx'
import { EarlierLetters, LetterPart, ReportsPart } from './letters.tsx'
import { ManuscriptFacts } from './manuscript-facts.tsx'
import { Messages } from './messages.tsx'
import { Part } from './part.tsx'
import { ProofPart } from './proof.tsx'
import { RevisionForm } from './revision-form.tsx'
import { StatusHead } from './status-head.tsx'
import { Withdraw } from './withdraw.tsx'

/** An author's own manuscript: where it is, what they may do now, and what has happened. */
export function ManuscriptView({ manuscript: loaded, userId }: { manuscript: Manuscript; userId: string }) {
  const [manuscript, setManuscript] = useState(loaded)
  const [isChanging, setChanging] = useState(false)
  useEffect(() => setManuscript(loaded), [loaded])
  const status = useRef<HTMLElement>(null)
  /** What was sent may have taken its form away: the reader is led to what follows from it. */
  const onChanged = (next: Manuscript) => {
    setManuscript(next)
    if (next.status.sentence === manuscript.status.sentence && next.status.note === manuscript.status.note) return
    requestAnimationFrame(() => {
      status.current?.scrollIntoView({ block: 'center' })
      status.current?.focus({ preventScroll: true })
    })
  }
  const { id, letters, proof, may, stage } = manuscript
  const [letter, ...earlier] = letters
  const parts = { manuscript, userId, onChanged }
  const isProofNow = stage === 'proof' || stage === 'accepted'
  return (
    <div className="manuscript">
      <StatusHead manuscript={manuscript} status={status} />
      <div className="ms-columns">
        <div>
          {proof && isProofNow && <ProofPart key={proof.id} proof={proof} {...parts} />}
          {letter && <LetterPart letter={letter} />}
          {may.revise ? (
            <RevisionForm key={letters.length} {...parts} />
          ) : (
            letter && <ReportsPart reports={letter.reports} />
          )}
          {stage === 'declined' && <Grievances {...parts} />}
          {may.submitAgain && (
            <Part title="Submit again">
              <p>
                If you have answered the reasons in the letter, you may send the work as a new manuscript. The editor
                will see that it follows this one.
              </p>
              <div className="ms-buttons">
                <Link className="btn" to={`${paths.submit}?previous=${id}`}>
                  Submit again
                </Link>
              </div>
            </Part>
          )}
          {isChanging ? (
            <ChangeForm manuscript={manuscript} onChanged={onChanged} onClose={() => setChanging(false)} />
          ) : (
            may.change && (
              <Part title="While you wait">
                <p>Found a mistake? You can change your manuscript and its files until the first check is done.</p>
                <div className="ms-buttons">
                  <button type="button" className="btn" onClick={() => setChanging(true)}>
                    Change manuscript
                  </button>
                </div>
              </Part>
            )
          )}
          <Messages {...parts} />
          <Part title="History">
            <ol className="ms-history" role="list">
              {manuscript.history.map(({ on, text }, index) => (
                <li key={index}>
                  <time dateTime={on}>{longDate(on)}</time>
                  <p>{text}</p>
                </li>
              ))}
            </ol>
            <p className="muted small">
              The page <Link to={policyPath('peer-review')}>Peer Review Process</Link> explains each stage.
            </p>
          </Part>
          <EarlierLetters letters={earlier} />
          {stage !== 'declined' && <Grievances {...parts} />}
          {may.withdraw && <Withdraw {...parts} />}
        </div>
        <ManuscriptFacts manuscript={manuscript} />
      </div>
    </div>
  )
}
