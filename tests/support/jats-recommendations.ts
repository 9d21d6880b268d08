import { DOMParser, type Element } from '@xmldom/xmldom'

/**
 * What a file has against the recommendations of JATS for Reuse (https://jats4r.org/recommendations-list), which its schema
 * does not know: how indexes and archives expect licences, people, funding, statements, citations and figures.
 */
export function reuseFaults(xml: string): string[] {
  const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement!
  return RULES.flatMap(({ of, faults }) =>
    [...root.getElementsByTagName(of)].flatMap((element) =>
      Object.entries(faults).flatMap(([fault, is]) => (is(element) ? [`<${of}>: ${fault}`] : [])),
    ),
  )
}

interface Rule {
  /** Every element of this name. */
  of: string
  faults: Record<string, (element: Element) => boolean>
}

const children = (element: Element, ...names: string[]): Element[] =>
  [...element.childNodes].filter(
    (node): node is Element => node.nodeType === 1 && names.includes((node as Element).tagName),
  )
const has = (element: Element, ...names: string[]): boolean => children(element, ...names).length > 0
const parentOf = ({ parentNode }: Element): Element | null =>
  parentNode?.nodeType === 1 ? (parentNode as Element) : null
const isIn = (element: Element, ...names: string[]): boolean => {
  for (let at = parentOf(element); at; at = parentOf(at)) if (names.includes(at.tagName)) return true
  return false
}
const textOf = ({ textContent }: Element): string => textContent?.trim() ?? ''
const at = (element: Element, name: string): string => element.getAttribute(name) ?? ''
const documentOf = (element: Element): Element => element.ownerDocument!.documentElement!

const REVIEWS = [
  'reviewer-report',
  'editor-report',
  'author-comment',
  'community-comment',
  'aggregated-review-documents',
]
const isFourDigits = (text: string): boolean => /^(1\d|20)\d\d$/.test(text)

/** A statement about interests or data is at home in one place. */
const isInterests = (type: string): boolean => /conflict|competing|coi/i.test(type)
const isAboutData = (type: string): boolean => /data-?avail/i.test(type)

const CITATION: Rule['faults'] = {
  'has no publication-type': (element) => !at(element, 'publication-type'),
  'has a data-title, and is not of data': (element) =>
    has(element, 'data-title') && at(element, 'publication-type') !== 'data',
  'is of data without its title and its source': (element) =>
    at(element, 'publication-type') === 'data' && !has(element, 'data-title', 'source'),
  'has a number of the article and pages': (element) =>
    has(element, 'elocation-id') && has(element, 'fpage', 'lpage', 'page-range'),
  'has a year that is none': (element) =>
    children(element, 'year').some(
      (year) => !isFourDigits(textOf(year)) && !isFourDigits(at(year, 'iso-8601-date').slice(0, 4)),
    ),
  'has an identifier of no kind': (element) => children(element, 'pub-id').some((id) => !at(id, 'pub-id-type')),
}
const FORMULA: Rule['faults'] = {
  'has several expressions': (element) => children(element, 'graphic', 'tex-math', 'mml:math').length > 1,
  'is a picture alone': (element) => has(element, 'graphic'),
}

const RULES: readonly Rule[] = [
  {
    of: 'article-meta',
    faults: {
      'has no permissions': (element) => !has(element, 'permissions'),
      'has several groups of funding': (element) => element.getElementsByTagName('funding-group').length > 1,
    },
  },
  {
    of: 'permissions',
    faults: {
      'has a copyright without holder and year': (element) =>
        has(element, 'copyright-statement', 'copyright-holder', 'copyright-year') &&
        !(has(element, 'copyright-holder') && has(element, 'copyright-year')),
      'has a year of copyright that is none': (element) =>
        children(element, 'copyright-year').some(({ textContent }) => !/^\d{4}$/.test(textContent ?? '')),
    },
  },
  {
    of: 'license',
    faults: {
      'has two addresses': (element) =>
        at(element, 'xlink:href') !== '' &&
        children(element, 'ali:license_ref').some((ref) => textOf(ref) !== at(element, 'xlink:href')),
    },
  },
  {
    of: 'aff',
    faults: {
      'is linked with none of several authors': (element) => {
        const parent = parentOf(element)!
        const isOneOfSeveral =
          children(parent, 'aff').length > 1 && documentOf(element).getElementsByTagName('contrib').length > 1
        const isLinked = [...documentOf(element).getElementsByTagName('xref')].some(
          (xref) => at(xref, 'rid') === at(element, 'id') && at(xref, 'ref-type') === 'aff',
        )
        return parent.tagName !== 'contrib' && isOneOfSeveral && !isLinked
      },
    },
  },
  { of: 'contrib-id', faults: { 'has no contrib-id-type': (element) => !at(element, 'contrib-id-type') } },
  { of: 'institution-id', faults: { 'has no institution-id-type': (element) => !at(element, 'institution-id-type') } },
  {
    of: 'role',
    faults: {
      'is of CRediT without its four attributes': (element) =>
        at(element, 'vocab') === 'credit' &&
        !(
          at(element, 'vocab-identifier') === 'https://credit.niso.org/' &&
          at(element, 'vocab-term') &&
          at(element, 'vocab-term-identifier').startsWith('https://credit.niso.org/contributor-roles/')
        ),
      'is of CRediT, and does not say which vocabulary': (element) =>
        at(element, 'vocab') !== 'credit' && at(element, 'vocab-term-identifier').includes('credit.niso.org'),
    },
  },
  {
    of: 'fn',
    faults: {
      'states interests outside of the author notes': (element) =>
        isInterests(at(element, 'fn-type')) && parentOf(element)?.tagName !== 'author-notes',
      'states the availability of data': (element) => isAboutData(at(element, 'fn-type') + at(element, 'content-type')),
    },
  },
  { of: 'notes', faults: { 'states interests or data': (element) => isInterests(at(element, 'notes-type')) } },
  {
    of: 'sec',
    faults: {
      'states interests': (element) => isInterests(at(element, 'sec-type')),
      'states the availability of data outside of the back': (element) =>
        isAboutData(at(element, 'sec-type')) &&
        (at(element, 'sec-type') !== 'data-availability' || parentOf(element)?.tagName !== 'back'),
      'states ethics a second time': (element) =>
        at(element, 'sec-type') === 'ethics-statement' &&
        [...documentOf(element).getElementsByTagName('sec')].find(
          (sec) => at(sec, 'sec-type') === 'ethics-statement',
        ) !== element,
      'has no title': (element) => !has(element, 'title'),
    },
  },
  {
    of: 'award-group',
    faults: { 'has not one source': (element) => children(element, 'funding-source', 'support-source').length !== 1 },
  },
  {
    of: 'funding-source',
    faults: { 'has not one institution': (element) => children(element, 'institution-wrap').length !== 1 },
  },
  {
    of: 'award-id',
    faults: {
      'is no DOI': (element) => at(element, 'award-id-type') === 'doi' && !textOf(element).startsWith('10.'),
    },
  },
  { of: 'mixed-citation', faults: CITATION },
  { of: 'element-citation', faults: CITATION },
  {
    of: 'version',
    faults: { 'has no number for programs': (element) => !at(element, 'designator') },
  },
  {
    of: 'mml:math',
    faults: { 'is in no formula': (element) => !isIn(element, 'disp-formula', 'inline-formula') },
  },
  { of: 'disp-formula', faults: FORMULA },
  { of: 'inline-formula', faults: FORMULA },
  { of: 'table-wrap', faults: { 'has no table': (element) => element.getElementsByTagName('table').length === 0 } },
  {
    of: 'ext-link',
    faults: {
      'has no words': (element) => !textOf(element) && !at(element, 'xlink:title'),
    },
  },
  {
    of: 'sub-article',
    faults: {
      'is of no kind of review': (element) => !REVIEWS.includes(at(element, 'article-type')),
      'is a review without DOI, author or title': (element) => {
        const [front] = children(element, 'front-stub')
        const titles = front ? children(front, 'title-group') : []
        return (
          !front ||
          !children(front, 'article-id').some((id) => at(id, 'pub-id-type') === 'doi') ||
          front.getElementsByTagName('contrib').length === 0 ||
          !titles.some((title) => has(title, 'article-title'))
        )
      },
      'has an author without a part in the review': (element) =>
        [...element.getElementsByTagName('contrib')].some(
          (contrib) =>
            !children(contrib, 'role').some((role) =>
              ['reviewer', 'reader', 'author', 'editor'].includes(at(role, 'specific-use')),
            ),
        ),
    },
  },
]
