import { Search } from 'lucide-react'
import { useId, type FormEvent, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useNewestSearch } from './go.ts'

/**
 * Filters a list through the URL's query, so that a filtered list can be bookmarked, shared and returned to.
 * `keep` names parameters that stay although no control here shows them.
 */
export function FilterForm({
  label,
  keep = [],
  children,
}: {
  label: string
  keep?: readonly string[]
  children: (present: URLSearchParams) => ReactNode
}) {
  const { pathname } = useLocation()
  const search = useNewestSearch()
  const navigate = useNavigate()
  const present = new URLSearchParams(search)
  const kept = addressOf(
    pathname,
    keep.map((name) => [name, present.get(name)]),
  )

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = [...new FormData(event.currentTarget)].map(([name, value]): [string, string] => [
      name,
      String(value).trim(),
    ])
    void navigate(
      addressOf(pathname, [...keep.map((name): [string, string | null] => [name, present.get(name)]), ...chosen]),
    )
  }
  const narrowed = [...present.keys()].some((name) => name !== 'page' && !keep.includes(name))
  return (
    // Navigation, by the back button for example, resets the controls.
    <form key={search} role="search" aria-label={label} className="filters" action={pathname} onSubmit={onSubmit}>
      {children(present)}
      <p className="buttons">
        <button type="submit" className="btn">
          <Search className="ic" aria-hidden="true" />
          Apply
        </button>
        {narrowed && (
          <Link className="btn text" to={kept}>
            Show All
          </Link>
        )}
      </p>
    </form>
  )
}

/** A URL with these choices; blank ones are left out. */
export function addressOf(pathname: string, choices: readonly (readonly [string, string | null])[]): string {
  const search = new URLSearchParams()
  for (const [name, value] of choices) if (value) search.set(name, value)
  return search.size ? `${pathname}?${search}` : pathname
}

/** The current URL with some choices replaced (null: removed), from the first page. */
export function useAddress(): (changes: Record<string, string | null>) => string {
  const { pathname, search } = useLocation()
  return (changes) => {
    const choices = { ...Object.fromEntries(new URLSearchParams(search)), page: null, ...changes }
    return addressOf(pathname, Object.entries(choices))
  }
}

export function FilterText({
  name,
  label,
  present,
  type = 'search',
  maxLength,
}: {
  name: string
  label: string
  present: URLSearchParams
  type?: 'search' | 'date' | 'month'
  maxLength?: number
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        className="in"
        maxLength={maxLength}
        autoComplete="off"
        defaultValue={present.get(name) ?? ''}
      />
    </div>
  )
}

export function FilterChoice({
  name,
  label,
  present,
  all,
  options,
}: {
  name: string
  label: string
  present: URLSearchParams
  /** The value for no choice. */
  all: string
  options: readonly { value: string; label: string }[]
}) {
  const id = useId()
  const chosen = present.get(name) ?? ''
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        className="in"
        title={options.find(({ value }) => value === chosen)?.label}
        defaultValue={chosen}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
