import { useLocation } from 'react-router'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import {
  ActivityFrame,
  type ActivityOrEmails,
  loadActivity,
  showsEmails,
} from '../../features/administration/activity/activity-frame.tsx'
import { ActivityLog } from '../../features/administration/activity/activity-log.tsx'
import { Emails } from '../../features/administration/activity/emails.tsx'
import { inArea } from '../../load.ts'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/activity'

export const clientLoader = inArea(({ search }) => loadActivity(search))
export const HydrateFallback = PresentSkeleton

/** The audit log and the journal's emails. */
export default function Activity({ loaderData: { data: loaded, failure } }: Route.ComponentProps) {
  const emails = showsEmails(new URLSearchParams(useLocation().search))
  return (
    <ActivityFrame note={loaded && activityNote(loaded)}>
      {failure ? (
        <LoadFailure message={emails ? 'Failed to fetch emails' : 'Failed to fetch activity'} />
      ) : 'emails' in loaded ? (
        <Emails emails={loaded.emails} />
      ) : (
        <ActivityLog log={loaded.log} />
      )}
    </ActivityFrame>
  )
}

const activityNote = (loaded: ActivityOrEmails): string =>
  'emails' in loaded
    ? counted(loaded.emails.meta.totalItems, 'email')
    : counted(loaded.log.meta.totalItems, 'entry', 'entries')
