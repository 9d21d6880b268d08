import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { BulkArticles } from '../../../../../contract/api/bulk-articles.ts'
import { MATCHES_MAX } from '../../../../../contract/rules/articles/article-policy.ts'
import { counted } from '../../../../../contract/rules/text/plain-text.ts'
import { CsvButton, type CsvTable } from '../../../../ui/list-csv.tsx'
import type { Chosen } from './use-chosen.ts'

/** What can be done with the articles that are ticked: below the list, and only while there are any. */
export function BulkBar({
  chosen,
  total,
  csv,
  onAsk,
}: {
  chosen: Chosen
  total: number
  csv: CsvTable
  onAsk: (kind: BulkArticles) => void
}) {
  const [isMore, setMore] = useState(false)
  const { articles, count, isAll } = chosen
  const canAll = !isAll && count < total
  return (
    <>
      <p className="sr" role="status">
        {count > 0 && `${counted(count, 'article')} chosen`}
      </p>
      {count > 0 && (
        <div className="bulk" role="region" aria-label="Chosen articles">
          <p>
            <b>{isAll ? `All ${count} that match are chosen.` : `${count} chosen.`}</b>
            {canAll && total <= MATCHES_MAX && (
              <button type="button" className="btn text" onClick={chosen.chooseAll}>
                Choose all {total} that match
              </button>
            )}
            {canAll && total > MATCHES_MAX && chosen.page === 'all' && (
              <span className="muted small">
                At most {MATCHES_MAX.toLocaleString('en')} at once: narrow the search.
              </span>
            )}
            <button type="button" className="btn text" onClick={chosen.clear}>
              Clear
            </button>
          </p>
          <button type="button" className="btn" onClick={() => onAsk('category')}>
            Category…
          </button>
          <button type="button" className="btn" onClick={() => onAsk('volume')}>
            Volume…
          </button>
          <button
            type="button"
            className="btn icon more"
            aria-label="More to do with these"
            aria-expanded={isMore}
            onClick={() => setMore(!isMore)}
          >
            <Ellipsis className="ic" aria-hidden="true" />
          </button>
          <div className={isMore ? 'also open' : 'also'}>
            {(isAll || articles.some((article) => !article.isArchive)) && (
              <button type="button" className="btn" onClick={() => onAsk('archive')}>
                Archive
              </button>
            )}
            {(isAll || articles.some((article) => article.isArchive)) && (
              <button type="button" className="btn" onClick={() => onAsk('unarchive')}>
                Unarchive
              </button>
            )}
            <CsvButton table={csv}>CSV</CsvButton>
          </div>
        </div>
      )}
    </>
  )
}
