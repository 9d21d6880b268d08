import { useLoaderData, useLocation } from 'react-router'
import { counted } from '../../../contract/counted.ts'
import type { Paged } from '../../../contract/page-numbers.ts'
import type { ListedUser } from '../../../contract/users.ts'
import { AccountFilters } from '../../features/accounts/account-filters.tsx'
import { Accounts, ACCOUNTS_TITLE, AccountsSkeleton } from '../../features/accounts/accounts.tsx'
import { loadAccounts } from '../../features/accounts/load-accounts.ts'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'

export const clientLoader = inArea(({ search }) => loadAccounts(search))

/**
 * The accounts of the journal: who they are, where they are signed in, what they may do. The filters
 * stay while the list under them loads: what is being typed into them is not lost.
 */
export default function Users() {
  const { search } = useLocation()
  const data = useLoaderData() as Loadable<Paged<ListedUser>>
  return (
    <>
      <AreaHead
        title={ACCOUNTS_TITLE}
        note={
          <Loaded data={data} at={search} skeleton={LOADING} failure={() => null}>
            {({ meta }) => counted(meta.totalItems, 'account')}
          </Loaded>
        }
      />
      <AccountFilters />
      <Loaded
        data={data}
        at={search}
        failure={() => <LoadFailure message="Failed to fetch users" />}
        skeleton={<AccountsSkeleton />}
      >
        {(loaded) => <Accounts loaded={loaded} />}
      </Loaded>
    </>
  )
}

export function HydrateFallback() {
  return (
    <>
      <AreaHead title={ACCOUNTS_TITLE} note={LOADING} />
      <AccountFilters />
      <AccountsSkeleton />
    </>
  )
}

const LOADING = 'Loading...'
