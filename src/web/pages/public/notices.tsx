import { journal } from '../../../contract/journal.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { noticesPath } from '../../../contract/rules/site/notice-filters.ts'
import { noticesData } from '../../features/articles/notices/notices-data.ts'
import { NoticesPage } from '../../features/articles/notices/notices-page.tsx'
import { inBrowser, type LoadArgs, onServer } from '../../load.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Failure, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import type { Route } from './+types/notices'

const load = ({ api, search }: LoadArgs) => noticesData(api, search)

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** Every notice about a published article. */
export default function Notices({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (failure) {
    return (
      <TitledPage title="Notices">
        <Failure message="The notices cannot be shown just now. Please try again later.">
          <TryAgain />
        </Failure>
      </TitledPage>
    )
  }
  return (
    <>
      <PageHead
        title="Notices"
        description={`Corrections, concerns, retractions and removals of the ${journal().name}, with their reasons.`}
        path={noticesPath(data.shown)}
      />
      <link rel="alternate" type="application/atom+xml" title="Notices" href={paths.noticesFeed} />
      <NoticesPage data={data} />
    </>
  )
}
