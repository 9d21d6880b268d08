import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { newOwnPage } from '../../../contract/rules/settings/own-pages.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { AreaTabs } from '../../features/administration/settings/area-tabs.tsx'
import { MenuDesk } from '../../features/administration/settings/menu-desk.tsx'
import { OldAddresses } from '../../features/administration/settings/old-addresses.tsx'
import { WithDraft } from '../../features/administration/settings/with-draft.tsx'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/pages-and-menus'

export const clientLoader = inArea(async ({ api }) => {
  const [settings, texts, addresses] = await Promise.all([
    ...([api.settings.read(), api.settings.texts()] as const),
    api.redirects.list(),
  ])
  return { settings, texts: texts.filter(({ kind }) => kind === 'page'), addresses }
})
export const HydrateFallback = PresentSkeleton

/** What readers can open, in the order of the menu. */
export default function PagesAndMenus({ loaderData: { data: loaded, failure } }: Route.ComponentProps) {
  const [name] = useState(newOwnPage)
  return (
    <>
      <AreaHead title="Pages and menus" note="One list: what readers can open, in the order of the menu.">
        <Link className="btn solid" to={paths.adminText('page', name)}>
          <Plus className="ic" aria-hidden="true" />
          New Page
        </Link>
      </AreaHead>
      <AreaTabs />
      {failure ? (
        <LoadFailure message="Failed to fetch the pages" />
      ) : (
        <>
          <WithDraft>
            {(keeper) => <MenuDesk settings={loaded.settings} texts={loaded.texts} keeper={keeper} />}
          </WithDraft>
          <OldAddresses addresses={loaded.addresses} texts={loaded.texts} />
        </>
      )}
    </>
  )
}
