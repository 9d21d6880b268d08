import { Copy } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { CitationRecord } from '../../../../contract/domain/citation/record.ts'
import { attributionPieces, citationPieces, type CitationPiece } from '../../../../contract/domain/citation/text.ts'
import { paths } from '../../../../contract/domain/paths.ts'
import { WebAddress } from '../../../ui/web-address.tsx'
import type { ArticleData } from './article-data.ts'

/** How to cite an article: the reference to copy, files for reference managers, and its attribution. */
export function Citation({ article, record }: { article: ArticleData; record: CitationRecord }) {
  const attribution = attributionPieces(record)
  return (
    <section className="citing" aria-labelledby="cite">
      <h2 id="cite">How to cite</h2>
      <div className="cite">
        <p id="reference">
          <Pieces pieces={citationPieces(record)} />
        </p>
        <p className="go">
          <button className="btn text" type="button" data-copies="#reference">
            <Copy className="ic" aria-hidden="true" />
            Copy citation
          </button>
          {article.published && (
            <>
              <a className="btn text" href={paths.articleRis(article.id)}>
                RIS
              </a>
              <a className="btn text" href={paths.articleBibtex(article.id)}>
                BibTeX
              </a>
              <a className="btn text" href={paths.articleCsl(article.id)}>
                CSL-JSON
              </a>
              <a className="btn text" href={paths.articleJats(article.id)}>
                JATS XML
              </a>
            </>
          )}
        </p>
      </div>
      {attribution && (
        <p className="attribution">
          <Pieces pieces={attribution} />
        </p>
      )}
    </section>
  )
}

function Pieces({ pieces }: { pieces: CitationPiece[] }) {
  return pieces.map(({ text, marks, href }, index) => {
    const marked = marks.reduceRight<ReactNode>((inner, Mark) => <Mark>{inner}</Mark>, text)
    return (
      <Fragment key={index}>
        {href ? (
          <a href={href}>
            <WebAddress>{text}</WebAddress>
          </a>
        ) : (
          marked
        )}
      </Fragment>
    )
  })
}
