import { Download } from 'lucide-react'
import type { Version } from '../../../../contract/api/versions.ts'
import { isDoubted } from '../../../../contract/rules/articles/notices.ts'
import { oldVersionSentence } from '../../../../contract/rules/articles/versions.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import stylesheet from '../../../styles/reading.css?url'
import type { PageFailure } from '../../../client/api-error.ts'
import { RemovedArticle } from '../article/article-view.tsx'
import { ListingFailure } from '../listing/listing-page.tsx'
import { Link } from '../../../ui/link.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'
import type { ArticleData } from '../article/article-data.ts'
import { ArticleAuthors } from '../article/article-authors.tsx'
import { Contributions } from '../article/contributions.tsx'
import { ArticleDetails } from '../article/article-details.tsx'
import { ArticleSummary } from '../article/article-summary.tsx'
import { Contents } from '../article/reading/contents.tsx'
import type { LoadedText } from '../article/reading/loaded-text.ts'
import { TextMarkup } from '../article/reading/reading-view.tsx'
import { ArticleStatements } from '../article-statements.tsx'
import { ArticleMaterial } from '../article-material.tsx'
import { ArticleWorks } from '../article-works.tsx'
import { PrintMark, StandingBanner, StandingTitle } from '../standing/banner.tsx'
import { SlipMark } from '../standing/slip-mark.tsx'
import { VersionStyles } from './version-record.tsx'

/** In place of a version, a comparison or the checksums of an article that is not there, or no longer. */
export const VersionFailure = ({ failure }: { failure: PageFailure }) =>
  failure.removed ? <RemovedArticle article={failure.removed} /> : <ListingFailure failure={failure} />

interface Former {
  article: ArticleData
  version: Version
  current: Version
  text: LoadedText | null
}

/** An article as it was before it was changed: the same page, with what has replaced it above the title. */
export function FormerVersion({ article, version, current, text }: Former) {
  const { id } = article
  const path = paths.articleVersion(id, version.number)
  const { lead, rest } = oldVersionSentence(version, current)
  const places = text
    ? [
        ...(article.abstract ? [{ id: 'abstract', part: 1, number: '', title: 'Abstract' }] : []),
        ...text.outline.sections,
      ]
    : []
  return (
    <div className="wrap reading former">
      <Stylesheet href={stylesheet} precedence="reading" />
      <VersionStyles />
      <PageHead
        title={`Version ${version.number}: ${plainTitle(article.title)}`}
        description={`${lead} ${rest}`}
        noindex
        path={paths.article(id)}
      />
      <PrintMark standing={article.standing} />
      <nav className="crumb small" aria-label="Breadcrumb">
        <ol className="wrapping" role="list">
          <li>
            <Link to={paths.articles}>Current Articles</Link>
          </li>
          <li>
            <Link to={paths.article(id)}>Current version</Link>
          </li>
        </ol>
      </nav>
      {isDoubted(article.standing) && <StandingBanner article={article} />}
      <section className="det old" aria-label="Earlier version">
        <SlipMark slip="first" />
        <div>
          <p>
            <strong>{lead}</strong> {rest}
          </p>
          <p className="det-go">
            <Link to={paths.article(id)}>Go to version {current.number}</Link>
            <Link to={paths.articleCompare(id, version.number, current.number)}>Compare</Link>
          </p>
        </div>
      </section>
      <article>
        <header className="r-head">
          <div>
            <p className="tags cluster small">
              <span className="chip standing old">
                <SlipMark slip="first" />
                Version {version.number}
              </span>
              <time dateTime={version.at} className="muted">
                {longDate(version.at)}
              </time>
            </p>
            <h1>
              <StandingTitle article={article} />
            </h1>
            <ArticleAuthors article={article} folded />
          </div>
        </header>
        <div className={text ? 'r-grid ruled' : 'r-grid ruled no-text'}>
          {text && (
            <div className="rail small">
              <Contents outline={text.outline} path={path} part={1} places={places} />
            </div>
          )}
          <div className="r-text">
            <div className="r-intro">
              <div>
                <ArticleSummary article={article} />
              </div>
              <aside className="facts" aria-label="Article details">
                <div className="former-go">
                  <Link className="btn solid" to={paths.article(id)}>
                    Go to Version {current.number}
                  </Link>
                  {version.pdf ? (
                    <a className="btn" href={version.pdf.url}>
                      <Download className="ic" aria-hidden="true" />
                      PDF of version {version.number}
                    </a>
                  ) : (
                    <p className="muted small">The PDF of this version was not kept.</p>
                  )}
                </div>
                <ArticleDetails article={article} />
              </aside>
            </div>
            {text && <TextMarkup of={`${id} version ${version.number}`} html={text.html} />}
            <Contributions contributors={article.contributors} />
            <ArticleStatements of={article} heading="h2" />
            <ArticleWorks of={article} heading="h2" />
            <ArticleMaterial of={article} heading="h2" />
          </div>
        </div>
      </article>
    </div>
  )
}
