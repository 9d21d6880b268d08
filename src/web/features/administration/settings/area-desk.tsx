import { Fragment } from 'react'
import type { JournalSettings } from '../../../../contract/api/settings.ts'
import { journal } from '../../../../contract/journal.ts'
import { type AREAS, FIELDS } from '../../../../contract/rules/settings/fields.ts'
import { concernsOf } from '../../../../contract/rules/settings/value-faults.ts'
import { isSameValue, journalOf, type Value, type Values } from '../../../../contract/rules/settings/values.ts'
import type { DraftSync } from '../../../ui/drafts/draft-sync.ts'
import { Desk, useDeskPart } from '../../../ui/desk.tsx'
import { SavedLine } from '../../../ui/drafts/saved-line.tsx'
import { PressBar } from './press-bar.tsx'
import { Proof } from './proof.tsx'
import { type SettingsDraft, useDraftState } from './use-settings-draft.ts'
import { usePublish } from './use-publish.ts'
import { ASKED_AFTER, changesTitle, TitleChange } from './title-change.tsx'
import { ValueField } from './value-field.tsx'
import { ViewSite } from './view-site.tsx'

type Area = (typeof AREAS)[number]

/** The values of one area: fields at the left, what they change at the right, and what is not published below. */
export function AreaDesk({
  area,
  settings,
  keeper,
}: {
  area: Area
  settings: JournalSettings
  keeper: DraftSync<SettingsDraft>
}) {
  const draft = useDraftState(keeper)
  const part = useDeskPart()
  const { publish, busy, errors, clear } = usePublish(settings, keeper)
  const fields = FIELDS.filter((field) => field.area === area.id)
  const published: Values = Object.fromEntries(Object.entries(settings.values).map(([key, { value }]) => [key, value]))
  const { values: drafted } = draft.content
  const valueOf = (key: string): Value => {
    const changed = drafted[key]
    if (changed === undefined) return published[key]!
    return changed ?? settings.values[key]!.original
  }
  const changed = fields.filter(({ key }) => !isSameValue(valueOf(key), published[key]))
  const tried: Values = Object.fromEntries(FIELDS.map(({ key }) => [key, valueOf(key)]))
  const concerns = concernsOf(tried)

  const set = (key: string, value: Value | null) => {
    const { [key]: _before, ...others } = drafted
    const isBack = value !== null && isSameValue(value, published[key])
    clear(key)
    keeper.edit({ base: draft.content.base || settings.version, values: isBack ? others : { ...others, [key]: value } })
  }
  const send = () =>
    publish(
      { values: Object.fromEntries(changed.map(({ key }) => [key, drafted[key]!])), texts: [] },
      changed.map(({ key }) => key),
    )
  const discard = () => {
    const keys = new Set(changed.map(({ key }) => key))
    keeper.edit({ values: Object.fromEntries(Object.entries(drafted).filter(([key]) => !keys.has(key))) })
  }
  return (
    <Desk
      part={part}
      fields={
        <form
          aria-label={area.title}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          {fields.map((field) => (
            <Fragment key={field.key}>
              <ValueField
                field={field}
                value={valueOf(field.key)}
                published={published[field.key]!}
                original={settings.values[field.key]!}
                error={errors[field.key]}
                concern={concerns[field.key]}
                onChange={(value) => set(field.key, value)}
                onPutBack={() => set(field.key, published[field.key]!)}
                onOriginal={() => set(field.key, null)}
              />
              {field.key === ASKED_AFTER && settings.published > 0 && changesTitle(valueOf, published) && (
                <TitleChange
                  valueOf={valueOf}
                  published={published}
                  count={settings.published}
                  onChange={(titles) => set('formerTitles', titles)}
                />
              )}
            </Fragment>
          ))}
          <SavedLine draft={draft} />
          <PressBar count={changed.length} busy={busy} onPublish={() => void send()} onDiscard={discard} />
        </form>
      }
      beside={<ViewSite keeper={keeper} />}
      seen={
        <Proof
          area={area.id}
          before={journal()}
          after={journalOf(tried)}
          underWay={settings.underWay}
          dois={settings.dois}
        />
      }
    />
  )
}
