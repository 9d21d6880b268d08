import type { PublicArticle } from '../../../../contract/api/articles.ts'
import type { CitationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { NOTICES, RESEARCH_ARTICLE } from '../../../../contract/rules/articles/notices.ts'
import { type Statement, STATEMENT_NAMES, type Statements } from '../../../../contract/rules/articles/statements.ts'
import { element, Xml, xmlDocument } from '../../../../platform/xml.ts'
import { abstracts, markedText, webAddress } from './abstract.ts'
import { contributors } from './contributors.ts'

const DOCTYPE =
  '<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD with MathML3 v1.3 20210610//EN" "https://jats.nlm.nih.gov/publishing/1.3/JATS-journalpublishing1-3-mathml3.dtd">'

/** A public article as JATS 1.3, Journal Publishing: its record, and its text where there is one. */
export const jats = (record: CitationRecord, article: PublicArticle, text: JatsText | null = null): string =>
  xmlDocument(jatsElement(record, article, text), { doctype: DOCTYPE })

/** The same as an element, within `namespace` where it is part of another document. */
export const jatsElement = (
  record: CitationRecord,
  article: PublicArticle,
  text: JatsText | null,
  namespace?: string,
): Xml =>
  element(
    'article',
    {
      xmlns: namespace,
      'xmlns:xlink': 'http://www.w3.org/1999/xlink',
      'xmlns:ali': 'http://www.niso.org/schemas/ali/1.0/',
      'xmlns:mml': text?.rest.includes('<mml:') ? 'http://www.w3.org/1998/Math/MathML' : null,
      'article-type': article.type === RESEARCH_ARTICLE ? text?.type : article.type,
      'dtd-version': '1.3',
      'xml:lang': text?.language ?? record.language,
    },
    element('front', {}, journalMeta(record), articleMeta(record, article, text)),
    text ? new Xml(text.rest) : null,
  )

const journalMeta = ({ journal, journalAbbreviation, issn, publisher }: CitationRecord): Xml =>
  element(
    'journal-meta',
    {},
    // Of another journal only the name is known.
    element(
      'journal-id',
      { 'journal-id-type': journalAbbreviation ? 'publisher-id' : 'title' },
      journalAbbreviation ?? journal,
    ),
    element(
      'journal-title-group',
      {},
      element('journal-title', {}, journal),
      journalAbbreviation ? element('abbrev-journal-title', { 'abbrev-type': 'publisher' }, journalAbbreviation) : null,
    ),
    // The schema demands the element: it stays empty where none is assigned or known.
    element('issn', { 'publication-format': issn ? 'electronic' : null }, issn),
    publisher ? element('publisher', {}, element('publisher-name', {}, publisher)) : null,
  )

function articleMeta(record: CitationRecord, article: PublicArticle, text: JatsText | null): Xml {
  const { volume, issue, publishedOn, receivedOn, revisedOn, acceptedOn, keywords, pdfUrl } = record
  const history = [
    ...(receivedOn ? [date('date', { 'date-type': 'received' }, receivedOn)] : []),
    ...(revisedOn ? [date('date', { 'date-type': 'rev-recd' }, revisedOn)] : []),
    ...(acceptedOn ? [date('date', { 'date-type': 'accepted' }, acceptedOn)] : []),
  ]
  return element(
    'article-meta',
    {},
    // Of an article that first appeared elsewhere this is the number of a copy.
    element('article-id', { 'pub-id-type': record.firstPublishedElsewhere ? 'archive' : 'publisher-id' }, record.id),
    record.doi ? element('article-id', { 'pub-id-type': 'doi' }, record.doi) : null,
    element(
      'article-categories',
      {},
      element('subj-group', { 'subj-group-type': 'heading' }, element('subject', {}, record.category.name)),
    ),
    element('title-group', {}, element('article-title', {}, markedText(article.title))),
    contributors(article, new Xml(text?.notes ?? '')),
    publishedOn
      ? date('pub-date', { 'publication-format': 'electronic', 'date-type': 'pub' }, publishedOn)
      : element('pub-date-not-available'),
    volume ? element('volume', {}, volume) : null,
    issue ? element('issue', {}, issue) : null,
    pages(record),
    history.length ? element('history', {}, history) : null,
    permissions(record),
    element('self-uri', { 'content-type': 'text/html', 'xlink:href': webAddress(record.url) }, record.url),
    pdfUrl
      ? element('self-uri', { 'content-type': 'application/pdf', 'xlink:href': webAddress(pdfUrl) }, pdfUrl)
      : null,
    new Xml(text?.related ?? ''),
    relatedArticles(record),
    abstracts(article),
    keywords.length
      ? element(
          'kwd-group',
          { 'kwd-group-type': 'author' },
          keywords.map((word) => element('kwd', {}, word)),
        )
      : null,
    statementsWithin('funding-group', article),
  )
}

function pages({ pages, firstPage, lastPage, elocationId }: CitationRecord): Xml[] {
  if (!pages || !firstPage) return elocationId ? [element('elocation-id', {}, elocationId)] : []
  return [
    element('fpage', {}, firstPage),
    ...(lastPage ? [element('lpage', {}, lastPage)] : []),
    // A gap between pages needs the full range.
    ...(pages.includes(',') ? [element('page-range', {}, pages)] : []),
  ]
}

function date(name: string, attributes: Record<string, string>, iso: string): Xml {
  const [year, month, day] = iso.split('-')
  return element(
    name,
    { ...attributes, 'iso-8601-date': iso },
    element('day', {}, day),
    element('month', {}, month),
    element('year', {}, year),
  )
}

/** Where in the record each statement is: the element around it, and its own. A new statement gets a row. */
const PLACES: Record<Statement, { within: 'funding-group'; element: string }> = {
  fundingStatement: { within: 'funding-group', element: 'funding-statement' },
}

/** The statements that are within an element, which has no paragraphs: each of theirs is one of its own. */
function statementsWithin(within: 'funding-group', statements: Statements): Xml[] {
  const written = STATEMENT_NAMES.filter((name) => PLACES[name].within === within).flatMap((name) =>
    (statements[name] ?? '')
      .split('\n\n')
      .filter((text) => text.trim())
      .map((text) => element(PLACES[name].element, {}, text.trim())),
  )
  return written.length ? [element(within, {}, written)] : []
}

/** Who holds the rights and what readers may do, for people and, by the licence's address, for programs. */
function permissions({ copyright, licenceUrl, licenceName }: CitationRecord): Xml {
  const { year, holder } = partsOf(copyright ?? '')
  const address = webAddress(licenceUrl)
  return element(
    'permissions',
    {},
    copyright ? element('copyright-statement', {}, copyright) : null,
    year ? element('copyright-year', {}, year) : null,
    holder ? element('copyright-holder', {}, holder) : null,
    // Every article is free to read from the first day.
    element('ali:free_to_read'),
    element(
      'license',
      { 'license-type': 'open-access', 'xlink:href': address },
      element('ali:license_ref', {}, licenceUrl),
      element(
        'license-p',
        {},
        'This article is published under the licence ',
        address ? element('ext-link', { 'ext-link-type': 'uri', 'xlink:href': address }, licenceName) : licenceName,
        '.',
      ),
    ),
  )
}

const SIGN = /^(?:copyright\s?)?(?:©|\(c\))?\s?/i
const LONGEST_HOLDER = 200

/** A notice names its articles, and they name it: by DOI, or by address where there is none. */
function relatedArticles({ notices, asNotice }: CitationRecord): Xml[] {
  const related = (type: string, { doi, url }: { doi: string | null; url: string }) =>
    element('related-article', {
      'related-article-type': type,
      'ext-link-type': doi === null ? 'uri' : 'doi',
      'xlink:href': doi ?? webAddress(url),
    })
  return [
    ...(asNotice?.about ?? []).map((one) => related(NOTICES[asNotice!.kind].relatedType, one)),
    ...notices.map((one) => related(NOTICES[one.kind].forwardType, one)),
  ]
}

/** Year and holder of '© 2018 The Authors'; a statement in other words names neither for certain. */
function partsOf(copyright: string): { year: string | null; holder: string | null } {
  const [, year, rest] = /^(\d{4}),? (.+)$/s.exec(copyright.replace(SIGN, '')) ?? []
  if (!year || !rest) return { year: null, holder: null }
  const holder = rest.replace(/^by /i, '').replace(/\.$/, '')
  return { year, holder: holder.length <= LONGEST_HOLDER && !/[.;] \p{Lu}|\n/u.test(holder) ? holder : null }
}

/** Incremented when the same file gives another text: what is stored is made again. */
export const NORMALISER = 1

/** What an export takes from an article's file, as XML that is valid in its place. */
export interface JatsText {
  /** As the file says: 'research-article', 'en'. */
  type: string | null
  language: string | null
  /** Notes on the authors that are neither their addresses nor a statement that the journal keeps. */
  notes: string
  /** Links to articles that this one corrects, retracts or comments on. */
  related: string
  /** Text, back matter, floats and articles within the article. */
  rest: string
}
