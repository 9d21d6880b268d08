import { useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Today } from '../../../contract/api/case-list.ts'
import { hasDuty } from '../../../contract/rules/accounts/access.ts'
import type { Duty } from '../../../contract/rules/accounts/duties.ts'
import { DUTY_RULES } from '../../../contract/rules/accounts/duty-words.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { actorOf, currentSession, useActor } from '../../client/session.ts'
import { OpenInvitations } from '../../features/accounts/duties/open-invitations.tsx'
import { SecondFactorNotice } from '../../features/accounts/security/second-factor-notice.tsx'
import { Cases } from '../../features/peer-review/editor/today/cases.tsx'
import { TodayBar } from '../../features/peer-review/editor/today/today-bar.tsx'
import { TodayHead, todayQuery, type TodayQuery } from '../../features/peer-review/editor/today/today-head.tsx'
import { inDesk } from '../../in-desk.ts'
import type { LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { useNewestSearch } from '../../ui/go.ts'
import { Link } from '../../ui/link.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/today'

/** Null for those whose duty has nothing to do with cases. */
const load = async ({ api, search }: LoadArgs): Promise<Today | null> => {
  if (!hasDuty(actorOf(currentSession()), 'section')) return null
  const { scope, find } = todayQuery(search)
  return api.caseList.today({ scope, q: find || undefined })
}

export const clientLoader = inDesk(load)
export const HydrateFallback = PresentSkeleton

const useQuery = (search: string): TodayQuery => useMemo(() => todayQuery(new URLSearchParams(search)), [search])

/** What a section editor has to do today; the others read what they do for the journal. */
export default function DeskToday({ loaderData: { data: today, failure } }: Route.ComponentProps) {
  const newest = useQuery(useNewestSearch())
  const query = useQuery(useLocation().search)
  const area = useRef<HTMLDivElement>(null)
  if (!failure && today === null) return <OtherDuties />
  return (
    <div ref={area} className="today-page">
      <TodayHead
        today={today ?? undefined}
        isSearch={query.find !== ''}
        also=""
        noticeDays={null}
        figuresPath={paths.deskFigures}
      />
      <OpenInvitations />
      <SecondFactorNotice />
      <TodayBar query={newest} today={today} base={paths.desk} />
      {failure ? (
        <LoadFailure message="Failed to fetch cases" />
      ) : (
        today && <Cases today={today} query={query} area={area} isRest listings={false} />
      )}
    </div>
  )
}

/** Where people with these duties work. */
const PAGES: Partial<Record<Duty, readonly { to: string; label: string }[]>> = {
  production: [
    { to: paths.deskProduction, label: 'Production' },
    { to: paths.deskVolumes, label: 'Volumes' },
  ],
  fees: [{ to: paths.deskFees, label: 'Fees' }],
  observer: [
    { to: paths.deskManuscripts, label: 'Manuscripts' },
    { to: paths.deskFigures, label: 'Review Statistics' },
    { to: paths.deskSettings, label: 'Settings' },
  ],
}

function OtherDuties() {
  const duties = useActor()?.duties ?? []
  return (
    <>
      <AreaHead title="Desk" note="What you do for the journal." />
      <OpenInvitations />
      <ul className="rows" role="list">
        {duties.map((duty) => (
          <li key={duty}>
            <p>
              <strong>{DUTY_RULES[duty].name}</strong>
            </p>
            <p className="muted">{DUTY_RULES[duty].sees}</p>
            <p>
              {PAGES[duty]?.map(({ to, label }) => (
                <Link key={to} to={to} className="btn text pull">
                  {label}
                </Link>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
