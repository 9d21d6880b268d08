import { Braces, Rss } from 'lucide-react'
import { Fragment } from 'react'
import type { PublishedNotice } from '../../../../contract/api/published-notice.ts'
import { NOTICES, NOTICE_KINDS, type NoticeKind, whatAlone } from '../../../../contract/rules/articles/notices.ts'
import { NOTICE_FILTERS, type NoticeFilter, noticesPath } from '../../../../contract/rules/site/notice-filters.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { daysBetween } from '../../../../contract/rules/peer-review/days.ts'
import { inDigits, longDate, monthAndDay } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { Link } from '../../../ui/link.tsx'
import { Empty } from '../../../ui/states.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { SLIP_OF_KIND, SlipMark } from '../standing/slip-mark.tsx'
import { StandingStyles } from '../standing/standing-chip.tsx'
import type { NoticesData } from './notices-data.ts'
import { NoticeStyles } from './notice-view.tsx'

/** What the journal has said about its articles since, with figures of how often and how soon. */
export function NoticesPage({ data: { notices, figures, shown, today } }: { data: NoticesData }) {
  const filtered = notices.filter(({ kind }) => shown === null || NOTICE_FILTERS[shown].kinds.includes(kind))
  const years = Map.groupBy(filtered, ({ publishedAt }) => publishedAt.slice(0, 4))
  return (
    <div className="wrap notices">
      <StandingStyles />
      <NoticeStyles />
      <header className="head">
        <div>
          <h1>Notices</h1>
          <p>
            Corrections, concerns, retractions and removals, with their reasons. Nothing is ever taken off this page.
          </p>
        </div>
        <Figures figures={figures} />
      </header>
      <OpenConcerns
        concerns={notices.filter(({ kind, closedBy }) => kind === 'concern' && closedBy === null)}
        today={today}
      />
      <Filters notices={notices} shown={shown} />
      {years.size === 0 && (
        <Empty title={shown === null ? 'No notices yet' : 'No notice of this kind'}>
          <p>What is corrected, doubted or retracted after it was published will be listed here.</p>
        </Empty>
      )}
      {[...years].map(([year, some]) => (
        <section key={year} className="n-year" aria-labelledby={`y${year}`}>
          <header>
            <h2 id={`y${year}`}>{year}</h2>
            <p className="muted">{countsOf(some)}</p>
          </header>
          <ol className="n-list" role="list">
            {some.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} />
            ))}
          </ol>
        </section>
      ))}
      <footer className="n-foot">
        <p>
          <b>How we count.</b> Days run from the first report to the notice. A concern counts as open until a notice
          resolves it or retracts the article. See <Link to="/publication-ethics">Publication Ethics</Link>.
        </p>
        <p className="n-go">
          <a href={paths.noticesFeed} type="application/atom+xml">
            <Rss className="ic" aria-hidden="true" />
            Atom feed
          </a>
          <a href="/api/notices" type="application/json">
            <Braces className="ic" aria-hidden="true" />
            JSON
          </a>
        </p>
      </footer>
    </div>
  )
}

function Figures({
  figures: { thisYear, articles, medianDays, openConcerns: open, late },
}: Pick<NoticesData, 'figures'>) {
  return (
    <dl className="figures">
      <div>
        <dt>Notices this year, of {counted(articles, 'article')}</dt>
        <dd>{inDigits(thisYear)}</dd>
      </div>
      {medianDays !== null && (
        <div>
          <dt>Median from report to notice</dt>
          <dd>
            {inDigits(medianDays)} <small>{medianDays === 1 ? 'day' : 'days'}</small>
          </dd>
        </div>
      )}
      <div>
        <dt>
          Open concerns
          {late > 0 && `, ${inDigits(late)} past ${late === 1 ? 'its date' : 'their dates'}`}
        </dt>
        <dd>{inDigits(open)}</dd>
      </div>
    </dl>
  )
}

/** Doubts that no notice has settled, with their age: a journal that lets them rest is seen to do so. */
function OpenConcerns({ concerns, today }: { concerns: readonly PublishedNotice[]; today: string }) {
  if (!concerns.length) return null
  return (
    <section className="open-c" aria-labelledby="open-concerns">
      <h2 id="open-concerns">Open concerns</h2>
      <ul role="list">
        {concerns.map(({ id, publishedAt, what, about, reviewOn }) => {
          const age = daysBetween(publishedAt.slice(0, 10), today)
          const left = reviewOn === null ? null : daysBetween(today, reviewOn)
          const promised = reviewOn === null ? null : daysBetween(publishedAt.slice(0, 10), reviewOn)
          const isLate = left !== null && left < 0
          return (
            <li key={id}>
              <div>
                <p className="oc-h">
                  <Link to={paths.article(id)}>
                    <Titles of={about} />
                  </Link>
                </p>
                <p className="muted">
                  Since {longDate(publishedAt)}. {whatAlone('concern', what)}
                </p>
              </div>
              <p className="oc-bar">
                {left !== null && promised !== null && (
                  <span className={isLate ? 'clock over' : 'clock'}>
                    <progress
                      className="weeks"
                      max={Math.max(1, promised)}
                      value={Math.min(age, promised)}
                      aria-label={`Day ${age} of ${promised}`}
                    />
                    <b>{isLate ? `${counted(-left, 'day')} over` : `${counted(left, 'day')} left`}</b>
                  </span>
                )}
                <span className="muted">
                  {counted(age, 'day')} open
                  {reviewOn && `, report ${isLate ? 'was due' : 'due'} ${longDate(reviewOn)}`}
                </span>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Filters({ notices, shown }: { notices: readonly PublishedNotice[]; shown: NoticeFilter | null }) {
  const tab = (filter: NoticeFilter | null, name: string, count: number) => (
    <li key={name}>
      <Link to={noticesPath(filter)} aria-current={filter === shown ? 'page' : undefined}>
        {name} <span className="n">{inDigits(count)}</span>
      </Link>
    </li>
  )
  return (
    <nav className="status-tabs" aria-label="Kind of notice">
      <ul role="list">
        {tab(null, 'All', notices.length)}
        {(Object.keys(NOTICE_FILTERS) as NoticeFilter[]).flatMap((filter) => {
          const { name, kinds } = NOTICE_FILTERS[filter]
          const count = notices.filter(({ kind }) => kinds.includes(kind)).length
          return count || filter === shown ? [tab(filter, name, count)] : []
        })}
      </ul>
    </nav>
  )
}

function NoticeRow({ notice: { id, kind, publishedAt, what, about, daysFromReport } }: { notice: PublishedNotice }) {
  return (
    <li>
      <time dateTime={publishedAt}>{monthAndDay(publishedAt)}</time>
      <div>
        <SlipMark slip={SLIP_OF_KIND[kind]} />
        <p className="nk">{kind === 'concern' ? 'Concern' : NOTICES[kind].name}</p>
      </div>
      <div className="nt">
        <p>
          <Link to={paths.article(id)}>
            <Titles of={about} />
          </Link>
        </p>
        <p className="muted">{whatAlone(kind, what)}</p>
      </div>
      {daysFromReport !== null && <p className="nd">{counted(daysFromReport, 'day')}</p>}
    </li>
  )
}

const Titles = ({ of }: { of: PublishedNotice['about'] }) =>
  of.map(({ id, title }, index) => (
    <Fragment key={id}>
      {index > 0 && '; '}
      <TitleText title={title} />
    </Fragment>
  ))

const PLURALS: Partial<Record<NoticeKind, [string, string]>> = {
  concern: ['concern', 'concerns'],
  'concern-closed': ['concern resolved', 'concerns resolved'],
  addendum: ['addendum', 'addenda'],
  reply: ['reply', 'replies'],
}

/** '4 corrections, 1 addendum, 2 concerns'. */
function countsOf(notices: readonly PublishedNotice[]): string {
  return NOTICE_KINDS.flatMap((kind) => {
    const count = notices.filter((notice) => notice.kind === kind).length
    const [one, many] = PLURALS[kind] ?? [kind as string, `${kind}s`]
    return count ? [`${inDigits(count)} ${count === 1 ? one : many}`] : []
  }).join(', ')
}
