import { useRef, useState } from 'react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { Failure, SkeletonLines, TryAgain } from '../../../../ui/states.tsx'
import { AtWork } from './at-work.tsx'
import { AwaitsEditor } from './awaits-editor.tsx'
import { CoReview } from './co-review.tsx'
import { Declined } from './declined.tsx'
import { Ended } from './ended.tsx'
import { FreshLink } from './fresh-link.tsx'
import { Invitation } from './invitation.tsx'
import { LinkFrame } from './link-frame.tsx'
import { Thanks } from './thanks.tsx'
import { useReview, type Act } from './use-review.ts'

/** The page of a review link, in each of its states. */
export function ReviewPage({ secret }: { secret: string }) {
  const { review, failure, sending, act, load } = useReview(secret)
  if (failure?.statusCode === 401) {
    return (
      <LinkFrame review={null}>
        <FreshLink secret={secret} message={failure.message} />
      </LinkFrame>
    )
  }
  return (
    <LinkFrame review={review}>
      {failure ? (
        <Failure title="The invitation could not be opened" message={failure.message}>
          <TryAgain onClick={() => void load()} />
        </Failure>
      ) : review ? (
        <InItsState review={review} sending={sending} act={act} onSent={() => void load()} />
      ) : (
        <Loading />
      )}
    </LinkFrame>
  )
}

export function Loading() {
  return (
    <div role="status">
      <span className="sr">Loading...</span>
      <SkeletonLines widths={[30, 90, 70, 50, 90, 90, 80]} />
    </div>
  )
}

/** Changes of state move the focus to the new heading; the first one shown does not. */
function InItsState({
  review,
  sending,
  act,
  onSent,
}: {
  review: OpenReview
  sending: boolean
  act: Act
  onSent: () => void
}) {
  const [reconsiders, setReconsiders] = useState(false)
  const { state, consent, report } = review
  const first = useRef(keyOf(review, reconsiders))
  const key = keyOf(review, reconsiders)
  const left = useRef(false)
  if (key !== first.current) left.current = true
  const shown = { review, sending, act, moved: left.current }

  if (review.as === 'co-reviewer') return <CoReview key={key} {...shown} onSent={onSent} />
  if (state === 'agreed') return <AtWork key={key} {...shown} onSent={onSent} />
  if (state === 'submitted' && report) return <Thanks key={key} {...shown} report={report} />
  if (review.conflictWaits) return <AwaitsEditor key={key} {...shown} />
  if (state === 'declined' && !reconsiders) {
    return <Declined key={key} {...shown} onReconsider={() => setReconsiders(true)} />
  }
  if (consent) return <Invitation key={key} {...shown} consent={consent} />
  return <Ended key={key} {...shown} onSent={onSent} />
}

const keyOf = ({ state, coReview, conflictWaits }: OpenReview, reconsiders: boolean): string =>
  `${state} ${coReview ?? ''} ${conflictWaits} ${state === 'declined' && reconsiders}`
