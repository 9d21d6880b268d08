import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import type { DraftSync } from '../../../ui/drafts/draft-sync.ts'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import type { SettingsDraft } from './use-settings-draft.ts'

const NOT_KEPT = 'The journal does not have your latest changes yet. Please try again in a moment.'

/** Opens the public site as this person has changed it, for their session alone. */
export function ViewSite({ keeper, at = paths.home }: { keeper: DraftSync<SettingsDraft>; at?: string }) {
  const { run, busy } = useCommand(toastFailure)
  const view = () =>
    run(async () => {
      await keeper.save()
      if (keeper.state().journal !== 'saved') return toast.error(NOT_KEPT)
      await browserApi.settings.view({})
      // A document: what this page has loaded is as it is published.
      window.location.assign(at)
    })
  return (
    <button type="button" className="btn text" disabled={busy} onClick={() => void view()}>
      View the Site with My Changes
    </button>
  )
}
