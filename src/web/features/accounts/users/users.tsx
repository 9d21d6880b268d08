import { isInventedAddress } from '../../../../contract/rules/site/samples.ts'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ListedUser } from '../../../../contract/api/users.ts'
import type { Role } from '../../../../contract/rules/accounts/access.ts'
import { SEARCH_MAX } from '../../../../contract/rules/articles/article-policy.ts'
import { type Paged, pageFromSearch } from '../../../../contract/rules/site/page-numbers.ts'
import { browserApi } from '../../../client/api.ts'
import { useSession } from '../../../client/session.ts'
import { Chip } from '../../../ui/chip.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { FilterChoice, FilterForm, FilterText, useAddress } from '../../../ui/filter-form.tsx'
import { type CsvColumns, type CsvTable, csvDay, csvTable, everyPage } from '../../../ui/list-csv.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Empty } from '../../../ui/states.tsx'
import { EmailAddress } from '../../../ui/web-address.tsx'
import { ROLE_WORDS, UserDialog } from './user-dialog.tsx'

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
      <Pager path={address({})} meta={meta} label="Pages of users" />
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
    cell: ({ id, fullName, username, email }) => (
      <>
        {fullName}
        {id === ownId && <span className="muted"> (you)</span>}
        {isInventedAddress(email) && <span className="smp small"> Sample</span>}
        <span className="muted small block">{username}</span>
      </>
    ),
  },
  {
    head: 'Email',
    className: 'fact',
    cell: ({ email, emailConfirmed }) => (
      <>
        <EmailAddress>{email}</EmailAddress>
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

const isRole = (word: string | null): word is Role => word !== null && Object.hasOwn(ROLE_WORDS, word)

/** The filters of a query: `?q=&role=`. */
function filtersIn(search: URLSearchParams) {
  const role = search.get('role')
  return { q: search.get('q')?.slice(0, SEARCH_MAX) ?? '', role: isRole(role) ? role : undefined }
}

/** Loads the users for a query: `?q=&role=&page=`. */
export const loadUsers = (search: URLSearchParams): Promise<Paged<ListedUser>> =>
  browserApi.users.list({ page: pageFromSearch(search), ...filtersIn(search) })

/** All users of a query. */
export const usersCsv = (search: URLSearchParams): CsvTable =>
  csvTable('users', CSV_COLUMNS, () =>
    everyPage((page, limit) => browserApi.users.list({ ...filtersIn(search), page, limit })),
  )

const CSV_COLUMNS: CsvColumns<ListedUser> = [
  ['Name', ({ fullName }) => fullName],
  ['Username', ({ username }) => username],
  ['Email', ({ email }) => email],
  ['Email confirmed', ({ emailConfirmed }) => (emailConfirmed ? 'Yes' : 'No')],
  ['Role', ({ role }) => ROLE_WORDS[role]],
  ['Joined', ({ createdAt }) => csvDay(createdAt)],
  ['Last sign-in', ({ lastLogin }) => csvDay(lastLogin)],
  ['Open sessions', ({ openSessions }) => String(openSessions)],
  ['Articles', ({ articles }) => String(articles)],
]

const ROLES = Object.entries(ROLE_WORDS).map(([value, word]) => ({ value, label: `${word}s` }))

/** Filters users by words and role. */
export function UserFilters() {
  return (
    <FilterForm label="Find a user">
      {(present) => (
        <>
          <FilterText name="q" label="Name, email or username" present={present} maxLength={SEARCH_MAX} />
          <FilterChoice name="role" label="Role" present={present} all="Everyone" options={ROLES} />
        </>
      )}
    </FilterForm>
  )
}
