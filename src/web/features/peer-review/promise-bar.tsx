import { promiseInWords, type PromiseState } from '../../../contract/domain/peer-review/promise.ts'

/** The promised weeks as a scale bar, with the number beside it; once a decision is made, only in words. */
export function PromiseBar({ promise }: { promise: PromiseState }) {
  const { state, day, days } = promise
  if (state === 'kept' || state === 'broken') return <span className="clock kept">{promiseInWords(promise)}</span>
  return (
    <span className={`clock ${state}`}>
      <progress className="weeks" max={days} value={Math.min(day, days)} aria-label={`Day ${day} of ${days}`} />
      <b>{promiseInWords(promise)}</b>
    </span>
  )
}
