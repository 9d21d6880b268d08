import { useState } from 'react'
import { Link } from 'react-router'
import type { TextInList } from '../../../../contract/api/settings.ts'
import {
  MENU_GROUPS,
  MENU_LABEL_MAX,
  MENU_PLACES,
  type MenuEntry,
  type MenuGroup,
  type MenuPlace,
} from '../../../../contract/rules/settings/menu.ts'
import { isOwnPage } from '../../../../contract/rules/settings/own-pages.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { Field, SelectField } from '../../../ui/field.tsx'
import { PlaceControls } from '../../../ui/order/place-controls.tsx'
import { useOrder } from '../../../ui/order/use-order.ts'

const textOf = (texts: readonly TextInList[], to: string): TextInList | undefined =>
  texts.find(({ slug, page }) => page && (isOwnPage(to) ? slug === to : page.path === to))

/** The entries of one group in their order. */
export function MenuList({
  title,
  entries,
  texts,
  say,
  onMove,
  onChange,
}: {
  title: string
  entries: readonly MenuEntry[]
  texts: readonly TextInList[]
  say: (words: string) => void
  onMove: (from: number, to: number) => void
  /** Null: it is taken out. */
  onChange: (to: string, entry: MenuEntry | null) => void
}) {
  const [edited, edit] = useState<string | null>(null)
  const items = entries.map(({ to, label }) => ({ id: to, name: label || to }))
  const order = useOrder({
    ...{ items, list: title, say },
    onMove: (id, to) =>
      onMove(
        items.findIndex((item) => item.id === id),
        to,
      ),
  })
  return (
    <section aria-label={title} className="menu-group">
      <h2>{title}</h2>
      {!entries.length && <p className="muted small">No entries.</p>}
      <ol className="order" role="list" ref={order.ref}>
        {entries.map((entry) => (
          <li key={entry.to} {...order.row(entry.to)}>
            <PlaceControls {...order.controls({ id: entry.to, name: entry.label || entry.to })} />
            <Named entry={entry} text={textOf(texts, entry.to)} />
            <span className="acts">
              <button
                type="button"
                className="btn text"
                aria-expanded={edited === entry.to}
                onClick={() => edit(edited === entry.to ? null : entry.to)}
              >
                Edit<span className="sr"> {entry.label}</span>
              </button>
            </span>
            {edited === entry.to && (
              <EntryFields
                entry={entry}
                onChange={(next) => {
                  if (next?.group !== entry.group) edit(null)
                  if (!next) say(`${entry.label} is no longer in ${title}.`)
                  onChange(entry.to, next)
                }}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What the entry is called, and the page that it leads to. */
function Named({ entry: { to, label, place }, text }: { entry: MenuEntry; text: TextInList | undefined }) {
  const page = text?.page
  const hasEnded = isOwnPage(to) && (!page || page.leadsTo !== null)
  return (
    <span className="what">
      <span className="ttl">{text ? <Link to={paths.adminText(text.kind, text.slug)}>{label}</Link> : label}</span>
      <span className="why">
        <code>{page?.path ?? to}</code>
        {page?.version != null && page.version > 1 && ` · version ${page.version}, since ${longDate(page.since!)}`}
        {place === 'foot' && ' · foot of the page only'}
        {place === 'nowhere' && ' · not shown'}
        {hasEnded && <b className="warning-ink"> · This page has ended: readers do not see the entry.</b>}
      </span>
    </span>
  )
}

function EntryFields({ entry, onChange }: { entry: MenuEntry; onChange: (entry: MenuEntry | null) => void }) {
  return (
    <div className="entry-fields">
      <Field
        name="label"
        label="Name in the menu"
        maxLength={MENU_LABEL_MAX}
        value={entry.label}
        onChange={(label) => onChange({ ...entry, label })}
      />
      <SelectField
        name="place"
        label="Shown in"
        value={entry.place}
        placeholder="Please choose"
        options={MENU_PLACES}
        onChange={(place) => place && onChange({ ...entry, place: place as MenuPlace })}
      />
      <SelectField
        name="group"
        label="Group"
        value={entry.group}
        placeholder="Please choose"
        options={MENU_GROUPS.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(group) => group && onChange({ ...entry, group: group as MenuGroup })}
      />
      <button type="button" className="btn text" onClick={() => onChange(null)}>
        Take Out<span className="sr"> {entry.label}</span>
      </button>
    </div>
  )
}
