import type { NewsInBrief } from '../../../../contract/api/announcements.ts'
import { NEWS_KINDS } from '../../../../contract/rules/site/news.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { longDate, monthAndDay } from '../../../../contract/rules/text/dates.ts'
import stylesheet from '../../../styles/news.css?url'
import { Link } from '../../../ui/link.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'

export const NewsStyles = () => <Stylesheet href={stylesheet} precedence="site" />

/** One item in the list of news. */
export function NewsEntry({ item: { slug, kind, title, summary, ...item } }: { item: NewsInBrief }) {
  return (
    <>
      <time className="when" dateTime={item.from}>
        {longDate(item.from)}
      </time>
      <div>
        <span className="news-kind">{NEWS_KINDS[kind]}</span>
        <h2>
          <Link to={paths.newsItem(slug)}>{title}</Link>
        </h2>
        {summary && <p>{summary}</p>}
        {kind === 'call' && (
          <p className="call-line">
            <CallState {...item} />
            {item.isOpen && (
              <Link className="btn solid" to={paths.submit}>
                Submit Research
              </Link>
            )}
            <Link to={paths.newsItem(slug)}>Read the call</Link>
          </p>
        )}
      </div>
    </>
  )
}

/** Until when a call takes manuscripts, or that it does no longer. */
export const CallState = ({ isOpen, deadline }: Pick<NewsInBrief, 'isOpen' | 'deadline'>) => (
  <b>{isOpen ? `Open until ${longDate(deadline)}` : `Closed since ${longDate(deadline)}`}</b>
)

/** The line of the home page about an open call, or what was announced lately. */
export const HomeNewsLine = ({ item: { slug, kind, title, deadline } }: { item: NewsInBrief }) => (
  <>
    <span className="news-kind">{NEWS_KINDS[kind]}</span>
    <span>
      {title}
      {kind === 'call' && deadline && `, until ${monthAndDay(deadline)}`}
    </span>{' '}
    <Link to={paths.newsItem(slug)}>
      {kind === 'call' ? 'Read the call' : 'Read more'}
      <span className="sr">: {title}</span>
    </Link>
  </>
)
