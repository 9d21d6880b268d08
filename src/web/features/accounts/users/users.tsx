import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { slidingWindow } from '../../../ui/pager-window.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import type { ListedUser } from '../../../../contract/api/users.ts'
import { useSession } from '../../../client/session.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { useAddress } from '../../../ui/filter-form.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Empty } from '../../../ui/states.tsx'
import { userColumns } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'

const PAGER_SIZE = 5
export const USERS_TITLE = 'Users'

/** The list of users, and the details of one. */
export function UsersTable({ users: { data: users, meta } }: { users: Paged<ListedUser> }) {
  const { revalidate } = useRevalidator()
  const [openId, setOpenId] = useState<string | null>(null)
  const ownId = useSession()?.user.id
  const address = useAddress()
  const open = users.find(({ id }) => id === openId)

  return (
    <>
      {users.length ? (
        <DataTable label={USERS_TITLE} columns={userColumns(ownId, ({ id }) => setOpenId(id))} rows={users} />
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
        <UserDialog user={open} own={open.id === ownId} onChanged={revalidate} onClose={() => setOpenId(null)} />
      )}
    </>
  )
}
