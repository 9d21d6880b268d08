import type { CaseView } from '../../../contract/api/case-view.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { actorOf, currentSession } from '../../client/session.ts'
import { failureOf } from '../../client/api-error.ts'
import { PublishDialog } from '../../features/articles/editorial-desk/approve-dialog.tsx'
import { ReviewsOfCase } from '../../features/articles/editorial-desk/reviews-to-publish.tsx'
import { CasePage, StartReview } from '../../features/peer-review/editor/case/case-page.tsx'
import { hasCaseList } from '../../features/peer-review/editor/case/home.ts'
import { type Neighbours, readNeighbours } from '../../features/peer-review/editor/case/neighbours.ts'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { Link } from '../../ui/link.tsx'
import { Empty, LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/case'

interface Opened {
  /** Null if the article has no case. */
  view: CaseView | null
  title: string
  now: Date
  isGuest: boolean
  neighbours: Neighbours
}

const load = async ({ api, params: { id = '' } }: LoadArgs): Promise<Opened> => {
  const actor = actorOf(currentSession())
  const isGuest = !actor || !isAdministrator(actor)
  const [view, neighbours] = await Promise.all([
    api.cases.get({ id }).catch((error: unknown) => {
      if (failureOf(error).statusCode === 404) return null
      throw error
    }),
    readNeighbours(api, id, !hasCaseList(actor)),
  ])
  const title = view?.article.title ?? (await api.articles.details({ id })).title
  return { view, title, now: new Date(), isGuest, neighbours }
}

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** A case of peer review, for its editors. */
export default function Case({ loaderData: { data: opened, failure }, params: { id } }: Route.ComponentProps) {
  if (failure?.statusCode === 403) {
    return (
      <>
        <AreaHead title="Case" />
        <Empty title="Another editor handles this manuscript">
          <p>You are one of its authors, have declared a conflict of interest, or have not been asked to edit it.</p>
          <Link className="btn" to={paths.dashboard}>
            My Articles
          </Link>
        </Empty>
      </>
    )
  }
  if (failure) {
    return (
      <>
        <AreaHead title="Case" />
        <LoadFailure
          message={[404, 410].includes(failure.statusCode) ? 'Manuscript not found' : 'Failed to load the case'}
        />
      </>
    )
  }
  const { view, title } = opened
  // The state of one manuscript's page is not another's.
  if (view) {
    return (
      <CasePage
        key={view.id}
        {...opened}
        view={view}
        reviews={<ReviewsOfCase id={view.id} isGuest={opened.isGuest} />}
        publishing={(onClose) => <PublishDialog id={view.id} onClose={onClose} />}
      />
    )
  }
  return <StartReview id={id} title={title} />
}
