import type { Today } from '../../../../../contract/api/case-list.ts'
import { capital, countInWords, numberInWords } from '../../../../../contract/rules/peer-review/in-words.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../../contract/rules/text/plain-text.ts'
import { fullDay, longDate } from '../../../../../contract/rules/text/dates.ts'
import { CASE_SCOPES, type CaseScope } from '../../../../../contract/rules/peer-review/stages.ts'
import { SEARCH_MAX } from '../../../../../contract/rules/articles/article-policy.ts'
import { TriangleAlert } from 'lucide-react'
import { AreaHead } from '../../../../ui/area-head.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Empty } from '../../../../ui/states.tsx'

/** Whose cases are shown, and what is searched for, as given in the URL. */
export interface TodayQuery {
  scope: CaseScope
  find: string
}

/** Unknown values are ignored. `find`, because `q` belongs to Research Listings, once the page at this address. */
export const todayQuery = (search: URLSearchParams): TodayQuery => ({
  scope: CASE_SCOPES.find((scope) => scope === search.get('scope')) ?? 'mine',
  find: (search.get('find') ?? '').trim().slice(0, SEARCH_MAX),
})

export function todayHref({ scope, find }: TodayQuery, base: string = paths.admin): string {
  const search = new URLSearchParams()
  if (scope !== 'mine') search.set('scope', scope)
  if (find !== '') search.set('find', find)
  return search.size ? `${base}?${search}` : base
}

/** The date, what there is to do, and how the journal keeps its promise. */
export function TodayHead({
  today,
  isSearch,
  also,
  noticeDays,
  figuresPath = paths.adminFigures,
}: {
  today: Today | undefined
  isSearch: boolean
  /** What there is to do besides cases, in a sentence. */
  also: string
  /** The median from a report to the notice, in days. */
  noticeDays: number | null
  figuresPath?: string
}) {
  return (
    <AreaHead
      title="Today"
      note={
        today && (
          <>
            {fullDay(today.today)}. {isSearch ? found(today) : summary(today)} {also}{' '}
            <Link to={figuresPath}>Review statistics</Link>
          </>
        )
      }
    >
      {today ? <Figures {...today} noticeDays={noticeDays} /> : <div className="figures" />}
    </AreaHead>
  )
}

const MISSING: Record<Today['missing'][number], { what: string; to: string; todo: string }> = {
  categories: {
    what: 'Authors cannot submit, because there is no category.',
    ...{ to: paths.adminCategories, todo: 'Add a category' },
  },
  editors: {
    what: 'A manuscript has no editor, because you take part in it and are the only one.',
    ...{ to: paths.adminUsers, todo: 'Add another administrator' },
  },
  volumes: {
    what: 'The archives are empty, because there is no volume.',
    ...{ to: paths.adminVolumes, todo: 'Add a volume' },
  },
  board: {
    what: 'Readers find no editorial board.',
    ...{ to: paths.adminEditorialMembers, todo: 'Add its members' },
  },
}

/** What the journal cannot do without and does not have, each with the page where it is added. */
export function MissingNotice({ missing }: Pick<Today, 'missing'>) {
  if (!missing.length) return null
  return (
    <div className="notice caution space">
      <TriangleAlert className="ic" aria-hidden="true" />
      <div>
        {missing.map((name) => (
          <p key={name}>
            {MISSING[name].what} <Link to={MISSING[name].to}>{MISSING[name].todo}</Link>
          </p>
        ))}
      </div>
    </div>
  )
}

const found = ({ lines }: Today): string => `${capital(countInWords(lines.length, 'case'))} found.`

/** 'Six cases need you; one is overdue.' */
function summary({ lines, scope }: Today): string {
  const count = (group: string) => lines.filter((line) => line.group === group).length
  const act = count('act')
  const others = count('others') + count('authors')
  if (!act) {
    if (!others) return 'No open cases.'
    return `${capital(countInWords(others, 'case'))} ${others === 1 ? 'is' : 'are'} with others.`
  }
  const overdue = lines.filter(({ promise }) => promise?.state === 'over').length
  const late = overdue ? `; ${numberInWords(overdue)} ${overdue === 1 ? 'is' : 'are'} overdue` : ''
  const whom = scope === 'mine' ? 'you' : 'an editor'
  return `${capital(countInWords(act, 'case'))} ${act === 1 ? 'needs' : 'need'} ${whom}${late}.`
}

function Figures({
  figures: { medianDays, onTimePercent, decided, open },
  samples,
  noticeDays,
}: Pick<Today, 'figures' | 'samples'> & { noticeDays: number | null }) {
  // While there is nothing else, figures are of what was invented.
  const ofSamples = samples === 'counted' ? ', sample' : ''
  return (
    <dl className="figures">
      <div>
        <dt>Median to first decision{ofSamples}</dt>
        <Days of={medianDays} />
      </div>
      {noticeDays !== null && (
        <div>
          <dt>Median to a notice</dt>
          <Days of={noticeDays} />
        </div>
      )}
      <div>
        <dt>
          {decided ? `On time (${counted(decided, 'decision')} this year)` : 'On time this year'}
          {ofSamples}
        </dt>
        <dd>{onTimePercent === null ? '–' : `${onTimePercent}%`}</dd>
      </div>
      <div>
        <dt>Open cases</dt>
        <dd>{open}</dd>
      </div>
    </dl>
  )
}

const Days = ({ of }: { of: number | null }) => (
  <dd>
    {of ?? '–'} {of !== null && <small>{of === 1 ? 'day' : 'days'}</small>}
  </dd>
)

/** Above the cases of others, when no editor has to act; or why a search has found none. */
export function NothingWaits({
  today,
  query,
  listings,
}: {
  today: Today
  query: TodayQuery
  /** Whether the reader may open Research Listings. */
  listings: boolean
}) {
  if (query.find !== '') {
    return (
      <Empty title="No cases found">
        <p>{listings ? 'Closed cases are in Research Listings.' : 'Cases that were closed long ago are not listed.'}</p>
        <Link className="btn" to={todayHref({ ...query, find: '' }, listings ? paths.admin : paths.desk)}>
          Show All
        </Link>
      </Empty>
    )
  }
  const { nextReportOn } = today
  return (
    <div className="rest">
      <Empty title={query.scope === 'mine' ? 'Nothing needs you now' : 'Nothing needs an editor'}>
        <p>
          {nextReportOn && `The next report is due on ${longDate(nextReportOn)}. `}
          New manuscripts and late reports will appear here.
        </p>
        {listings && (
          <Link className="btn" to={paths.adminListings}>
            Research Listings
          </Link>
        )}
      </Empty>
    </div>
  )
}
