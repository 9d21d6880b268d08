import {
  DEPOSIT_FILTERS,
  DEPOSIT_STATE_WORDS,
  DEPOSIT_STATES,
  type DepositFilter,
} from '../../../contract/rules/articles/deposits.ts'
import { pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { ReadinessViews } from '../../features/administration/indexing-checklist/check-list.tsx'
import { DepositList } from '../../features/administration/indexing-checklist/deposit-list.tsx'
import { DepositsNotice } from '../../features/administration/indexing-checklist/deposits-notice.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { FilterChoice, FilterForm, useAddress } from '../../ui/filter-form.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { Pager } from '../../ui/pager.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/deposits'

const STATES = [
  { value: 'attention', label: 'Needs attention' },
  ...DEPOSIT_STATE_WORDS.map((value) => ({ value, label: DEPOSIT_STATES[value].name })),
]

const filterOf = (search: URLSearchParams): DepositFilter | undefined =>
  DEPOSIT_FILTERS.find((filter) => filter === search.get('state'))

const load = ({ api, search }: LoadArgs) => api.deposits.list({ page: pageFromSearch(search), state: filterOf(search) })

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** The deposits of metadata with Crossref. */
export default function Deposits({ loaderData: { data: loaded, failure } }: Route.ComponentProps) {
  const address = useAddress()
  return (
    <>
      <AreaHead title="Deposits" note={loaded && counted(loaded.meta.totalItems, 'deposit')} />
      <ReadinessViews current="deposits" />
      {failure ? (
        <LoadFailure message="Failed to fetch deposits" />
      ) : (
        <>
          <DepositsNotice prefix={loaded.prefix} host={loaded.host} />
          <FilterForm label="Filter deposits">
            {(present) => (
              <FilterChoice name="state" label="Status" present={present} all="All deposits" options={STATES} />
            )}
          </FilterForm>
          <DepositList deposits={loaded.data} unregistered={loaded.unregistered} isSending={loaded.host !== null} />
          <Pager path={address({})} meta={loaded.meta} label="Deposit pages" />
        </>
      )}
    </>
  )
}
