import { ReviewsPage } from '../../features/articles/reviews/reviews-page.tsx'
import { VersionFailure } from '../../features/articles/versions/former-version.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import type { Route } from './+types/reviews'

const load = ({ api, params: { id = '' } }: LoadArgs) => api.publishedReviews.list({ id })

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The published reviews of an article. */
export default function Reviews({ loaderData: { data, failure } }: Route.ComponentProps) {
  return failure ? <VersionFailure failure={failure} /> : <ReviewsPage reviews={data} />
}
