import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SentDecision } from '../../../../../contract/api/decisions.ts'
import { recipientsInWords, WHAT_FOLLOWS } from '../../../../../contract/rules/peer-review/decision-choices.ts'
import { DECISION_NAMES } from '../../../../../contract/rules/peer-review/stages.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { Link } from '../../../../ui/link.tsx'

/** The ten minutes after a decision: who receives what and when, and Undo. */
export function SentBand({
  sent,
  number,
  today,
  casePath,
  undoing,
  problem,
  onUndo,
}: {
  sent: SentDecision
  number: string
  /** The address of the page that lists what is next. */
  today: string
  casePath: string
  undoing: boolean
  problem: string | null
  onUndo: () => void
}) {
  const left = useSecondsLeft(sent)
  const band = useRef<HTMLHeadingElement>(null)
  useEffect(() => band.current?.focus(), [sent.id])
  const at = new Date(sent.letterAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return (
    <section className="decision-sent" aria-labelledby="sent">
      <div>
        <h2 id="sent" ref={band} tabIndex={-1}>
          {DECISION_NAMES[sent.kind]} for case {number}
        </h2>
        <p>
          Decided by {sent.decidedBy}.{' '}
          {left > 0
            ? `At ${at}: ${lowerFirst(recipientsInWords(sent.recipients))}`
            : 'The letter has been sent. This decision can no longer be undone.'}
        </p>
        <p>
          {sent.revisionDueOn && `The revision is due by ${longDate(sent.revisionDueOn)}. `}
          {sent.kind !== 'reopen' && WHAT_FOLLOWS[sent.kind]}
        </p>
        {problem && (
          <p className="err" role="alert">
            {problem}
          </p>
        )}
      </div>
      {left > 0 && (
        <>
          <p className="decision-left">
            <span aria-hidden="true">
              <b>
                {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
              </b>{' '}
              left
            </span>
            <span className="sr" role="status">
              {leftInWords(left)}
            </span>
          </p>
          <button type="button" className="btn" aria-disabled={undoing} aria-keyshortcuts="u" onClick={onUndo}>
            <Undo2 className="ic" aria-hidden="true" />
            Undo
          </button>
        </>
      )}
      <p className="decision-next">
        <Link className="btn text" to={casePath}>
          Back to the case
        </Link>
        <Link className="btn text" to={today}>
          Next case
        </Link>
      </p>
    </section>
  )
}

const lowerFirst = (sentence: string) => sentence[0]!.toLowerCase() + sentence.slice(1)

/** Changes once a minute, so that a screen reader is not interrupted every second. */
const leftInWords = (seconds: number): string =>
  seconds <= 60 ? 'Less than a minute left to undo.' : `${Math.ceil(seconds / 60)} minutes left to undo.`

/** Counted from the answer of the server: this device's clock may be wrong. */
function useSecondsLeft({ id, undoSeconds }: SentDecision): number {
  const [left, setLeft] = useState(undoSeconds)
  useEffect(() => {
    const end = performance.now() + undoSeconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [id, undoSeconds])
  return left
}
