import type { PublicArticle } from '../../../../contract/api/articles.ts'
import {
  type ArticleLink,
  type Award,
  identifierOf,
  linkInWords,
} from '../../../../contract/rules/articles/declared-works.ts'
import type { CitationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { type Supplement, supplementLicence } from '../../../../contract/rules/articles/supplements.ts'
import { doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { NOTICES, RESEARCH_ARTICLE } from '../../../../contract/rules/articles/notices.ts'
import { element, Xml, xmlDocument } from '../../../../platform/xml.ts'
import { writeMaterial } from '../model/material.ts'
import { BY_THE_RECORD, writeStatements } from '../model/statements.ts'
import { abstracts, markedText, webAddress } from './abstract.ts'
import type { PublishedReviews } from '../../../../contract/api/published-reviews.ts'
import { reviewArticles } from './reviews.ts'
import { contributors } from './contributors.ts'

type Reviews = PublishedReviews['rounds']

const DOCTYPE =
  '<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD with MathML3 v1.3 20210610//EN" "https://jats.nlm.nih.gov/publishing/1.3/JATS-journalpublishing1-3-mathml3.dtd">'

/** A public article as JATS 1.3, Journal Publishing: its record, and its text where there is one. */
export const jats = (
  record: CitationRecord,
  article: PublicArticle,
  text: JatsText | null = null,
  reviews: Reviews = [],
): string => xmlDocument(jatsElement(record, article, text, { reviews }), { doctype: DOCTYPE })

/** The same as an element, within `namespace` where it is part of another document. */
export const jatsElement = (
  record: CitationRecord,
  article: PublicArticle,
  text: JatsText | null,
  { reviews = [], namespace }: { reviews?: Reviews; namespace?: string } = {},
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
    new Xml(withBack(text?.rest ?? '', [...writeStatements('back', article), ...writeMaterial(article)])),
    // An article may hold others or responses, and not both.
    text?.rest.endsWith('</response>') ? null : reviewArticles(reviews, article),
  )

/** What follows the front matter, with these among what stands after the text. */
function withBack(rest: string, more: readonly Xml[]): string {
  if (!more.length) return rest
  const written = more.map(({ source }) => source).join('')
  const body = /^<body(?:\s[^<>]*)?\/>/.exec(rest)?.[0] ?? (/^<body[\s>]/.test(rest) ? upTo(rest, '</body>') : '')
  const after = rest.slice(body.length)
  const open = /^<back(?:\s[^<>]*)?\/?>/.exec(after)?.[0]
  if (!open) return `${body}<back>${written}</back>${after}`
  if (open.endsWith('/>')) return `${body}<back>${written}</back>${after.slice(open.length)}`
  const back = after.slice(0, after.indexOf('</back>'))
  return `${body}${back}${written}${after.slice(back.length)}`
}

const upTo = (text: string, end: string): string => text.slice(0, text.indexOf(end) + end.length)

const journalMeta = ({ journal, journalAbbreviation, issn, issnPrint, publisher }: CitationRecord): Xml =>
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
    issn || !issnPrint ? element('issn', { 'publication-format': issn ? 'electronic' : null }, issn) : null,
    issnPrint ? element('issn', { 'publication-format': 'print' }, issnPrint) : null,
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
    contributors(article, [...writeStatements('author-notes', article), new Xml(text?.notes ?? '')]),
    publishedOn
      ? date('pub-date', { 'publication-format': 'electronic', 'date-type': 'pub' }, publishedOn)
      : element('pub-date-not-available'),
    volume ? element('volume', {}, volume) : null,
    issue ? element('issue', {}, issue) : null,
    pages(record),
    record.supplements.map(supplement),
    history.length ? element('history', {}, history) : null,
    permissions(record),
    element('self-uri', { 'content-type': 'text/html', 'xlink:href': webAddress(record.url) }, record.url),
    pdfUrl
      ? element('self-uri', { 'content-type': 'application/pdf', 'xlink:href': webAddress(pdfUrl) }, pdfUrl)
      : null,
    new Xml(text?.related ?? ''),
    relatedArticles(record),
    record.links.map(relatedObject),
    abstracts(article),
    keywords.length
      ? element(
          'kwd-group',
          { 'kwd-group-type': 'author' },
          keywords.map((word) => element('kwd', {}, word)),
        )
      : null,
    fundingGroup(article),
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

/** Each grant, and the sentence about funding. */
function fundingGroup(article: PublicArticle): Xml | null {
  const said = [...article.awards.map(award), ...writeStatements('funding-group', article)]
  return said.length ? element('funding-group', {}, said) : null
}

const award = ({ funder, ror, number, doi }: Award): Xml =>
  element(
    'award-group',
    { 'specific-use': BY_THE_RECORD },
    element(
      'funding-source',
      {},
      element(
        'institution-wrap',
        {},
        ror ? element('institution-id', { 'institution-id-type': 'ror' }, ror) : null,
        element('institution', {}, funder),
      ),
    ),
    number ? element('award-id', {}, number) : null,
    doi ? element('award-id', { 'award-id-type': 'doi' }, doi) : null,
  )

/** A work that belongs to the article. */
const relatedObject = (link: ArticleLink): Xml =>
  element(
    'related-object',
    {
      ...{ 'content-type': link.kind, 'specific-use': link.relation },
      ...{ 'document-id-type': link.doi ? 'doi' : link.url ? 'uri' : 'accession', 'document-id': identifierOf(link) },
      'xlink:href': link.doi ? doiUrl(link.doi) : link.url && webAddress(link.url),
    },
    linkInWords(link),
  )

/** A file that belongs to the article, by the address of its bytes. */
function supplement({ title, licenceUrl, doi, mediaType, url }: Supplement, index: number): Xml {
  const [type, subtype] = mediaType.split('/')
  const address = licenceUrl === null ? null : webAddress(licenceUrl)
  return element(
    'supplementary-material',
    { id: `supplement-${index + 1}`, mimetype: type, 'mime-subtype': subtype, 'xlink:href': webAddress(url) },
    doi ? element('object-id', { 'pub-id-type': 'doi' }, doi) : null,
    element('label', {}, `Supplement ${index + 1}`),
    element('caption', {}, element('title', {}, title)),
    address
      ? element(
          'permissions',
          {},
          element(
            'license',
            { 'xlink:href': address },
            element('ali:license_ref', {}, address),
            element('license-p', {}, `This file is published under the licence ${supplementLicence(licenceUrl)}.`),
          ),
        )
      : null,
  )
}

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
