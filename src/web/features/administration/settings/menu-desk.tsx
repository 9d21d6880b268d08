import { useState } from 'react'
import type { JournalSettings, TextInList } from '../../../../contract/api/settings.ts'
import { MENU_GROUPS, type MenuEntry, type MenuGroup } from '../../../../contract/rules/settings/menu.ts'
import { isOwnPage } from '../../../../contract/rules/settings/own-pages.ts'
import { isSameValue } from '../../../../contract/rules/settings/values.ts'
import { moved } from '../../../../contract/rules/site/places.ts'
import type { DraftSync } from '../../../ui/drafts/draft-sync.ts'
import { SavedLine } from '../../../ui/drafts/saved-line.tsx'
import { HOW_TO_ORDER } from '../../../ui/order/use-order.ts'
import { MenuList } from './menu-list.tsx'
import { OtherPages } from './other-pages.tsx'
import { PressBar } from './press-bar.tsx'
import { type SettingsDraft, useDraftState } from './use-settings-draft.ts'
import { usePublish } from './use-publish.ts'
import { ViewSite } from './view-site.tsx'

const KEY = 'menu'
/** Where a page comes that is added. */
const ADDED_TO: MenuGroup = 'policies'

/** A blank at the end of a name is seen by no one. */
const trimmed = (menu: readonly MenuEntry[]): MenuEntry[] =>
  menu.map((entry) => ({ ...entry, label: entry.label.trim() }))

/** The menu and the foot of the journal's pages as one list, with the pages that are in neither. */
export function MenuDesk({
  settings,
  texts,
  keeper,
}: {
  settings: JournalSettings
  texts: readonly TextInList[]
  keeper: DraftSync<SettingsDraft>
}) {
  const draft = useDraftState(keeper)
  const { publish, busy, errors, clear } = usePublish(settings, keeper)
  const [said, say] = useState('')
  const { value, original, isOwn } = settings.values[KEY]!
  const published = value as MenuEntry[]
  const drafted = draft.content.values[KEY]
  const menu = (drafted === undefined ? published : (drafted ?? original)) as MenuEntry[]
  const isChanged = !isSameValue(trimmed(menu), published)

  const set = (next: MenuEntry[] | null) => {
    const { [KEY]: _before, ...others } = draft.content.values
    clear(KEY)
    const isBack = isSameValue(next ?? original, published) && (next !== null || !isOwn)
    keeper.edit({
      base: draft.content.base || settings.version,
      values: isBack ? others : { ...others, [KEY]: next },
    })
  }
  const send = () => publish({ values: { [KEY]: drafted ? trimmed(drafted as MenuEntry[]) : null }, texts: [] }, [KEY])
  const ofGroup = (group: MenuGroup) => menu.filter((entry) => entry.group === group)
  const write = (group: MenuGroup, entries: MenuEntry[]) =>
    set(MENU_GROUPS.flatMap(({ id }) => (id === group ? entries : ofGroup(id))))
  const add = (to: string, label: string) => {
    set([...menu, { group: ADDED_TO, to, label, place: 'menu' }])
    say(`${label} is now last in ${MENU_GROUPS.find(({ id }) => id === ADDED_TO)!.title}.`)
  }
  return (
    <form
      aria-label="Menu"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className="hint small muted">
        {HOW_TO_ORDER} <ViewSite keeper={keeper} />
      </p>
      <p className="live" role="status">
        {said}
      </p>
      {errors[KEY] && (
        <p className="notice bad" role="alert">
          {errors[KEY]}
        </p>
      )}
      {MENU_GROUPS.map(({ id, title }) => (
        <MenuList
          key={id}
          title={title}
          entries={ofGroup(id)}
          texts={texts}
          say={say}
          onMove={(from, to) => write(id, moved(ofGroup(id), from, to))}
          onChange={(to, entry) => {
            const others = ofGroup(id)
            if (!entry)
              return write(
                id,
                others.filter((one) => one.to !== to),
              )
            if (entry.group === id)
              return write(
                id,
                others.map((one) => (one.to === to ? entry : one)),
              )
            set([...menu.filter((one) => one.group !== id || one.to !== to), entry])
          }}
        />
      ))}
      <OtherPages
        texts={texts.filter(
          ({ slug, page }) => page && isOwnPage(slug) && page.leadsTo === null && !menu.some(({ to }) => to === slug),
        )}
        paths={menu.map(({ to }) => to)}
        onAdd={add}
      />
      <SavedLine draft={draft} />
      <PressBar count={isChanged ? 1 : 0} busy={busy} onPublish={() => void send()} onDiscard={() => set(published)} />
      {isOwn && !isSameValue(menu, original as MenuEntry[]) && (
        <p>
          <button type="button" className="btn text" onClick={() => set(null)}>
            Use the Default Menu
          </button>
        </p>
      )}
    </form>
  )
}
