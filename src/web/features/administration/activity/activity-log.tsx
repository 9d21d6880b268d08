import { X } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { Activity } from '../../../../contract/api/activity.ts'
import { ACTIONS } from '../../../../contract/rules/accounts/actions.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { ChangesTable } from '../../../ui/changes-table.tsx'
import { useAddress } from '../../../ui/filter-form.tsx'
import { UtcTime } from '../../../ui/local-date.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Empty } from '../../../ui/states.tsx'
import { THE_JOURNAL } from './activity-frame.tsx'
import { changesOf, subjectName } from './changes.ts'

/** The audit log, newest entry first, one sentence per entry. */
export function ActivityLog({ log: { data: entries, meta } }: { log: Paged<Activity> }) {
  const address = useAddress()
  return (
    <>
      <ChosenThings entries={entries} />
      {entries.length ? (
        <ol className="log rows" role="list">
          {entries.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} />
            </li>
          ))}
        </ol>
      ) : (
        <Empty title="No activity found">
          <p>All actions are recorded here.</p>
        </Empty>
      )}
      <Pager path={address({})} meta={meta} label="Activity pages" />
    </>
  )
}

function Entry({ entry }: { entry: Activity }) {
  const { actor, action, at } = entry
  const changes = changesOf(entry)
  return (
    <>
      <p className="sentence">
        <Actor actor={actor} /> {ACTIONS[action]}
        <Subject entry={entry} />
      </p>
      <p className="muted small">
        <UtcTime at={at} />
      </p>
      {changes.length > 0 && (
        <details>
          <summary>
            Details<span className="sr"> of this entry</span>
          </summary>
          <ChangesTable changes={changes} made={entry.before === null} gone={entry.after === null} />
        </details>
      )}
    </>
  )
}

function Actor({ actor }: { actor: Activity['actor'] }) {
  const address = useAddress()
  if (!actor) return <strong>{THE_JOURNAL}</strong>
  return <Link to={address({ actorId: actor.id })}>{actor.fullName}</Link>
}

/** The subject. It is omitted if it is the actor, who has been named already. */
function Subject({ entry }: { entry: Activity }) {
  const address = useAddress()
  const { actor, subject } = entry
  if (subject.id === actor?.id) return null
  const name = subjectName(entry)
  if (name === null) return null
  return (
    <>
      {': '}
      <Link to={address({ subject: subject.id })}>{name}</Link>
      {subject.name === null && <span className="muted"> (deleted)</span>}
    </>
  )
}

/** The active filters by actor and subject, with buttons to remove them. */
function ChosenThings({ entries }: { entries: Activity[] }) {
  const address = useAddress()
  const search = new URLSearchParams(useLocation().search)
  const actorId = search.get('actorId')
  const subjectId = search.get('subject')
  if (!actorId && !subjectId) return null

  const actor = entries.find((entry) => entry.actor?.id === actorId)?.actor?.fullName ?? 'this person'
  const about = entries.find((entry) => entry.subject.id === subjectId)
  const subject = (about && subjectName(about)) ?? 'this item'
  return (
    <p className="buttons space">
      {actorId && (
        <Link className="btn" to={address({ actorId: null })}>
          By {actor}
          <X className="ic" aria-hidden="true" />
          <span className="sr">: show everyone</span>
        </Link>
      )}
      {subjectId && (
        <Link className="btn" to={address({ subject: null })}>
          About {subject}
          <X className="ic" aria-hidden="true" />
          <span className="sr">: show everything</span>
        </Link>
      )}
    </p>
  )
}
