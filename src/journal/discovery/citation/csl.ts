import { titlePieces } from '../../../contract/rules/text/inline-markup.ts'
import { withoutParticle } from '../../../contract/rules/people/author-names.ts'
import {
  type CitationAuthor,
  type CitationRecord,
  standingNote,
} from '../../../contract/rules/articles/citation/record.ts'
import { STANDING_WORDS } from '../../../contract/rules/articles/notices.ts'
import { citationKey } from './citation-key.ts'

/** The article as CSL-JSON, which Zotero, Mendeley, Pandoc and every CSL processor can read. */
export const csl = (record: CitationRecord): string => `${JSON.stringify([cslItem(record)], null, 2)}\n`

export function cslItem(record: CitationRecord): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    id: citationKey(record),
    type: 'article-journal',
    title: titleTags(record.titleMarkup),
    author: record.authors.map(author),
    'container-title': record.journal,
    'container-title-short': record.journalAbbreviation,
    ISSN: record.issn ?? record.issnPrint,
    publisher: record.publisher,
    volume: record.volume,
    issue: record.issue,
    // An article number is written where every style prints it.
    page: record.pages ?? record.elocationId,
    number: record.elocationId,
    issued: record.publishedOn && { 'date-parts': [record.publishedOn.split('-').map(Number)] },
    DOI: record.doi,
    URL: record.url,
    status: record.standing === 'current' ? null : STANDING_WORDS[record.standing],
    note: standingNote(record)?.text,
    abstract: record.abstract,
    keyword: record.keywords.join(', '),
    language: record.language,
  }
  const known = Object.entries(fields).filter(([, value]) => value && (!Array.isArray(value) || value.length))
  return Object.fromEntries(known)
}

/** The particle stands apart, since styles differ in whether a name is sorted and inverted with it. */
export function author({ family, given, suffix, isGroup }: CitationAuthor): Record<string, string> {
  if (isGroup) return { literal: family }
  const { particle, name } = given ? withoutParticle(family) : { particle: '', name: family }
  return {
    family: name,
    ...(given ? { given } : {}),
    ...(particle ? { 'non-dropping-particle': particle } : {}),
    ...(suffix ? { suffix } : {}),
  }
}

/** CSL knows the tags of titles, but no entities. */
const titleTags = (markup: string): string =>
  titlePieces(markup)
    .map(({ text, marks }) => marks.reduceRight((inner, mark) => `<${mark}>${inner}</${mark}>`, text))
    .join('')
