import type { MyReview } from '../../../../../contract/api/reviews.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../../client/api.ts'
import { TitleText } from '../../../../ui/title-text.tsx'
import { toastFailure } from '../../../../ui/toast.ts'
import { useAnswer } from '../../../../ui/use-answer.ts'

/** What is next in a review; nothing for those that have ended. */
const next = ({ state, replyDueOn, dueOn }: MyReview): string =>
  ({
    standby: '',
    invited: `Please answer by ${longDate(replyDueOn)}`,
    agreed: `Your report is due on ${longDate(dueOn)}`,
    submitted: 'Your report has arrived',
    declined: 'Declined',
    lapsed: 'Not answered',
    cancelled: 'No longer needed',
  })[state]

/** The reviews for which an account's confirmed address was invited. Nothing is shown while there are none. */
export function MyReviews() {
  const { answer: reviews } = useAnswer(() => browserApi.reviews.mine({}))
  if (!reviews?.length) return null
  const open = async (assignmentId: string) => {
    try {
      window.location.assign((await browserApi.reviews.linkOfMine({ assignmentId })).url)
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <section className="part" aria-labelledby="my-reviews">
      <h2 id="my-reviews">Reviews</h2>
      <ul className="rows" role="list">
        {reviews.map((review) => (
          <li key={review.assignmentId} className="spread">
            <div>
              <p className="ttl">
                <TitleText title={review.title} />
              </p>
              <p className="muted small">
                {review.number}
                {review.round > 1 && `, round ${review.round}`} · {next(review)}
              </p>
            </div>
            <button type="button" className="btn" onClick={() => void open(review.assignmentId)}>
              Open<span className="sr"> the review of manuscript {review.number}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
