import { ArrowLeft, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import type { PreparedDecision, SentDecision } from '../../../../../contract/api/decisions.ts'
import { stageSentence } from '../../../../../contract/rules/peer-review/case-moves.ts'
import { dayOf, daysBetween } from '../../../../../contract/rules/peer-review/days.ts'
import { goesOutInWords, WHAT_FOLLOWS } from '../../../../../contract/rules/peer-review/decision-choices.ts'
import { DECISION_NAMES, LETTER_KINDS, type LetterKind } from '../../../../../contract/rules/peer-review/stages.ts'
import { HOMES, paths } from '../../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../../contract/rules/text/plain-text.ts'
import { clockTime, longDate } from '../../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../../client/api.ts'
import { useActor, useSession } from '../../../../client/session.ts'
import { Link } from '../../../../ui/link.tsx'
import { PageHead } from '../../../../ui/page-head.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { useCommand } from '../../../../ui/use-command.ts'
import { useShortcuts } from '../../../../ui/use-shortcuts.ts'
import { SampleNote } from '../../shared/sample-note.tsx'
import { DecisionForm } from './decision-form.tsx'
import { useDecision } from './use-decision.ts'

/** The page on which an editor decides, and sees for ten minutes what has been decided. */
export function DecidePage({
  prepared,
  next,
}: {
  prepared: PreparedDecision
  /** The case that is next on the list of today, if any. */
  next: string | null
}) {
  const { revalidate } = useRevalidator()
  const casePath = paths.case(prepared.articleId)
  const actor = useActor()
  const today = actor ? HOMES[actor.role].home : paths.dashboard
  const [made, setMade] = useState<SentDecision | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { last } = prepared
  const sent = made ?? (last && last.undoSeconds > 0 ? last : null)
  return (
    <div className="decision">
      <CaseHead prepared={prepared} isDecided={sent !== null || !prepared.choices.length} casePath={casePath} />
      {refusal && (sent || prepared.choices.length === 0) && (
        <p className="notice" role="alert">
          {refusal} Your own letter was not sent; it is saved on this device.
        </p>
      )}
      {sent ? (
        <Sent
          articleId={prepared.articleId}
          sent={sent}
          number={prepared.number}
          casePath={casePath}
          {...{ today, next }}
          onUndone={async () => {
            await revalidate()
            setMade(null)
            setRefusal(null)
          }}
        />
      ) : prepared.choices.length ? (
        <Deciding
          key={last?.id ?? 'first'}
          prepared={prepared}
          onSent={(decision) => {
            setMade(decision)
            setRefusal(null)
            window.scrollTo(0, 0)
          }}
          onRefused={async (message) => {
            setRefusal(message)
            await revalidate()
          }}
        />
      ) : (
        <div>
          <p>
            {stageSentence(prepared.stage)}{' '}
            {last &&
              `${last.decidedBy} decided on ${longDate(last.decidedAt)}: ${DECISION_NAMES[last.kind].toLowerCase()}.`}
          </p>
          <p>There is nothing to decide at present.</p>
          <Link className="btn" to={casePath}>
            Back to the Case
          </Link>
        </div>
      )}
    </div>
  )
}

const isKind = (word: string | null): word is LetterKind => (LETTER_KINDS as readonly (string | null)[]).includes(word)

function Deciding({
  prepared,
  onSent,
  onRefused,
}: {
  prepared: PreparedDecision
  onSent: (sent: SentDecision) => void
  onRefused: (message: string) => Promise<void>
}) {
  const session = useSession()
  const asked = useSearchParams()[0].get('kind')
  const decision = useDecision({
    prepared,
    userId: session?.user.id ?? '',
    asked: isKind(asked) && prepared.choices.some(({ kind }) => kind === asked) ? asked : null,
    onSent,
    onRefused,
  })
  return <DecisionForm decision={decision} />
}

function Sent({
  articleId,
  onUndone,
  ...band
}: {
  articleId: string
  sent: SentDecision
  number: string
  casePath: string
  today: string
  next: string | null
  onUndone: () => Promise<void>
}) {
  const { run, busy: undoing, failure } = useCommand()
  const undo = () =>
    run(async () => {
      await browserApi.decisions.undo({ id: articleId, decisionId: band.sent.id })
      await onUndone()
    })
  const problem =
    failure && (failure.statusCode === 0 ? 'The server is not responding. Please try again.' : failure.message)
  useShortcuts({ u: () => void undo() })
  return <SentBand {...band} undoing={undoing} problem={problem} onUndo={() => void undo()} />
}

/** Which manuscript it is, and how much of the promised time is left. */
function CaseHead({
  prepared,
  isDecided,
  casePath,
}: {
  prepared: PreparedDecision
  isDecided: boolean
  casePath: string
}) {
  const { number, authors, title, titleText } = prepared
  return (
    <>
      <PageHead title={`Decision: ${titleText}`} />
      <Link className="btn text pull" to={casePath}>
        <ArrowLeft className="ic" aria-hidden="true" />
        Case {number}
      </Link>
      <header className="decision-head">
        <div>
          <p className="muted small">
            {number} · {authors}
          </p>
          <h1>Decision</h1>
          <p className="of">
            <TitleText title={title} />
          </p>
          <SampleNote number={number} />
        </div>
        {prepared.isFirstDecision && !isDecided && <Clock {...prepared} />}
      </header>
    </>
  )
}

function Clock({ receivedOn, promisedOn }: Pick<PreparedDecision, 'receivedOn' | 'promisedOn'>) {
  const today = dayOf(new Date())
  const [all, gone] = [daysBetween(receivedOn, promisedOn), daysBetween(receivedOn, today)]
  const left = daysBetween(today, promisedOn)
  const state = left < 0 ? 'over' : left <= 7 ? 'soon' : ''
  return (
    <div className="decision-clock">
      <p className={`clock small tabular keep ${state}`}>
        <progress
          className="weeks muted"
          max={all}
          value={Math.min(all, Math.max(0, gone))}
          aria-label={`Day ${gone} of ${all}`}
        />
        <b>{left < 0 ? `${counted(-left, 'day')} over` : `${counted(left, 'day')} left`}</b>
      </p>
      <p className="muted small">Promised by {longDate(promisedOn)}</p>
    </div>
  )
}

/** The ten minutes after a decision: who receives what and when, and Undo. */
function SentBand({
  sent,
  number,
  today,
  next,
  casePath,
  undoing,
  problem,
  onUndo,
}: {
  sent: SentDecision
  number: string
  /** The address of the page that lists what is next. */
  today: string
  next: string | null
  casePath: string
  undoing: boolean
  problem: string | null
  onUndo: () => void
}) {
  const left = useSecondsLeft(sent)
  const band = useRef<HTMLHeadingElement>(null)
  useEffect(() => band.current?.focus(), [sent.id])
  return (
    <section className="decision-sent aligned" aria-labelledby="sent">
      <div>
        <h2 className="panel-title" id="sent" ref={band} tabIndex={-1}>
          {DECISION_NAMES[sent.kind]} for case {number}
        </h2>
        <p>
          Decided by {sent.decidedBy}.{' '}
          {left > 0
            ? goesOutInWords(sent.recipients, clockTime(sent.letterAt))
            : 'The letter has been sent. This decision can no longer be undone.'}
        </p>
        <p>
          {sent.revisionDueOn && `The revision is due by ${longDate(sent.revisionDueOn)}. `}
          {sent.kind !== 'reopen' && WHAT_FOLLOWS[sent.kind]}
        </p>
        {problem && (
          <p className="err aligned small error-ink" role="alert">
            {problem}
          </p>
        )}
      </div>
      {left > 0 && (
        <>
          <p className="tabular">
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
      <p className="decision-next pull wrapping">
        <Link className="btn text" to={casePath}>
          Back to the Case
        </Link>
        <Link className="btn text" to={next === null ? today : paths.case(next)}>
          {next === null ? 'Today' : 'Next Case'}
        </Link>
      </p>
    </section>
  )
}

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
