import { Search, X } from 'lucide-react'
import { useId, type FormEvent } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../contract/rules/site/paths.ts'
import { SEARCH_MAX } from '../../contract/rules/site/search.ts'
import { searchPath, searchQueryIn } from '../../contract/rules/site/search-query.ts'
import { go } from '../ui/go.ts'

/** The field of the masthead that leads to the search page, which has a larger one. `/` focuses it (`slash-key.ts`). */
export function SearchBox() {
  const { pathname } = useLocation()
  if (pathname === paths.search) return null
  return <SearchForm />
}

/** The same on small screens, behind a button. */
export function SearchMenu() {
  const { pathname } = useLocation()
  if (pathname === paths.search) return null
  return (
    <details className="find-small pop">
      <summary className="btn icon" aria-label="Search">
        <Search className="ic" aria-hidden="true" />
        <X className="ic shut" aria-hidden="true" />
      </summary>
      <SearchForm small />
    </details>
  )
}

function SearchForm({ small = false }: { small?: boolean }) {
  const id = useId()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q'))
    event.currentTarget.closest('details')?.removeAttribute('open')
    go(searchPath(searchQueryIn(new URLSearchParams({ q }))))
  }
  return (
    <form className="find" role="search" action={paths.search} onSubmit={onSubmit}>
      <label className="sr" htmlFor={id}>
        Search articles
      </label>
      <input
        className="find-in"
        id={id}
        name="q"
        type="search"
        maxLength={SEARCH_MAX}
        enterKeyHint="search"
        autoComplete="off"
        data-search=""
        {...(small ? {} : { placeholder: 'Search', 'aria-keyshortcuts': '/' })}
      />
      {small ? (
        <button className="btn solid">Search</button>
      ) : (
        <button className="btn icon" aria-label="Search">
          <Search className="ic" aria-hidden="true" />
        </button>
      )}
    </form>
  )
}
