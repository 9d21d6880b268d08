import { useState } from 'react'
import { useLocation, useRevalidator, useSearchParams } from 'react-router'
import type { PreparedDecision, SentDecision } from '../../../../../contract/api/decisions.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { stageSentence } from '../../../../../contract/rules/peer-review/case-moves.ts'
import { DECISION_NAMES, LETTER_KINDS, type LetterKind } from '../../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../../client/api.ts'
import { failureOf } from '../../../../client/api-error.ts'
import { useSession } from '../../../../client/session.ts'
import { Link } from '../../../../ui/link.tsx'
import { CaseHead } from './case-head.tsx'
import { DecisionForm } from './decision-form.tsx'
import { SentBand } from './sent-band.tsx'
import { useDecisionKeys } from './use-decision-keys.ts'
import { useDecision } from './use-decision.ts'

/** The page on which an editor decides, and sees for ten minutes what has been decided. */
export function DecidePage({ prepared }: { prepared: PreparedDecision }) {
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const isGuest = !pathname.startsWith(paths.admin)
  const casePath = isGuest ? paths.guestCase(prepared.articleId) : paths.case(prepared.articleId)
  const today = isGuest ? paths.dashboard : paths.admin
  const [made, setMade] = useState<SentDecision | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { last } = prepared
  const sent = made ?? (last && last.undoSeconds > 0 ? last : null)
  return (
    <div className="decision">
      <CaseHead prepared={prepared} isDecided={sent !== null || !prepared.choices.length} casePath={casePath} />
      {refusal && (sent || prepared.choices.length === 0) && (
        <p className="notice" role="alert">
          {refusal} Your own letter was not sent; it is kept on this device.
        </p>
      )}
      {sent ? (
        <Sent
          articleId={prepared.articleId}
          sent={sent}
          number={prepared.number}
          casePath={casePath}
          today={today}
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
        <div className="decision-none">
          <p>
            {stageSentence(prepared.stage)}{' '}
            {last &&
              `${last.decidedBy} decided on ${longDate(last.decidedAt)}: ${DECISION_NAMES[last.kind].toLowerCase()}.`}
          </p>
          <p>There is nothing to decide at present.</p>
          <Link className="btn" to={casePath}>
            Back to the case
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
  return <DecisionForm prepared={prepared} decision={decision} />
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
  onUndone: () => Promise<void>
}) {
  const [undoing, setUndoing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const undo = async () => {
    if (undoing) return
    setUndoing(true)
    setProblem(null)
    try {
      await browserApi.decisions.undo({ id: articleId, decisionId: band.sent.id })
      await onUndone()
    } catch (error) {
      const { statusCode, message } = failureOf(error)
      setProblem(statusCode === 0 ? 'The journal did not answer. Please try again.' : message)
    } finally {
      setUndoing(false)
    }
  }
  useDecisionKeys({ u: () => void undo() })
  return <SentBand {...band} undoing={undoing} problem={problem} onUndo={() => void undo()} />
}
