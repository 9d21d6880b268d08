import { useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { slidingWindow } from '../../../contract/pager-window.ts'
import type { Paged } from '../../../contract/page-numbers.ts'
import type { ListedUser } from '../../../contract/users.ts'
import { useSession } from '../../session.ts'
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { useAddress } from '../../ui/filter-form.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty } from '../../ui/states.tsx'
import { useRefreshed } from '../../ui/use-refreshed.ts'
import { accountColumns } from './account-columns.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { loadAccounts } from './load-accounts.ts'

const PAGER_SIZE = 5
export const ACCOUNTS_TITLE = 'Users'

/** The accounts that have been loaded, and the details of one. */
export function Accounts({ loaded }: { loaded: Paged<ListedUser> }) {
  const { search } = useLocation()
  const load = useCallback(() => loadAccounts(new URLSearchParams(search)), [search])
  const [{ data: accounts, meta }, refresh] = useRefreshed(loaded, load)
  const [openId, setOpenId] = useState<string | null>(null)
  const ownId = useSession()?.user.id
  const address = useAddress()
  const open = accounts.find(({ id }) => id === openId)

  return (
    <>
      {accounts.length ? (
        <DataTable label={ACCOUNTS_TITLE} columns={accountColumns(ownId, ({ id }) => setOpenId(id))} rows={accounts} />
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
        <AccountDialog account={open} own={open.id === ownId} onChanged={refresh} onClose={() => setOpenId(null)} />
      )}
    </>
  )
}

export function AccountsSkeleton() {
  return <TableSkeleton label={ACCOUNTS_TITLE} columns={accountColumns(undefined, () => {})} />
}
