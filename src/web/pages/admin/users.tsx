import { useLoaderData, useLocation } from 'react-router'
import { counted } from '../../../contract/domain/counted.ts'
import type { Paged } from '../../../contract/domain/page-numbers.ts'
import type { ListedUser } from '../../../contract/api/users.ts'
import { UserFilters } from '../../features/users/user-filters.tsx'
import { Accounts, USERS_TITLE, UsersSkeleton } from '../../features/users/users.tsx'
import { loadUsers } from '../../features/users/load-users.ts'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'

export const clientLoader = inArea(({ search }) => loadUsers(search))

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
        title={USERS_TITLE}
        note={
          <Loaded data={data} at={search} skeleton={LOADING} failure={() => null}>
            {({ meta }) => counted(meta.totalItems, 'account')}
          </Loaded>
        }
      />
      <UserFilters />
      <Loaded
        data={data}
        at={search}
        failure={() => <LoadFailure message="Failed to fetch users" />}
        skeleton={<UsersSkeleton />}
      >
        {(loaded) => <Accounts loaded={loaded} />}
      </Loaded>
    </>
  )
}

export function HydrateFallback() {
  return (
    <>
      <AreaHead title={USERS_TITLE} note={LOADING} />
      <UserFilters />
      <UsersSkeleton />
    </>
  )
}

const LOADING = 'Loading...'
