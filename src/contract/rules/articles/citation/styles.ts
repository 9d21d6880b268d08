import { journal } from '../../../../../journal.config.ts'

/** The styles in which an article's reference is offered. */
export const CITATION_STYLES = [
  { id: 'apa', name: 'APA' },
  { id: 'mla', name: 'MLA' },
  { id: 'chicago', name: 'Chicago' },
  { id: 'vancouver', name: 'Vancouver' },
  { id: 'harvard', name: 'Harvard' },
] as const

export type CitationStyle = (typeof CITATION_STYLES)[number]['id']

/** A reference in each style, as HTML with `<i>`, `<sub>`, `<sup>` and one link. */
export type FormattedCitations = Record<CitationStyle, string>

export const DEFAULT_STYLE: CitationStyle = journal.citationStyle
