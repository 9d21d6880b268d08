import { counted } from '../../../../../contract/rules/text/counted.ts'
import { addDays, dayOf } from '../../../../../contract/rules/peer-review/days.ts'
import { REPLY_DAYS, REPORT_DAYS } from '../../../../../contract/rules/peer-review/invitation-days.ts'
import { Labelled } from '../../../../ui/labelled.tsx'

/** As in emails, days are those of UTC. */
const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

const numbers = ({ min, max }: { min: number; max: number }): number[] =>
  Array.from({ length: max - min + 1 }, (_, index) => min + index)

/** In how many days reviewers are asked to answer, and to report. */
export function Dates({
  replyDays,
  reportDays,
  onChange,
}: {
  replyDays: number
  reportDays: number
  onChange: (days: { replyDays: number } | { reportDays: number }) => void
}) {
  const today = dayOf(new Date())
  return (
    <div className="dates">
      <Labelled label="Answer within">
        {(control) => (
          <select
            {...control}
            name="replyDays"
            value={replyDays}
            onChange={(event) => onChange({ replyDays: Number(event.target.value) })}
          >
            {numbers(REPLY_DAYS).map((days) => (
              <option key={days} value={days}>
                {counted(days, 'day')}, {SHORT.format(new Date(addDays(today, days)))}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label="Report, once agreed">
        {(control) => (
          <select
            {...control}
            name="reportDays"
            value={reportDays}
            onChange={(event) => onChange({ reportDays: Number(event.target.value) })}
          >
            {numbers(REPORT_DAYS).map((days) => (
              <option key={days} value={days}>
                within {counted(days, 'day')}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </div>
  )
}
