import type { RelatedArticle } from '../../../../contract/api/related.ts'
import type { RemovedArticle as Removed } from '../../../../contract/api/errors.ts'
import type { Version } from '../../../../contract/api/versions.ts'
import { VersionLine, VersionRecord } from '../versions/version-record.tsx'
import { isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import type { CitationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { summaryOf } from '../../../../contract/rules/articles/key-message.ts'
import { joinNames } from '../../../../contract/rules/people/author-names.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { plainTitle, shortenedMarkup } from '../../../../contract/rules/text/inline-markup.ts'
import { Facts } from '../../../ui/facts.tsx'
import { jsonForScript } from '../../../ui/page-markup.ts'
import { Link } from '../../../ui/link.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import type { NoticeInFull } from '../../../../contract/api/notices.ts'
import { NoticeCrumb, NoticeView } from '../notices/notice-view.tsx'
import { noticeOf, PrintMark, StandingBanner, StandingTitle } from '../standing/banner.tsx'
import { RemovedView } from '../standing/removed-view.tsx'
import { SlipOnSheet } from '../standing/slip-on-sheet.tsx'
import { StandingChip } from '../standing/standing-chip.tsx'
import { Contributions } from './contributions.tsx'
import { ArticleStatements } from '../article-statements.tsx'
import { ArticleMaterial } from '../article-material.tsx'
import { ArticleWorks } from '../article-works.tsx'
import { CoverImage } from '../cover-image.tsx'
import { useShownImage } from '../files/private-image.tsx'
import { ArticleAuthors } from './article-authors.tsx'
import type { ArticleData, NearbyData } from './article-data.ts'
import { ArticleDetails } from './article-details.tsx'
import { ArticleActions, ArticleBar, ArticleSummary, ArticleTags, SampleNote } from './article-summary.tsx'
import { Citation } from './citation.tsx'
import { dublinCoreTags } from './dublin-core.ts'
import { EditorsMenu } from './editors-menu.tsx'
import { highwireTags } from './highwire.ts'
import type { LoadedText } from './reading/loaded-text.ts'
import { Neighbour, ReadingView } from './reading/reading-view.tsx'
import { breadcrumbs, scholarlyArticle } from './schema-org.ts'

interface Shown {
  article: ArticleData
  record: CitationRecord
}

/** The public view of an article: its record, and its full text if the journal has it. */
export function ArticleView({
  article,
  record,
  versions,
  text,
  nearby,
  notice,
}: Shown & {
  versions: readonly Version[]
  text: LoadedText | null
  nearby: NearbyData | null
  notice: NoticeInFull | null
}) {
  return (
    <div className={text || notice ? 'wrap reading' : 'wrap'}>
      {notice ? <NoticeCrumb notice={notice} /> : <ArticleCrumb category={article.category} />}
      <EditorsMenu article={article} />
      <PrintMark standing={article.standing} />
      {article.standing === 'removed' ? (
        <RemovedView article={article} />
      ) : notice ? (
        <NoticeView article={article} record={record} notice={notice} />
      ) : text ? (
        <ReadingView article={article} record={record} versions={versions} text={text} />
      ) : (
        <RecordView article={article} record={record} versions={versions} />
      )}
      {nearby && <WaysOn nearby={nearby} />}
    </div>
  )
}

/** An article of which the journal has no full text but the PDF: title, authors, abstract, and how to cite it. */
function RecordView({ article, record, versions }: Shown & { versions: readonly Version[] }) {
  const imageUrl = useShownImage(article)
  return (
    <article className="paper">
      <header>
        <StandingBanner article={article} />
        <ArticleTags article={article} />
        <h1>
          <StandingTitle article={article} />
        </h1>
        <ArticleAuthors article={article} />
        <VersionLine id={article.id} number={article.versionNumber} />
      </header>
      <ArticleBar article={article} record={record} />
      <aside aria-label="Article details">
        <CoverImage article={article} imageUrl={imageUrl} place="page" first>
          <SlipOnSheet standing={article.standing} on={noticeOf(article)?.publishedAt} />
        </CoverImage>
        <ArticleActions article={article} record={record} />
        <ArticleDetails article={article} />
      </aside>
      <div>
        <ArticleSummary article={article} />
        <Contributions contributors={article.contributors} />
        <ArticleStatements of={article} heading="h2" />
        <ArticleWorks of={article} heading="h2" />
        <ArticleMaterial of={article} heading="h2" />
        {versions.length > 1 && <VersionRecord id={article.id} versions={versions} notices={article.notices} />}
        <Citation article={article} record={record} />
        {article.isSample && <SampleNote />}
      </div>
    </article>
  )
}

/** The way to the article: the list, and its category. */
function ArticleCrumb({ category }: Pick<ArticleData, 'category'>) {
  return (
    <nav className="crumb small" aria-label="Breadcrumb">
      <ol className="wrapping" role="list">
        <li>
          <Link to={paths.articles}>Current Articles</Link>
        </li>
        <li>
          <Link to={paths.category(category.id)}>{category.name}</Link>
        </li>
      </ol>
    </nav>
  )
}

/** Where readers may go on from an article. */
function WaysOn({ nearby }: { nearby: NearbyData }) {
  return (
    <>
      <RelatedArticles nearby={nearby} />
      <VolumeNeighbours nearby={nearby} />
    </>
  )
}

/** Articles that have something in common with this one, and what. */
function RelatedArticles({ nearby: { related } }: { nearby: NearbyData }) {
  if (!related.length) return null
  return (
    <section className="related" aria-labelledby="related-articles">
      <h2 id="related-articles">Related articles</h2>
      <ul role="list">
        {related.map((article) => (
          <li key={article.id}>
            <h3>
              <Link to={paths.article(article.id)}>
                <TitleText title={article.title} />
              </Link>{' '}
              <StandingChip standing={article.standing} />
            </h3>
            <p className="by">
              {article.authors} <time dateTime={article.publishedAt}>{longDate(article.publishedAt)}</time>
            </p>
            <p className="why muted">{reasonsOf(article.shared).join(' · ')}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Why an article is listed, in words. */
const reasonsOf = ({ authors, references, keywords }: RelatedArticle['shared']): string[] =>
  [
    authors > 0 && (authors === 1 ? 'Same author' : `${authors} of the same authors`),
    references > 0 && `Shares ${counted(references, 'reference')}`,
    keywords.length > 0 && `${keywords.length === 1 ? 'Keyword' : 'Keywords'}: ${keywords.join(', ')}`,
  ].filter((reason) => reason !== false)

/** The articles before and after this one in its volume. */
function VolumeNeighbours({ nearby: { previous, next } }: { nearby: NearbyData }) {
  if (!previous && !next) return null
  return (
    <nav className="neighbours ruled" aria-label="In this volume">
      {previous && (
        <Neighbour to={paths.article(previous.id)} rel="prev" what="Previous article" title={previous.title} />
      )}
      {next && <Neighbour to={paths.article(next.id)} rel="next" what="Next article" title={next.title} />}
    </nav>
  )
}

const LONGEST_DESCRIPTION = 200

/** The metadata of an article's page: title and description, Google Scholar's tags, schema.org. */
export function ArticleHead({ article, record }: { article: ArticleData; record: CitationRecord }) {
  const isSeen = isPublic(article)
  return (
    <>
      <PageHead
        title={record.title}
        description={plainTitle(shortenedMarkup(summaryOf(article), LONGEST_DESCRIPTION))}
        type="article"
        noindex={!isSeen}
        path={paths.article(article.id)}
        {...(isSeen ? { card: record.cardUrl } : {})}
      />
      {isSeen && (
        <>
          {[...highwireTags(record), ...dublinCoreTags(record)].map(({ name, content }, index) => (
            <meta key={`${name}-${index}`} name={name} content={content} />
          ))}
          <link rel="alternate" type="application/x-bibtex" href={paths.articleBibtex(article.id)} />
          <link rel="alternate" type="application/x-research-info-systems" href={paths.articleRis(article.id)} />
          <link rel="alternate" type="application/x-endnote-refer" href={paths.articleEndNote(article.id)} />
          <link rel="alternate" type="application/vnd.citationstyles.csl+json" href={paths.articleCsl(article.id)} />
          <link rel="alternate" type="application/xml" title="JATS XML" href={paths.articleJats(article.id)} />
          <link rel="linkset" type="application/linkset+json" href={paths.articleLinkset(article.id)} />
          <link rel="license" href={record.licenceUrl} />
          <link rel="schema.DC" href="http://purl.org/dc/elements/1.1/" />
          {record.publishedOn && <meta property="article:published_time" content={record.publishedOn} />}
          {record.modifiedOn && <meta property="article:modified_time" content={record.modifiedOn} />}
          {[scholarlyArticle(record), breadcrumbs(record)].map((data, index) => (
            <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonForScript(data) }} />
          ))}
        </>
      )}
    </>
  )
}

/** The tombstone page of an article that was published and has been deleted. */
export function RemovedArticle({
  article: { title, authors, doi, publishedAt, deletedAt, reason },
}: {
  article: Removed
}) {
  return (
    <div className="wrap section removed">
      <PageHead title={`Article removed: ${plainTitle(title)}`} noindex />
      <h1>This article has been removed</h1>
      <p className="what">
        <TitleText title={title} />
      </p>
      {authors.length > 0 && <p className="authors">{joinNames(authors)}</p>}
      <Facts
        rows={[
          ['Published', longDate(publishedAt)],
          ['Removed', longDate(deletedAt)],
          ['Reason', reason ?? 'The editors gave no reason.'],
          ['DOI', doi && <a href={`https://doi.org/${doi}`}>https://doi.org/{doi}</a>],
        ]}
      />
      <p className="go">
        <Link className="btn solid" to={paths.articles}>
          Current Articles
        </Link>
      </p>
    </div>
  )
}
