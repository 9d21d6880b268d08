import { useSession } from '../../../client/session.ts'
import { leaveTour, startTour, useTour } from './tour-state.ts'

/** On Today, for those who have not seen it (`isTourNew`): where things are, in five steps. */
export function TourOffer({ isNew }: { isNew: boolean }) {
  const { step, leftBy } = useTour()
  const userId = useSession()?.user.id
  if (!isNew || step !== null || leftBy === userId) return null
  return (
    <div className="notice memo tour-offer">
      <p>New here? A tour of five steps shows where things are.</p>
      <button type="button" className="btn" onClick={startTour}>
        Take the Tour
      </button>
      <button type="button" className="btn text" onClick={leaveTour}>
        No, Thanks
      </button>
    </div>
  )
}
