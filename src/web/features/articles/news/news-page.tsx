import { journal } from '../../../../contract/journal.ts'
import type { NewsInBrief, NewsItem } from '../../../../contract/api/announcements.ts'
import { NEWS_KINDS } from '../../../../contract/rules/site/news.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { newsFeedPath, paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { Link } from '../../../ui/link.tsx'
import { usePublicUrl } from '../../../ui/page-head.tsx'
import { jsonForScript } from '../../../ui/page-markup.ts'
import { Pager } from '../../../ui/pager.tsx'
import { Empty } from '../../../ui/states.tsx'
import { RichHtml } from '../../../ui/title-text.tsx'
import { FollowForm } from '../following/follow-form.tsx'
import { CallState, NewsEntry, NewsStyles } from './news-entry.tsx'

/** All that is announced, the newest first, and the form for new articles by email. */
export function NewsList({ news: { data, meta } }: { news: Paged<NewsInBrief> }) {
  return (
    <div className="with-side">
      <NewsStyles />
      <div>
        {data.length ? (
          <ol className="news" role="list">
            {data.map((item) => (
              <li key={item.slug}>
                <NewsEntry item={item} />
              </li>
            ))}
          </ol>
        ) : (
          <Empty title="No news yet">
            <p>Announcements and calls for papers will appear here.</p>
          </Empty>
        )}
        <Pager path={paths.news} meta={meta} label="Pages of news" />
      </div>
      <aside aria-labelledby="new-articles">
        <h2 id="new-articles">New articles by email</h2>
        <FollowForm about={null} />
        <p>
          <Link to={paths.follow}>Choose categories, volumes, news</Link>
        </p>
        <p className="news-feeds">
          <a href={newsFeedPath('atom')}>Atom feed</a> <a href={newsFeedPath('rss')}>RSS feed</a>{' '}
          <a href={newsFeedPath('json')}>JSON feed</a>
        </p>
      </aside>
    </div>
  )
}

/** One item of the news in full. */
export function NewsItemView({ item }: { item: NewsItem }) {
  const { kind, title, from, until, isListed, html } = item
  return (
    <article className="wrap news-item">
      <NewsStyles />
      <NewsData item={item} />
      <nav className="crumb small" aria-label="Breadcrumb">
        <ol className="wrapping" role="list">
          <li>
            <Link to={paths.news}>News</Link>
          </li>
        </ol>
      </nav>
      <header className="head wrapping">
        <div>
          <span className="news-kind">{NEWS_KINDS[kind]}</span>
          <h1>{title}</h1>
          <p>
            <time dateTime={from}>{longDate(from)}</time>
          </p>
        </div>
      </header>
      {!isListed && <p className="notice space">This announcement was current until {longDate(until)}.</p>}
      <RichHtml html={html} />
      {kind === 'call' && (
        <p className="call-line">
          <CallState {...item} />
          {item.isOpen && (
            <Link className="btn solid" to={paths.submit}>
              Submit Research
            </Link>
          )}
        </p>
      )}
    </article>
  )
}

/** What search engines read of it. */
function NewsData({ item: { title, slug, summary, publishedAt, updatedAt, from } }: { item: NewsItem }) {
  const publicUrl = usePublicUrl()
  const published = publishedAt.slice(0, 10) < from ? from : publishedAt
  const { logo } = journal().look
  const data = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: title,
    description: summary,
    url: publicUrl + paths.newsItem(slug),
    datePublished: published,
    dateModified: updatedAt < published ? published : updatedAt,
    inLanguage: journal().language,
    publisher: {
      ...{ '@type': 'Organization', name: journal().publisher.name, url: publicUrl },
      ...(logo && { logo: publicUrl + logo }),
    },
    isPartOf: { '@type': 'Periodical', name: journal().name, url: publicUrl },
  }
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonForScript(data) }} />
}
