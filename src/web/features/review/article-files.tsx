import { Download } from 'lucide-react'
import type { Article } from '../../../contract/articles.ts'
import { articleStatus } from '../../../contract/article-status.ts'
import { fileIdOf } from '../../../contract/file-url.ts'
import { browserApi } from '../../api.ts'
import { toast } from '../../ui/toast.ts'
import { Part } from './part.tsx'
import { sentenceOf } from './refused.tsx'

/** What the author sent, private to them and the editors, and the final PDF where there is one. */
export function ArticleFiles({ article: { files, pdfUrl, ...flags } }: { article: Article }) {
  return (
    <Part title="Files">
      <ul role="list" className="review-files">
        {files.map(({ url, name }) => (
          <li key={url}>
            <button type="button" className="btn text" onClick={() => void download(url, name)}>
              <Download className="ic" aria-hidden="true" />
              <span className="sr">Download </span>
              {name}
            </button>
          </li>
        ))}
        {pdfUrl && (
          <li>
            {articleStatus(flags) === 'published' ? (
              <a className="btn text" href={pdfUrl} target="_blank" rel="noopener">
                <Download className="ic" aria-hidden="true" />
                Final PDF<span className="sr"> (opens in a new tab)</span>
              </a>
            ) : (
              <p className="muted small">There is a final PDF. It opens again when the article is public.</p>
            )}
          </li>
        )}
      </ul>
      {!files.length && !pdfUrl && <p className="muted small">No files came with this article.</p>}
    </Part>
  )
}

/** A link cannot carry a token: the file's address with a key that works for some minutes can. */
async function download(url: string, name: string): Promise<void> {
  try {
    const link = document.createElement('a')
    link.href = (await browserApi.files.link({ id: fileIdOf(url) ?? '' })).url
    link.download = name
    link.click()
  } catch (error) {
    toast.error(sentenceOf(error))
  }
}
