import { useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { slidingWindow } from '../../ui/pager-window.ts'
import type { Paged } from '../../../contract/domain/page-numbers.ts'
import type { ListedUser } from '../../../contract/api/users.ts'
import { useSession } from '../../client/session.ts'
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { useAddress } from '../../ui/filter-form.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty } from '../../ui/states.tsx'
import { useRefreshed } from '../../ui/use-refreshed.ts'
import { userColumns } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'
import { loadUsers } from './load-users.ts'

const PAGER_SIZE = 5
export const USERS_TITLE = 'Users'

/** The accounts that have been loaded, and the details of one. */
export function Accounts({ loaded }: { loaded: Paged<ListedUser> }) {
  const { search } = useLocation()
  const load = useCallback(() => loadUsers(new URLSearchParams(search)), [search])
  const [{ data: accounts, meta }, refresh] = useRefreshed(loaded, load)
  const [openId, setOpenId] = useState<string | null>(null)
  const ownId = useSession()?.user.id
  const address = useAddress()
  const open = accounts.find(({ id }) => id === openId)

  return (
    <>
      {accounts.length ? (
        <DataTable label={USERS_TITLE} columns={userColumns(ownId, ({ id }) => setOpenId(id))} rows={accounts} />
      ) : (
        <Empty title="No users found">
          <p>Try a different search or remove a filter.</p>
        </Empty>
      )}
      <Pager
        path={address({})}
        page={meta.page}
        totalPages={meta.totalPages}
        items={slidingWindow(meta.page, meta.totalPages, PAGER_SIZE)}
        label="Pages of users"
      />
      {open && (
        <UserDialog account={open} own={open.id === ownId} onChanged={refresh} onClose={() => setOpenId(null)} />
      )}
    </>
  )
}

export function UsersSkeleton() {
  return <TableSkeleton label={USERS_TITLE} columns={userColumns(undefined, () => {})} />
}
