import { Flag } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { PublishedNotice } from '../../../../contract/api/published-notice.ts'
import { isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import { NOTICES, RESEARCH_ARTICLE, type Standing } from '../../../../contract/rules/articles/notices.ts'
import type { ArticleUsage } from '../../../../contract/api/usage.ts'
import { inDigits, longDate } from '../../../../contract/rules/text/dates.ts'
import { licenceName } from '../../../../contract/rules/articles/citation/record.ts'
import { printedPages } from '../../../../contract/rules/articles/place-in-volume.ts'
import { peerReviewStatement } from '../../../../contract/rules/peer-review/statement.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { DoiLink } from '../doi-link.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { noticeOf } from '../standing/banner.tsx'
import { FollowArticle } from '../following/follow-form.tsx'
import type { ArticleData } from './article-data.ts'

/** The details of an article: volume and pages, dates, DOI and licence; and what a reader can do about it. */
export function ArticleDetails({ article }: { article: ArticleData }) {
  const {
    category,
    volume,
    issue,
    pageNum,
    elocationId,
    receivedAt,
    revisedAt,
    acceptedAt,
    publishedAt,
    correctedAt,
    createdAt,
    doi,
    licenceUrl,
    copyright,
    source,
    peerReview,
    reviewsPublished = 0,
    usage,
    standing,
    notices = [],
  } = article
  const notice = noticeOf(article)
  const rows: [string, ReactNode][] = [
    ['Category', <Link to={paths.category(category.id)}>{category.name}</Link>],
    ['Volume', volume && <Link to={paths.volume(volume.id)}>{volume.name}</Link>],
    ['Issue', issue && printedPages(issue)],
    ['Pages', pageNum && printedPages(pageNum)],
    ['Article', !pageNum && elocationId],
    ['First in', source && source.journal],
    ['Received', longDate(receivedAt ?? createdAt)],
    ['Revised', longDate(revisedAt)],
    ['Accepted', longDate(acceptedAt)],
    ['Published', longDate(publishedAt)],
    [STANDING_DATES[standing], notice && longDate(notice.publishedAt)],
    ['Updated', !notice && longDate(correctedAt)],
    [notices.length > 1 ? 'Notices' : 'Notice', notices.length > 0 && <NoticeLinks notices={notices} />],
    [
      'Peer review',
      ((peerReview && peerReviewStatement(peerReview)) || reviewsPublished > 0) && <PeerReview article={article} />,
    ],
    ['DOI', doi && <DoiLink doi={doi} />],
    ['Views', usage && usage.views > 0 && countOf(usage.views, usage)],
    ['Downloads', usage && usage.downloads > 0 && countOf(usage.downloads, usage)],
    ['Licence', <a href={licenceUrl}>{licenceName(licenceUrl)}</a>],
    ['Copyright', copyright],
  ]
  return (
    <>
      <Facts rows={rows} />
      <ReaderActions article={article} />
    </>
  )
}

const PeerReview = ({ article: { id, peerReview, reviewsPublished = 0 } }: { article: ArticleData }) => (
  <>
    {peerReview && peerReviewStatement(peerReview)}{' '}
    {reviewsPublished > 0 && (
      <Link to={paths.articleReviews(id)}>
        Read the {reviewsPublished === 1 ? 'report' : `${reviewsPublished} reports`}
      </Link>
    )}
  </>
)

/** What a reader can do about an article: follow it, and report a problem, for which there is a page with a form. */
export const ReaderActions = ({ article }: { article: ArticleData }) =>
  isPublic(article) && (
    <div className="report-link">
      {/* A notice is followed with the article that it is about. */}
      {article.type === RESEARCH_ARTICLE && <FollowArticle id={article.id} />}
      <Link className="btn text small" to={paths.reportProblem(article.id)} rel="nofollow">
        <Flag className="ic" aria-hidden="true" />
        Report a problem
      </Link>
    </div>
  )

/** What its notices have made of it, before the day. */
const STANDING_DATES: Record<Standing, string> = {
  ...{ current: 'Concern resolved', corrected: 'Corrected on', concern: 'Concern of' },
  ...{ retracted: 'Retracted on', removed: 'Removed on' },
}

const NoticeLinks = ({ notices }: { notices: readonly PublishedNotice[] }) =>
  notices.map(({ id, kind, publishedAt }, index) => (
    <Fragment key={id}>
      {index > 0 && <br />}
      <Link to={paths.article(id)}>
        {NOTICES[kind].name}
        {notices.length > 1 && `, ${longDate(publishedAt)}`}
      </Link>
    </Fragment>
  ))

/** '1,204 until March 3, 2026'. */
const countOf = (count: number, { until }: ArticleUsage) => (
  <>
    {inDigits(count)} <span className="muted">until {longDate(until)}</span>
  </>
)
