import { longDate } from '../../../../contract/rules/text/dates.ts'
import { printedPages, printedVolume } from '../../../../contract/rules/articles/place-in-volume.ts'
import { Chip } from '../../../ui/chip.tsx'
import type { ArticleData } from './article-data.ts'

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
