import { useEffect } from 'react'
import {
  CITATION_STYLES,
  DEFAULT_STYLE,
  type FormattedCitations,
} from '../../../../contract/rules/articles/citation/styles.ts'
import { showCitationStyle } from '../../../site/document/citation-style.ts'

/**
 * The reference in each style, one of which is shown: without scripts too. Its markup is not in the page's data: in the
 * browser it is what the server has sent (undefined), until another article is opened.
 */
export function CitationStyles({ formatted }: { formatted: FormattedCitations | undefined }) {
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
  '<fieldset><legend class="sr">Citation style</legend>' +
  CITATION_STYLES.map(
    ({ id, name }) =>
      `<label><input type="radio" name="citation-style" value="${id}"${id === DEFAULT_STYLE ? ' checked' : ''}/> ${name}</label>`,
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
