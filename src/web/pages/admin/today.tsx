import { type RefObject, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Today } from '../../../contract/api/case-list.ts'
import type { Request } from '../../../contract/api/requests.ts'
import { NameNotice } from '../../features/accounts/profile/name-notice.tsx'
import { SecondFactorNotice } from '../../features/accounts/security/second-factor-notice.tsx'
import { StateNotice } from '../../features/administration/health/state-notice.tsx'
import { SettingUp } from '../../features/administration/setting-up/setting-up.tsx'
import { TourOffer } from '../../features/administration/tour/tour-offer.tsx'
import { FailedDeposits } from '../../features/administration/indexing-checklist/deposits-notice.tsx'
import { NoticeRows, type OpenNotices } from '../../features/articles/notice-desk/notice-rows.tsx'
import { RequestRows, requestsInWords } from '../../features/articles/requests/desk-rows.tsx'
import { movedListing } from '../../features/articles/editorial-desk/listing-query.ts'
import { CaseTable } from '../../features/peer-review/editor/today/case-table.tsx'
import { SamplesStrip } from '../../features/peer-review/editor/today/samples-strip.tsx'
import { TodayBar } from '../../features/peer-review/editor/today/today-bar.tsx'
import {
  MissingNotice,
  NothingWaits,
  TodayHead,
  todayQuery,
  type TodayQuery,
} from '../../features/peer-review/editor/today/today-head.tsx'
import { StatusMarkLegend } from '../../features/peer-review/shared/status-marks.tsx'
import { browserApi } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { inArea, type LoadArgs } from '../../load.ts'
import { KeyboardHint, type KeyList } from '../../ui/keyboard-hint.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { useNewestSearch } from '../../ui/go.ts'
import { useListShortcuts } from '../../ui/use-shortcuts.ts'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/today'

const load = ({ api, search }: LoadArgs): Promise<Today> => {
  const { scope, find } = todayQuery(search)
  return api.caseList.today({ scope, q: find || undefined })
}

export const clientLoader = inArea(load, movedListing)
export const HydrateFallback = PresentSkeleton

const KEYS: KeyList = [
  [['j', 'k'], 'Next and previous case'],
  [['Enter'], 'Open the case'],
  [['a'], 'Do what is next'],
  [['/'], 'Search'],
  [['?'], 'All keys'],
]

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
      <TourOffer />
      <SettingUp />
      {today && <MissingNotice missing={today.missing} />}
      <FailedDeposits />
      <NameNotice />
      <SecondFactorNotice />
      <TodayBar query={newest} counts={today?.counts} />
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

function Cases({
  today,
  query,
  area,
  isRest,
}: {
  today: Today
  query: TodayQuery
  area: RefObject<HTMLElement | null>
  /** Nothing but cases could be to do. */
  isRest: boolean
}) {
  const { lines, limited } = today
  const [focused, setFocused] = useState<string>()
  const current = lines.find(({ articleId }) => articleId === focused) ?? lines.find(({ action }) => action !== null)
  const keys = useListShortcuts(area, '.go-case', {
    a: (row) => (row ?? area.current?.querySelector('tr.on'))?.querySelector<HTMLElement>('.btn')?.click(),
    '?': () => {
      const list = area.current?.querySelector<HTMLDetailsElement>('.keys')
      if (!list) return
      list.open = true
      list.querySelector('summary')!.focus()
    },
  })
  return (
    <div className="today">
      {!lines.some(({ group }) => group === 'act') && (query.find === '' ? isRest : !lines.length) && (
        <NothingWaits today={today} query={query} />
      )}
      {lines.length > 0 && (
        <CaseTable
          lines={lines}
          today={today.today}
          withEditor={today.scope === 'all'}
          current={current?.articleId}
          onFocus={setFocused}
        />
      )}
      {limited && <p className="muted">There are more cases; the others have later dates.</p>}
      {lines.length > 0 && <StatusMarkLegend />}
      <KeyboardHint list={KEYS} single="j, k, a, / and ?" keys={keys} />
    </div>
  )
}
