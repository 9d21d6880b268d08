import { useState, type FormEvent } from 'react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../../client/api.ts'
import { Labelled } from '../../../../ui/labelled.tsx'
import { toast } from '../../../../ui/toast.ts'
import type { Act } from './use-review.ts'

/** Moves the date of the report once; later by a message to the editor. */
export function LaterDate({ review: { later }, sending, act }: { review: OpenReview; sending: boolean; act: Act }) {
  const [dueOn, setDueOn] = useState('')
  const [error, setError] = useState<string>()
  if (!later) return null

  const move = async (event: FormEvent) => {
    event.preventDefault()
    if (!dueOn) {
      setError('Please choose a date')
      return
    }
    const failed = await act(() => browserApi.reviews.askForTime({ dueOn }))
    if (failed) setError(failed.errors.dueOn)
    else toast.success(`Your report is now due on ${longDate(dueOn)}.`)
  }
  return (
    <details className="more">
      <summary>I need more time</summary>
      <form noValidate onSubmit={(event) => void move(event)}>
        <Labelled
          label="New date"
          hint={`Until ${longDate(later.latest)}. You can change the date once; after that, please write to the editor.`}
          error={error}
        >
          {(control) => (
            <input
              {...control}
              type="date"
              name="dueOn"
              min={later.earliest}
              max={later.latest}
              value={dueOn}
              onChange={(event) => {
                setDueOn(event.target.value)
                setError(undefined)
              }}
            />
          )}
        </Labelled>
        <button className="btn" aria-disabled={sending}>
          Change the date
        </button>
      </form>
    </details>
  )
}
