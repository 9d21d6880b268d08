import { Clock, TriangleAlert } from 'lucide-react'
import { monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import { stageSentence } from '../../../../../contract/rules/peer-review/case-moves.ts'
import { useCase } from './case-context.ts'

/** The most important sentence of a case. */
export function NowBanner() {
  const { view, now } = useCase()
  const { next, delayToldAt, stage, closedAt, withdrawReason } = view
  if (closedAt !== null) {
    return (
      <div className="notice now">
        <p>
          <strong>{view.article.isPublished ? 'This article has been published.' : stageSentence(stage)}</strong>
          {stage === 'withdrawn' && withdrawReason && ` ${withdrawReason}`}
        </p>
      </div>
    )
  }
  const Icon = next.alert ? TriangleAlert : Clock
  return (
    <div className={next.alert ? 'notice caution now late' : 'notice caution now'}>
      <Icon className="ic" aria-hidden="true" />
      <p>
        <strong>
          {next.reason}
          {next.action === 'decide' ? ': please decide now.' : '.'}
        </strong>
        {next.system && ` ${next.system}.`}
        {delayToldAt && ` The authors were told of the delay on ${monthDay(delayToldAt, now)}.`}
      </p>
    </div>
  )
}
