import { useLocation } from 'react-router'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { loadReviewers, reviewersCsv } from '../../features/peer-review/editor/reviewers/load-reviewers.ts'
import {
  AddReviewers,
  ReviewerFilters,
  REVIEWERS_TITLE,
  ReviewersTable,
} from '../../features/peer-review/editor/reviewers/reviewers.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { CsvButton } from '../../ui/list-csv.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/reviewers'

export const clientLoader = inArea(({ search }) => loadReviewers(search))
export const HydrateFallback = PresentSkeleton

/** The people who review for the journal. */
export default function Reviewers({ loaderData: { data: reviewers, failure } }: Route.ComponentProps) {
  const search = new URLSearchParams(useLocation().search)
  return (
    <>
      <AreaHead title={REVIEWERS_TITLE} note={reviewers && counted(reviewers.meta.totalItems, 'reviewer')}>
        {reviewers && reviewers.meta.totalItems > 0 && <CsvButton table={reviewersCsv(search)} />}
        <AddReviewers />
      </AreaHead>
      <ReviewerFilters />
      {failure ? <LoadFailure message="Failed to fetch reviewers" /> : <ReviewersTable reviewers={reviewers} />}
    </>
  )
}
