import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ListedUser } from '../../../../contract/api/users.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { useSession } from '../../../client/session.ts'
import { Chip } from '../../../ui/chip.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { useAddress } from '../../../ui/filter-form.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import { slidingWindow } from '../../../ui/pager-window.ts'
import { Pager } from '../../../ui/pager.tsx'
import { Empty } from '../../../ui/states.tsx'
import { ROLE_WORDS } from './load-users.ts'
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

/** The columns of the users table; `ownId` is the id of the viewer. */
const userColumns = (ownId: string | undefined, open: (user: ListedUser) => void): Column<ListedUser>[] => [
  {
    head: 'Name and username',
    className: 'ttl',
    cell: ({ id, fullName, username }) => (
      <>
        {fullName}
        {id === ownId && <span className="muted"> (you)</span>}
        <span className="muted small block">{username}</span>
      </>
    ),
  },
  {
    head: 'Email',
    className: 'fact',
    cell: ({ email, emailConfirmed }) => (
      <>
        <span className="email">{email}</span>
        <span className="muted small block">{emailConfirmed ? 'confirmed' : 'not confirmed'}</span>
      </>
    ),
  },
  {
    head: 'Role',
    className: 'fact',
    cell: ({ role }) => (role === 'admin' ? <Chip kind="published">{ROLE_WORDS.admin}</Chip> : ROLE_WORDS.author),
  },
  { head: 'Joined', className: 'fact', cell: ({ createdAt }) => <LocalDate at={createdAt} /> },
  {
    head: 'Last sign-in',
    className: 'fact',
    cell: ({ lastLogin }) => (lastLogin ? <LocalDate at={lastLogin} /> : <span className="muted">never</span>),
  },
  { head: 'Open sessions', className: 'num', cell: ({ openSessions }) => openSessions },
  { head: 'Articles', className: 'num', cell: ({ articles }) => articles },
  {
    head: 'Actions',
    className: 'actions',
    cell: (user) => (
      <span className="acts">
        <button type="button" className="btn text" onClick={() => open(user)}>
          Details<span className="sr">: {user.fullName}</span>
          <ChevronRight className="ic" aria-hidden="true" />
        </button>
      </span>
    ),
  },
]
