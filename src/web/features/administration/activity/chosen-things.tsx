import { X } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { Activity } from '../../../../contract/api/activity.ts'
import { useAddress } from '../../../ui/filter-form.tsx'
import { subjectName } from './changes.ts'

/** The active filters by actor and subject, with buttons to remove them. */
export function ChosenThings({ entries }: { entries: Activity[] }) {
  const address = useAddress()
  const search = new URLSearchParams(useLocation().search)
  const actorId = search.get('actorId')
  const subjectId = search.get('subject')
  if (!actorId && !subjectId) return null

  const actor = entries.find((entry) => entry.actor?.id === actorId)?.actor?.fullName ?? 'this person'
  const about = entries.find((entry) => entry.subject.id === subjectId)
  const subject = (about && subjectName(about)) ?? 'this item'
  return (
    <p className="chosen">
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
