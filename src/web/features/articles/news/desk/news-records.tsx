import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Announcement } from '../../../../../contract/api/announcements.ts'
import type { OutputOf } from '../../../../../contract/api/endpoint.ts'
import type { announcements } from '../../../../../contract/api/announcements.ts'
import type { follows } from '../../../../../contract/api/follows.ts'
import type { FollowScope } from '../../../../../contract/rules/site/follow-scopes.ts'
import { NEW_ITEM, NEWS_KINDS } from '../../../../../contract/rules/site/news.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../../client/api.ts'
import { AreaHead } from '../../../../ui/area-head.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { toast, toastFailure } from '../../../../ui/toast.ts'

type Known = OutputOf<typeof announcements.all>
type Followers = OutputOf<typeof follows.counts>

const FOLLOWED: Record<FollowScope, string> = {
  ...{ articles: 'every article', volumes: 'volumes', news: 'news' },
  ...{ article: 'single articles', category: 'categories', author: 'authors', keyword: 'keywords' },
}

/** How many get emails, and about what: nobody learns who. */
const followersWords = ({ addresses, byScope }: Followers): string =>
  `${counted(addresses, 'reader gets', 'readers get')} emails: ${byScope.map((one) => `${FOLLOWED[one.scope]} ${one.addresses}`).join(', ')}.`

/** The news for editors: what is published or planned, and what the editor is writing. */
export function NewsRecords({ known: { items, drafts }, followers }: { known: Known; followers: Followers }) {
  const { revalidate } = useRevalidator()
  const [deleting, setDeleting] = useState<Announcement | null>(null)
  const begun = drafts.find(({ item }) => item === NEW_ITEM)
  const changed = new Set(drafts.map(({ item }) => item))

  const remove = async ({ id }: Announcement) => {
    try {
      await browserApi.announcements.remove({ id })
      toast.success('Deleted')
    } catch (error) {
      toastFailure(error)
    }
    setDeleting(null)
    await revalidate()
  }

  const columns: Column<Announcement>[] = [
    {
      head: 'Title',
      className: 'ttl',
      cell: ({ id, title }) => <Link to={paths.adminNewsItem(id)}>{title}</Link>,
    },
    { head: 'Kind', className: 'fact', cell: ({ kind }) => NEWS_KINDS[kind] },
    { head: 'From', className: 'fact', cell: ({ from }) => longDate(from) },
    {
      head: 'State',
      className: 'fact',
      cell: (item) => stateWords(item) + (changed.has(item.id) ? ', with changes that only you see' : ''),
    },
    {
      head: 'Actions',
      className: 'actions',
      cell: (item) => (
        <span className="acts">
          <Link className="btn icon" to={paths.adminNewsItem(item.id)} aria-label={`Edit ${item.title}`}>
            <Pencil className="ic" aria-hidden="true" />
          </Link>
          <button
            type="button"
            className="btn icon"
            aria-label={`Delete ${item.title}`}
            onClick={() => setDeleting(item)}
          >
            <Trash2 className="ic" aria-hidden="true" />
          </button>
        </span>
      ),
    },
  ]

  return (
    <>
      <AreaHead title="News" note={counted(items.length, 'item')}>
        <Link className="btn solid" to={paths.adminNewsItem(NEW_ITEM)}>
          <Plus className="ic" aria-hidden="true" />
          {begun ? 'Go On Writing' : 'Write News'}
        </Link>
      </AreaHead>
      {begun && (
        <p className="notice space">
          <b>Not published: </b>
          <Link to={paths.adminNewsItem(NEW_ITEM)}>{begun.title || 'Without a title'}</Link>. Only you see it.
        </p>
      )}
      {followers.addresses > 0 && <p className="small muted space">{followersWords(followers)}</p>}
      {items.length ? (
        <DataTable label="News" columns={columns} rows={items} />
      ) : (
        <Empty title="No news yet">
          <p>Announcements and calls for papers that you publish will appear here.</p>
        </Empty>
      )}
      {deleting && (
        <ConfirmDialog
          title="Delete this item?"
          confirm="Delete"
          danger
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          <p>
            Links to ‘{deleting.title}’ will lead nowhere, and its address is not used again. To take it off the list,
            set its last day instead.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function stateWords({ kind, state, until, deadline }: Announcement): string {
  if (state === 'planned') return 'Planned'
  const last = longDate(kind === 'call' ? deadline : until)
  if (state === 'ended') return kind === 'call' ? `Closed since ${last}` : `Ended on ${last}`
  return last ? `Shown until ${last}` : 'Shown'
}
