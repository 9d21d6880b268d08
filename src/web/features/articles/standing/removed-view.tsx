import { longDate } from '../../../../contract/rules/text/dates.ts'
import { printedPages, printedVolume } from '../../../../contract/rules/articles/place-in-volume.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { ArticleAuthors } from '../article/article-authors.tsx'
import { ReaderActions } from '../article/article-details.tsx'
import type { ArticleData } from '../article/article-data.ts'
import { DoiLink } from '../doi-link.tsx'
import { noticeOf, StandingBanner, StandingTitle } from './banner.tsx'
import { GoneSheet } from './slip-on-sheet.tsx'

/** An article that a notice has removed: the sheet is empty, its straps and its label stay. */
export function RemovedView({ article }: { article: ArticleData }) {
  const notice = noticeOf(article)
  const { volume, issue, pageNum, publishedAt, doi } = article
  const place = [volume && printedVolume(volume.name, issue), pageNum && `pages ${printedPages(pageNum)}`]
  return (
    <article className="gone-page">
      <div className="gone-grid">
        <div>
          <StandingBanner article={article} />
          <h1>
            <StandingTitle article={article} />
          </h1>
          <ArticleAuthors article={article} />
          {notice && (
            <p className="gone-go">
              <Link className="btn solid" to={paths.article(notice.id)}>
                Read the Notice
              </Link>
            </p>
          )}
          <Facts
            rows={[
              ['Published', [longDate(publishedAt), ...place].filter(Boolean).join(', ')],
              ['DOI', doi && <DoiLink doi={doi} />],
              ['What is hidden', 'Abstract, text, tables, figures and files, here and in every copy of ours'],
              ['What remains', 'Title, authors, dates and the notice'],
            ]}
          />
          <ReaderActions article={article} />
        </div>
        <GoneSheet on={notice?.publishedAt} />
      </div>
    </article>
  )
}
