import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { SEARCH_MAX, type SearchQuery } from '../../../../contract/rules/site/search.ts'

/** The id of the form, which the check boxes of the filters belong to as well. */
export const SEARCH_FORM = 'search-form'

/**
 * The field of the search page. Without scripts it is a plain form; with them the results follow what is typed
 * (`site/document/results-while-typing.ts`), whether React has come or not.
 */
export function SearchForm({ query: { q, sort } }: { query: SearchQuery }) {
  const field = useRef<HTMLInputElement>(null)
  // Navigation, by the back button for example, resets the field; but what someone is typing is theirs.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = q
  }, [q])
  return (
    <form className="bigfind" id={SEARCH_FORM} role="search" action={paths.search}>
      <label className="sr" htmlFor="q">
        Search articles
      </label>
      <Search className="ic" aria-hidden="true" />
      <input
        ref={field}
        className="in find-in"
        id="q"
        name="q"
        type="search"
        defaultValue={q}
        maxLength={SEARCH_MAX}
        enterKeyHint="search"
        autoComplete="off"
        aria-keyshortcuts="/"
        data-search=""
      />
      {sort !== 'best' && <input type="hidden" name="sort" value={sort} />}
      <button className="btn solid">Search</button>
    </form>
  )
}
