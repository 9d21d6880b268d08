import { Download } from 'lucide-react'
import type { CitationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import { repeatsAbstract } from '../../../../contract/rules/articles/key-message.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { printedPages, printedVolume } from '../../../../contract/rules/articles/place-in-volume.ts'
import { fileIdOf } from '../../../../contract/rules/files/file-rules.ts'
import { RichHtml, TitleText } from '../../../ui/title-text.tsx'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { noticeOf } from '../standing/banner.tsx'
import { Chips } from '../standing/standing-chip.tsx'
import { Link } from '../../../ui/link.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { DownloadFile } from '../../../ui/download.tsx'
import { KeywordLinks } from '../keyword-links.tsx'
import type { ArticleData } from './article-data.ts'

/** Key message, abstract and keywords. */
export function ArticleSummary({ article: { title, excerpt, abstract, keywords } }: { article: ArticleData }) {
  return (
    <>
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
        <section className="keywords" aria-labelledby="keywords">
          <h2 id="keywords">Keywords</h2>
          <p className="prose">
            <KeywordLinks keywords={keywords} title={title} abstract={abstract} />
          </p>
        </section>
      )}
    </>
  )
}

/** Says of a sample article that it is one. */
export function SampleNote() {
  return (
    <p className="notice sample-note">
      This is a sample article that shows what the journal looks like. Its people and findings are invented.
    </p>
  )
}

/** The line above the title: status, volume, pages and dates. */
export function ArticleTags({
  article: { published, isArchive, isSample, volume, issue, pageNum, publishedAt, correctedAt, standing, asNotice },
}: {
  article: ArticleData
}) {
  return (
    <div className="tags cluster small">
      {standing !== 'current' || asNotice ? (
        <Chips standing={standing} notice={asNotice?.kind ?? null} />
      ) : published ? (
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
      {correctedAt && standing === 'current' && (
        <span className="muted">
          Updated on <time dateTime={correctedAt}>{longDate(correctedAt)}</time>
        </span>
      )}
    </div>
  )
}

interface Shown {
  article: ArticleData
  record: CitationRecord
}

/** What readers do with an article besides reading it. */
export function ArticleActions({ article, record }: Shown) {
  const { pdfUrl, pdfIsTypeset, standing } = article
  // One solid button: what readers have to know comes before what they can take along.
  const notice = standing === 'corrected' ? null : standing !== 'current' && noticeOf(article)
  return (
    <div className="aside-go">
      {notice && (
        <Link className="btn solid" to={paths.article(notice.id)}>
          Read the Notice
        </Link>
      )}
      {pdfUrl && (
        <PdfLink article={article} url={pdfUrl} className={notice ? 'btn' : 'btn solid'}>
          Download PDF
        </PdfLink>
      )}
      {pdfUrl && pdfIsTypeset && <p className="muted small">PDF made by the journal from the XML</p>}
      <a className="btn" href="#cite">
        Cite This Article
      </a>
      {isPublic(article) && <ShareLink record={record} className="btn" />}
    </div>
  )
}

/**
 * The same in a bar of small screens. It is at the foot of the first screen, however long the title is, and goes along at
 * the top of the window below.
 */
export function ArticleBar({ article, record }: Shown) {
  return (
    <div className="article-bar">
      {article.pdfUrl && (
        <PdfLink article={article} url={article.pdfUrl} className="btn text">
          PDF
        </PdfLink>
      )}
      <a className="btn text" href="#cite">
        Cite
      </a>
      {isPublic(article) && <ShareLink record={record} className="btn text" />}
    </div>
  )
}

export function PdfLink({
  article: { slug },
  url,
  className,
  children,
}: {
  article: ArticleData
  url: string
  className: string
  children: string
}) {
  if (fileIdOf(url)) {
    return (
      <DownloadFile file={{ url, name: `${slug}.pdf` }} className={className}>
        {children}
      </DownloadFile>
    )
  }
  return (
    <a className={className} href={url} target="_blank" rel="noopener">
      <Download className="ic" aria-hidden="true" />
      {children}
      <span className="sr"> (opens in a new tab)</span>
    </a>
  )
}

/** Writes an email with the article's address; with scripts the device's own ways to share, or a copy of the address. */
function ShareLink({ record: { title, url }, className }: { record: CitationRecord; className: string }) {
  const email = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
  return (
    <a className={className} href={email} data-shares={url}>
      Share
    </a>
  )
}
