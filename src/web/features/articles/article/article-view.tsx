import { Download } from 'lucide-react'
import type { CitationRecord } from '../../../../contract/domain/citation/record.ts'
import { longDate } from '../../../../contract/domain/dates.ts'
import { fileIdOf } from '../../../../contract/domain/file-url.ts'
import { printedVolume } from '../../../../contract/domain/issue.ts'
import { keywordList } from '../../../../contract/domain/keywords.ts'
import { printedPages } from '../../../../contract/domain/page-range.ts'
import { paths } from '../../../../contract/domain/paths.ts'
import { repeatsAbstract } from '../../../../contract/domain/repeats-abstract.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Plate } from '../plate.tsx'
import { PrivateDownload } from '../../../ui/files/private-download.tsx'
import { RichHtml } from '../../../ui/rich-html.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { useShownImage } from '../files/use-shown-image.ts'
import { ArticleStatements } from '../article-statements.tsx'
import type { ArticleData } from './article-data.ts'
import { ArticleAuthors } from './article-authors.tsx'
import { ArticleDetails } from './article-details.tsx'
import { Citation } from './citation.tsx'
import { Link } from '../../../ui/link.tsx'

/** The public view of an article: title, authors, key message, abstract, and how to cite it. */
export function ArticleView({ article, record }: { article: ArticleData; record: CitationRecord }) {
  const {
    slug,
    title,
    category,
    volume,
    issue,
    pageNum,
    publishedAt,
    correctedAt,
    published,
    isArchive,
    isSample,
    excerpt,
    abstract,
    keywords,
    pdfUrl,
  } = article
  const imageUrl = useShownImage(article)
  return (
    <div className="wrap">
      <nav className="crumb" aria-label="Breadcrumb">
        <ol role="list">
          <li>
            <Link to={paths.articles}>Current Articles</Link>
          </li>
          <li>
            <Link to={paths.category(category.id)}>{category.name}</Link>
          </li>
        </ol>
      </nav>
      <article className="paper">
        <header>
          <div className="tags">
            {published ? (
              <Chip kind="published" quiet>
                Published
              </Chip>
            ) : (
              <Chip kind="draft">Draft</Chip>
            )}
            {isArchive && <Chip kind="archived">Archived</Chip>}
            {isSample && <Chip kind="sample">Sample</Chip>}
            {(volume || issue) && <span>{printedVolume(volume?.name, issue)}</span>}
            {pageNum && <span>Pages {printedPages(pageNum)}</span>}
            {publishedAt && (
              <time dateTime={publishedAt} className="muted">
                {longDate(publishedAt)}
              </time>
            )}
            {correctedAt && (
              <span className="muted">
                Updated on <time dateTime={correctedAt}>{longDate(correctedAt)}</time>
              </span>
            )}
          </div>
          <h1>
            <TitleText title={title} />
          </h1>
          <ArticleAuthors article={article} />
        </header>
        <aside aria-label="Article details">
          <Plate article={article} imageUrl={imageUrl} place="page" first />
          <div className="aside-go">
            {pdfUrl && <DownloadPdf url={pdfUrl} name={`${slug}.pdf`} />}
            <a className="btn" href="#cite">
              Cite this article
            </a>
          </div>
          <ArticleDetails article={article} />
        </aside>
        <div>
          {!repeatsAbstract(excerpt, abstract) && (
            <section aria-label="Key Message">
              <p className="key">
                <TitleText title={excerpt} />
              </p>
            </section>
          )}
          {abstract && (
            <section aria-labelledby="abstract">
              <h2 id="abstract">Abstract</h2>
              <RichHtml html={abstract} />
            </section>
          )}
          {keywords && (
            <section aria-labelledby="keywords">
              <h2 id="keywords">Keywords</h2>
              <p className="prose">{keywordList(keywords).join(', ')}</p>
            </section>
          )}
          <ArticleStatements of={article} heading="h2" />
          <Citation article={article} record={record} />
          {isSample && (
            <p className="notice sample-note">
              This is a sample article that shows what the journal looks like. Its people and findings are invented.
            </p>
          )}
        </div>
      </article>
    </div>
  )
}

function DownloadPdf({ url, name }: { url: string; name: string }) {
  if (fileIdOf(url)) {
    return (
      <PrivateDownload url={url} name={name} className="btn solid">
        Download PDF
      </PrivateDownload>
    )
  }
  return (
    <a className="btn solid" href={url} target="_blank" rel="noopener">
      <Download className="ic" aria-hidden="true" />
      Download PDF<span className="sr"> (opens in a new tab)</span>
    </a>
  )
}
