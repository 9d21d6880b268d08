import { browserApi } from '../../client/api.ts'
import { FunderListForm } from '../../features/administration/funders/funder-list-form.tsx'
import {
  EmailKinds,
  EmailPreviewed,
  LetterPreviewed,
  Letters,
  loadSettings,
} from '../../features/administration/settings/settings.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/settings'

export const clientLoader = inArea(({ search }) => loadSettings(search))
export const HydrateFallback = PresentSkeleton

/** What administrators should know of the journal's settings: the emails that it sends, the letters of decisions, and the funders that it suggests. */
export default function AdminSettings({ loaderData: { data: settings, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead title="Settings" />
      {failure ? (
        <LoadFailure message="Failed to fetch settings" />
      ) : 'preview' in settings ? (
        <EmailPreviewed preview={settings.preview} />
      ) : 'letter' in settings ? (
        <LetterPreviewed letter={settings.letter} />
      ) : (
        <>
          <EmailKinds kinds={settings.kinds} />
          <Letters letters={settings.letters} />
          <FunderListForm {...settings.funders} send={browserApi.funders.load} />
        </>
      )}
    </>
  )
}
