import { useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Today } from '../../../contract/api/case-list.ts'
import type { Request } from '../../../contract/api/requests.ts'
import { NameNotice } from '../../features/accounts/profile/name-notice.tsx'
import { SecondFactorNotice } from '../../features/accounts/security/second-factor-notice.tsx'
import { StateNotice } from '../../features/administration/health/state-notice.tsx'
import { SettingUp } from '../../features/administration/setting-up/setting-up.tsx'
import { TourOffer } from '../../features/administration/tour/tour-offer.tsx'
import { isTourNew } from '../../features/administration/tour/tour-state.ts'
import { FailedDeposits } from '../../features/administration/indexing-checklist/deposits-notice.tsx'
import { NoticeRows, type OpenNotices } from '../../features/articles/notice-desk/notice-rows.tsx'
import { RequestRows, requestsInWords } from '../../features/articles/requests/desk-rows.tsx'
import { movedListing } from '../../features/articles/editorial-desk/listing-query.ts'
import { Cases } from '../../features/peer-review/editor/today/cases.tsx'
import { SamplesStrip } from '../../features/peer-review/editor/today/samples-strip.tsx'
import { TodayBar } from '../../features/peer-review/editor/today/today-bar.tsx'
import {
  MissingNotice,
  TodayHead,
  todayQuery,
  type TodayQuery,
} from '../../features/peer-review/editor/today/today-head.tsx'
import { browserApi } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { inArea, type LoadArgs } from '../../load.ts'
import { LoadFailure } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { useNewestSearch } from '../../ui/go.ts'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/today'

const load = async ({ api, search }: LoadArgs): Promise<Today & { isTourNew: boolean }> => {
  const { scope, find } = todayQuery(search)
  const [today, isNew] = await Promise.all([api.caseList.today({ scope, q: find || undefined }), isTourNew(api)])
  return { ...today, isTourNew: isNew }
}

export const clientLoader = inArea(load, movedListing)
export const HydrateFallback = PresentSkeleton

/** The editor's first page: what is to be done today, and why. */
export default function TodayPage({ loaderData: { data: today, failure } }: Route.ComponentProps) {
  const newest = useQuery(useNewestSearch())
  const query = useQuery(useLocation().search)
  const area = useRef<HTMLDivElement>(null)
  const userId = useSession()?.user.id ?? ''
  const work = usePublishedWork()
  return (
    <div ref={area} className="today-page">
      <TodayHead
        today={today}
        isSearch={query.find !== ''}
        also={requestsInWords(work.requests, userId)}
        noticeDays={work.open.medianDays}
      />
      <StateNotice />
      <TourOffer isNew={today?.isTourNew ?? false} />
      <SettingUp factor={<SecondFactorNotice />} />
      {today && <MissingNotice missing={today.missing} />}
      <FailedDeposits />
      <NameNotice />
      <TodayBar query={newest} today={today} />
      {today && <SamplesStrip samples={today.samples} />}
      <PublishedWork work={work} userId={userId} />
      {failure ? (
        <LoadFailure message="Failed to fetch cases" />
      ) : (
        <Cases today={today} query={query} area={area} isRest={!work.requests.length && !work.open.notices.length} />
      )}
    </div>
  )
}

interface PublishedWork {
  requests: readonly Request[]
  open: OpenNotices
}
const NO_NOTICES: OpenNotices = { notices: [], concerns: [], medianDays: null }

/** What is to be done about published articles. */
function usePublishedWork(): PublishedWork {
  const { pathname } = useLocation()
  const { answer: waiting } = useAnswer(async () => browserApi.requests.waiting({}), pathname)
  const { answer: open } = useAnswer(async (): Promise<OpenNotices> => browserApi.notices.open({}), pathname)
  return { requests: waiting?.requests ?? [], open: open ?? NO_NOTICES }
}

/** Shown only if there is any. */
const PublishedWork = ({ work: { requests, open }, userId }: { work: PublishedWork; userId: string }) => (
  <>
    <RequestRows requests={requests} userId={userId} />
    <NoticeRows open={open} userId={userId} />
  </>
)

const useQuery = (search: string): TodayQuery => useMemo(() => todayQuery(new URLSearchParams(search)), [search])
