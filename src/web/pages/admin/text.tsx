import { Link } from 'react-router'
import { paths } from '../../../contract/rules/site/paths.ts'
import { AreaTabs } from '../../features/administration/settings/area-tabs.tsx'
import { TextDesk } from '../../features/administration/settings/text-desk.tsx'
import { WithDraft } from '../../features/administration/settings/with-draft.tsx'
import { TEXT_KINDS } from '../../../contract/rules/settings/texts.ts'
import { inArea } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/text'

export const clientLoader = inArea(({ api, params }) =>
  api.settings.text({ kind: TEXT_KINDS.find((kind) => kind === params.kind) ?? 'page', slug: params.slug ?? '' }),
)
export const HydrateFallback = PresentSkeleton

/** One text of the journal: what it says, and what readers or receivers get. */
export default function Text({ loaderData: { data: text, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead
        title={text?.title ?? 'Text'}
        note={text?.page && text.page.version !== null ? text.page.path : undefined}
      >
        {text?.page && (
          <Link className="btn text" to={paths.adminSettingsArea('pages')}>
            Pages and menus
          </Link>
        )}
      </AreaHead>
      <AreaTabs />
      {failure ? (
        <LoadFailure
          message={failure.statusCode === 404 ? 'The journal has no such text' : 'Failed to fetch the text'}
        />
      ) : (
        <WithDraft>{(keeper) => <TextDesk key={`${text.kind}/${text.slug}`} text={text} keeper={keeper} />}</WithDraft>
      )}
    </>
  )
}
