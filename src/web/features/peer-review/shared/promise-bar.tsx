import { promiseInWords, type PromiseState } from '../../../../contract/rules/peer-review/promise.ts'

/** The promised time as a scale bar of weeks, with the days beside it; in words once the promise has been met. */
export function PromiseBar({ promise }: { promise: PromiseState | null }) {
  if (promise === null) {
    return (
      <span className="none">
        <span aria-hidden="true">–</span>
        <span className="sr">No decision due</span>
      </span>
    )
  }
  const { state, day, days } = promise
  const words = promiseInWords(promise)
  if (state === 'kept' || state === 'broken') return <span className="clock small tabular kept">{words}</span>
  return (
    <span className={`clock keep small tabular ${state}`}>
      <progress className="weeks muted" max={days} value={Math.min(day, days)} aria-label={`Day ${day} of ${days}`} />
      <b>{words}</b>
    </span>
  )
}
