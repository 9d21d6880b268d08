import { useLocation } from 'react-router'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { loadUsers, UserFilters, usersCsv, USERS_TITLE, UsersTable } from '../../features/accounts/users/users.tsx'
import { UserTabs } from '../../features/accounts/duties/user-tabs.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { CsvButton } from '../../ui/list-csv.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/users'

export const clientLoader = inArea(({ search }) => loadUsers(search))
export const HydrateFallback = PresentSkeleton

/** The journal's users, their sessions and roles. */
export default function Users({ loaderData: { data: users, failure } }: Route.ComponentProps) {
  const search = new URLSearchParams(useLocation().search)
  return (
    <>
      <AreaHead title={USERS_TITLE} note={users && counted(users.meta.totalItems, 'account')}>
        {users && users.meta.totalItems > 0 && <CsvButton table={usersCsv(search)} />}
      </AreaHead>
      <UserTabs />
      <UserFilters />
      {failure ? <LoadFailure message="Failed to fetch users" /> : <UsersTable users={users} />}
    </>
  )
}
