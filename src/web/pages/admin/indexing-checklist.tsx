import { pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import { ArticleChecks } from '../../features/administration/indexing-checklist/article-checks.tsx'
import { JournalChecks, ReadinessViews } from '../../features/administration/indexing-checklist/check-list.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/indexing-checklist'

const load = async ({ api, search }: LoadArgs) => {
  const show = search.get('show') === 'attention' ? ('attention' as const) : undefined
  const [checks, articles] = await Promise.all([
    api.readiness.journal(),
    api.readiness.articles({ page: pageFromSearch(search), show }),
  ])
  return { checks, articles }
}

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** Which rules of the indexes hold for the journal and its articles, and where the others are mended. */
export default function Readiness({ loaderData: { data, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead title="Indexing Checklist" note={data && summaryOf(data.checks)} />
      <ReadinessViews current="readiness" />
      {failure ? (
        <LoadFailure message="Failed to fetch the indexing checklist" />
      ) : (
        <>
          <JournalChecks checks={data.checks} />
          <ArticleChecks articles={data.articles} />
        </>
      )}
    </>
  )
}

function summaryOf(checks: readonly { verdict: string }[]): string {
  const holding = checks.filter(({ verdict }) => verdict === 'holds').length
  return `${holding} of ${checks.length} requirements met.`
}
