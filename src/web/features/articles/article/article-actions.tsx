import { Download } from 'lucide-react'
import { fileIdOf } from '../../../../contract/rules/files/file-rules.ts'
import { DownloadFile } from '../../../ui/download.tsx'
import type { ArticleData } from './article-data.ts'

/** What readers do with an article besides reading it. */
export function ArticleActions({ article: { slug, pdfUrl, pdfIsTypeset } }: { article: ArticleData }) {
  return (
    <div className="aside-go">
      {pdfUrl && <DownloadPdf url={pdfUrl} name={`${slug}.pdf`} />}
      {pdfUrl && pdfIsTypeset && <p className="muted small">Typeset by the journal from the XML</p>}
      <a className="btn" href="#cite">
        Cite this article
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
