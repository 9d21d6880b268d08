import { ChevronRight } from 'lucide-react'
import type { ListedUser } from '../../../../contract/api/users.ts'
import { Chip } from '../../../ui/chip.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import { ROLE_WORDS } from './load-users.ts'

/** The columns of the users table; `ownId` is the id of the viewer. */
export const userColumns = (ownId: string | undefined, open: (user: ListedUser) => void): Column<ListedUser>[] => [
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
