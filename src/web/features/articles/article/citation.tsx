import { Copy } from 'lucide-react'
import { Fragment, type ReactNode, useEffect } from 'react'
import { isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import type { CitationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import {
  attributionPieces,
  CITATION_STYLES,
  type CitationPiece,
  citationPieces,
  defaultStyle,
  type FormattedCitations,
} from '../../../../contract/rules/articles/citation/text.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { showCitationStyle } from '../../../site/document/citation-style.ts'
import { WebAddress } from '../../../ui/web-address.tsx'
import type { CitableArticle } from './article-data.ts'

/** How to cite an article: the reference to copy, files for reference managers, and its attribution. */
export function Citation({ article, record }: { article: CitableArticle; record: CitationRecord }) {
  const attribution = attributionPieces(record)
  // Null: the references could not be formatted. Undefined in the browser, where the page has them already.
  const { formatted } = article
  const inStyles = isPublic(article) && formatted !== null
  return (
    <section className="citing" aria-labelledby="cite">
      <h2 id="cite">How to cite</h2>
      <div className="cite">
        {inStyles ? <CitationStyles key={article.id} formatted={formatted} /> : <OwnReference record={record} />}
        {isPublic(article) && <Downloads id={article.id} />}
      </div>
      {inStyles && <MadeBy />}
      {attribution && (
        <p className="attribution small muted">
          <Pieces pieces={attribution} />
        </p>
      )}
    </section>
  )
}

/** Of articles that are not public, and if the styles are out of reach. */
const OwnReference = ({ record }: { record: CitationRecord }) => (
  <>
    <p id="reference">
      <Pieces pieces={citationPieces(record)} />
    </p>
    <p className="go wrapping">
      <button className="btn text" type="button" data-copies="#reference">
        <Copy className="ic" aria-hidden="true" />
        Copy Citation
      </button>
    </p>
  </>
)

const Downloads = ({ id }: { id: string }) => (
  <p className="go wrapping">
    {DOWNLOADS.map(([name, path]) => (
      <a key={name} className="btn text" href={path(id)}>
        {name}
      </a>
    ))}
  </p>
)

const DOWNLOADS = [
  ['BibTeX', paths.articleBibtex],
  ['RIS', paths.articleRis],
  ['EndNote', paths.articleEndNote],
  ['CSL-JSON', paths.articleCsl],
  ['JATS XML', paths.articleJats],
] as const

/** The licence of citeproc-js asks for its name where its work is shown, that of the styles for their source. */
const MadeBy = () => (
  <p className="attribution small muted">
    References formatted by <a href="https://github.com/Juris-M/citeproc-js">citeproc-js</a>, © 2009–2019 Frank Bennett,
    with styles of the <a href="https://citationstyles.org">Citation Style Language</a>.
  </p>
)

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

/**
 * The reference in each style, one of which is shown: without scripts too. Its markup is not in the page's data: in the
 * browser it is what the server has sent (undefined), until another article is opened.
 */
function CitationStyles({ formatted }: { formatted: FormattedCitations | undefined }) {
  useEffect(showCitationStyle, [formatted])
  return (
    <div
      className="styles"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: formatted ? choices + panels(formatted) : '' }}
    />
  )
}

const choices =
  '<fieldset class="wrapping"><legend class="sr">Citation style</legend>' +
  CITATION_STYLES.map(
    ({ id, name }) =>
      `<label class="aligned-inline"><input type="radio" name="citation-style" value="${id}"${id === defaultStyle() ? ' checked' : ''}/> ${name}</label>`,
  ).join('') +
  '</fieldset>'

/** The icon of all buttons that copy. */
const COPY =
  '<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><rect width="14" height="14" x="8" y="8" rx="2"/>' +
  '<path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"/></svg>'

const panels = (formatted: FormattedCitations): string =>
  CITATION_STYLES.map(
    ({ id, name }) =>
      `<div class="in-${id}"><p id="cite-${id}">${formatted[id]}</p>` +
      `<button class="btn text" type="button" data-copies="#cite-${id}">${COPY}Copy ${name} citation</button></div>`,
  ).join('')
