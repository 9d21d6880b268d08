import { Download } from 'lucide-react'
import type { Article } from '../../../../contract/api/articles.ts'
import { fileIdOf } from '../../../../contract/rules/files/file-url.ts'
import { FileFindings } from '../files/file-findings.tsx'
import { PrivateDownload } from '../../../ui/files/private-download.tsx'
import { Part } from './part.tsx'

/** The submitted files, visible to the author and editors only, and the final PDF if there is one. */
export function ArticleFiles({ article: { files, pdfUrl, pdfFindings, slug } }: { article: Article }) {
  return (
    <Part title="Files">
      <ul role="list" className="review-files">
        {files.map(({ url, name, findings }) => (
          <li key={url}>
            <PrivateDownload url={url} name={name}>
              <span className="sr">Download </span>
              {name}
            </PrivateDownload>
            <FileFindings findings={findings} />
          </li>
        ))}
        {pdfUrl && (
          <li>
            {fileIdOf(pdfUrl) ? (
              <PrivateDownload url={pdfUrl} name={`${slug}.pdf`}>
                Final PDF
              </PrivateDownload>
            ) : (
              <a className="btn text" href={pdfUrl} target="_blank" rel="noopener">
                <Download className="ic" aria-hidden="true" />
                Final PDF<span className="sr"> (opens in a new tab)</span>
              </a>
            )}
            <FileFindings findings={pdfFindings} />
          </li>
        )}
      </ul>
      {!files.length && !pdfUrl && <p className="muted small">No files came with this article.</p>}
    </Part>
  )
}
