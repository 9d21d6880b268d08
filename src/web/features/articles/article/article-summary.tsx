import { Download } from 'lucide-react'
import { repeatsAbstract } from '../../../../contract/rules/articles/key-message.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { printedPages, printedVolume } from '../../../../contract/rules/articles/place-in-volume.ts'
import { fileIdOf } from '../../../../contract/rules/files/file-rules.ts'
import { RichHtml, TitleText } from '../../../ui/title-text.tsx'
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
  article: { published, isArchive, isSample, volume, issue, pageNum, publishedAt, correctedAt },
}: {
  article: ArticleData
}) {
  return (
    <div className="tags cluster small">
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
  )
}

/** What readers do with an article besides reading it. */
export function ArticleActions({ article: { slug, pdfUrl, pdfIsTypeset } }: { article: ArticleData }) {
  return (
    <div className="aside-go">
      {pdfUrl && <DownloadPdf url={pdfUrl} name={`${slug}.pdf`} />}
      {pdfUrl && pdfIsTypeset && <p className="muted small">PDF made by the journal from the XML</p>}
      <a className="btn" href="#cite">
        Cite This Article
      </a>
    </div>
  )
}

function DownloadPdf({ url, name }: { url: string; name: string }) {
  if (fileIdOf(url)) {
    return (
      <DownloadFile file={{ url, name }} className="btn solid">
        Download PDF
      </DownloadFile>
    )
  }
  return (
    <a className="btn solid" href={url} target="_blank" rel="noopener">
      <Download className="ic" aria-hidden="true" />
      Download PDF<span className="sr"> (opens in a new tab)</span>
    </a>
  )
}
