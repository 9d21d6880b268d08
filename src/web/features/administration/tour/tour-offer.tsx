import { browserApi } from '../../../client/api.ts'
import { useSession } from '../../../client/session.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { leaveTour, startTour, useTour } from './tour-state.ts'

/** On Today, for those who have not seen it: where things are, in five steps. */
export function TourOffer() {
  const { step, leftBy } = useTour()
  const userId = useSession()?.user.id
  const { answer } = useAnswer(() => browserApi.tour.read({}))
  if (!answer || answer.left || step !== null || leftBy === userId) return null
  return (
    <div className="notice memo tour-offer">
      <p>New here? A tour of five steps shows where things are.</p>
      <button type="button" className="btn" onClick={startTour}>
        Take the Tour
      </button>
      <button type="button" className="btn text" onClick={leaveTour}>
        Not Now
      </button>
    </div>
  )
}
