import { useState } from 'react'
import { Link } from 'react-router'
import type { TextInList } from '../../../../contract/api/settings.ts'
import { DEFAULT_MENU, isMenuTarget, MENU_LABEL_MAX } from '../../../../contract/rules/settings/menu.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { Field } from '../../../ui/field.tsx'

/** The pages that are not in the menu, and any other address of the site to put there. */
export function OtherPages({
  texts,
  paths: listed,
  onAdd,
}: {
  /** Pages that the journal has added. */
  texts: readonly TextInList[]
  /** What is in the menu already. */
  paths: readonly string[]
  onAdd: (to: string, label: string) => void
}) {
  const [to, setTo] = useState('')
  const [label, setLabel] = useState('')
  const [error, setError] = useState('')
  const fixed = DEFAULT_MENU.filter((entry) => !listed.includes(entry.to))
  const rows = [
    ...texts.map(({ slug, title, page, kind }) => ({
      to: slug,
      title,
      path: page!.path,
      desk: paths.adminText(kind, slug),
    })),
    ...fixed.map((entry) => ({ to: entry.to, title: entry.label, path: entry.to, desk: null })),
  ]
  const add = () => {
    const path = to.trim()
    if (listed.includes(path)) return setError('This address is in the menu already.')
    if (!isMenuTarget(path)) return setError('Please enter an address of this site, such as /archived.')
    if (!label.trim()) return setError('Please enter a name for the menu.')
    onAdd(path, label.trim())
    setTo('')
    setLabel('')
  }
  return (
    <section aria-label="Not in the menu" className="menu-group">
      <h2>Not in the menu</h2>
      {rows.length > 0 && (
        <ul className="rows placed" role="list">
          {rows.map((row) => (
            <li key={row.to} className="aside-row">
              <span>
                <span className="ttl">{row.desk ? <Link to={row.desk}>{row.title}</Link> : row.title}</span>
                <span className="why">
                  <code>{row.path}</code>
                </span>
              </span>
              <button
                type="button"
                className="btn"
                onClick={() => onAdd(row.to, row.title.slice(0, MENU_LABEL_MAX).trim())}
              >
                Add to the Menu<span className="sr">: {row.title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>Another address of this site</summary>
        <div className="entry-fields">
          <Field
            name="entry-to"
            label="Address"
            hint="Such as /category/… or /archived."
            value={to}
            error={error}
            onChange={(typed) => {
              setError('')
              setTo(typed)
            }}
          />
          <Field
            name="entry-label"
            label="Name in the menu"
            maxLength={MENU_LABEL_MAX}
            value={label}
            onChange={setLabel}
          />
          <button type="button" className="btn" onClick={add}>
            Add
          </button>
        </div>
      </details>
    </section>
  )
}
