import { Search } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { Today } from '../../../../../contract/api/case-list.ts'
import { SEARCH_MAX } from '../../../../../contract/rules/articles/article-policy.ts'
import { CASE_SCOPES, type CaseScope } from '../../../../../contract/rules/peer-review/stages.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { KEEPS_FOCUS } from '../../../../ui/go.ts'
import { CsvButton } from '../../../../ui/list-csv.tsx'
import { useSearchTyping } from '../../../../ui/use-search-typing.ts'
import { casesCsv } from './cases-csv.ts'
import { todayHref, type TodayQuery } from './today-head.tsx'

const SCOPES: Record<CaseScope, string> = { mine: 'Mine and unassigned', all: 'All editors' }

/** Whose cases are shown, the search, and the list as a file. Each choice has an address of its own. */
export function TodayBar({
  query,
  today,
  base = paths.admin,
}: {
  query: TodayQuery
  today: Today | null | undefined
  /** The page that it is on. */
  base?: string
}) {
  const navigate = useNavigate()
  const search = useSearchTyping(query.find, (find, replace) => {
    void navigate(todayHref({ ...query, find }, base), { replace, preventScrollReset: true, state: KEEPS_FOCUS })
  })
  return (
    <div className="list-bar">
      <nav className="tabs" aria-label="Whose cases">
        <ul role="list">
          {CASE_SCOPES.map((scope) => (
            <li key={scope}>
              <Link
                to={todayHref({ ...query, scope }, base)}
                state={KEEPS_FOCUS}
                preventScrollReset
                aria-current={query.scope === scope ? 'page' : undefined}
              >
                {SCOPES[scope]} {today && <span className="n">{today.counts[scope]}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <form className="finder" role="search" action={base} onSubmit={search.onSubmit}>
        {query.scope !== 'mine' && <input type="hidden" name="scope" value={query.scope} />}
        <label htmlFor="find-case">
          Find<span className="sr"> by title, author or number</span>
        </label>
        <span className="box">
          <Search className="ic" aria-hidden="true" />
          <input
            id="find-case"
            className="in"
            type="search"
            name="find"
            maxLength={SEARCH_MAX}
            autoComplete="off"
            spellCheck={false}
            aria-keyshortcuts="/"
            value={search.typed}
            onChange={(event) => search.type(event.target.value)}
            onBlur={search.rest}
          />
          <kbd aria-hidden="true">/</kbd>
        </span>
      </form>
      {today && today.lines.length > 0 && (
        <CsvButton table={casesCsv(today.lines)}>
          CSV<span className="sr"> of this list</span>
        </CsvButton>
      )}
    </div>
  )
}
