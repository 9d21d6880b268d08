import type { PublicArticle, PublicContributor } from '../../../../contract/api/articles.ts'
import {
  type Affiliation,
  affiliationLine,
  numberedAffiliations,
} from '../../../../contract/rules/people/affiliations.ts'
import { CREDIT, CREDIT_URL, type CreditRole, creditUrl } from '../../../../contract/rules/people/credit.ts'
import { orcidUrl } from '../../../../contract/rules/people/identifiers.ts'
import {
  fullNameOf,
  isFamilyNameFirst,
  isPublicRole,
  type PersonName,
} from '../../../../contract/rules/people/people.ts'
import { element, type Xml, type XmlContent } from '../../../../platform/xml.ts'

interface Writer {
  person: PublicContributor['contributor']
  isCorresponding: boolean
  affiliations: number[]
  /** The id of the note that has their address. */
  note: string | null
}

/** The authors, their affiliations, each once, and the notes: the addresses to write to, then `others`. */
export function contributors(article: Pick<PublicArticle, 'contributors'>, others: readonly Xml[]): Xml[] {
  // Review is single-blind: an article as administrators see it names its reviewers.
  const authors = article.contributors.filter(({ role }) => isPublicRole(role))
  const { affiliations, numbers } = numberedAffiliations(authors.map(({ contributor }) => contributor))
  const writers = authors.map(({ role, contributor: person }, index): Writer => ({
    person,
    isCorresponding: role === 'Corresponding Author',
    affiliations: numbers[index]!,
    note: role === 'Corresponding Author' && person.email ? `cor${index + 1}` : null,
  }))
  const notes = writers.flatMap(({ person, note }) =>
    note ? [element('corresp', { id: note }, element('email', {}, person.email))] : [],
  )
  return [
    ...(writers.length ? [element('contrib-group', { 'content-type': 'author' }, writers.map(contributor))] : []),
    ...affiliations.map((one, index) => affiliation(one, affiliationId(index + 1))),
    ...(notes.length || others.some(({ source }) => source) ? [element('author-notes', {}, notes, others)] : []),
  ]
}

const affiliationId = (number: number): string => `aff${number}`

const contributor = ({ person, isCorresponding, affiliations, note }: Writer): Xml =>
  element(
    'contrib',
    { 'contrib-type': 'author', corresp: isCorresponding ? 'yes' : null },
    person.orcidId
      ? element(
          'contrib-id',
          { 'contrib-id-type': 'orcid', authenticated: String(person.orcidAuthenticated) },
          orcidUrl(person.orcidId),
        )
      : null,
    name(person),
    person.credit.map(role),
    affiliations.map((number) => element('xref', { 'ref-type': 'aff', rid: affiliationId(number) })),
    note ? element('xref', { 'ref-type': 'corresp', rid: note }) : null,
  )

const role = (credit: CreditRole): Xml =>
  element(
    'role',
    {
      ...{ vocab: 'credit', 'vocab-identifier': CREDIT_URL },
      ...{ 'vocab-term': CREDIT[credit].term, 'vocab-term-identifier': creditUrl(credit) },
    },
    CREDIT[credit].term,
  )

/** A name in its parts and in the order in which it is printed. */
export function name(person: PersonName): Xml {
  const { fullName, familyName, givenNames, isGroup } = person
  if (isGroup || !familyName) return element('collab', {}, fullName)
  const isEastern = isFamilyNameFirst(person)
  const printed = fullNameOf(person, isEastern ? 'family name first' : 'given names first')
  // What is printed otherwise than its parts say is kept as it is printed.
  if (!fullName.startsWith(printed)) return element('string-name', {}, fullName)
  const suffix = fullName.slice(printed.length).replace(/^[\s,]+/, '')
  const parts = givenNames
    ? [element('surname', {}, familyName), element('given-names', {}, givenNames)]
    : [element('given-names', {}, familyName)]
  const style = givenNames ? (isEastern ? 'eastern' : 'western') : 'given-only'
  return element('name', { 'name-style': style }, parts, suffix ? element('suffix', {}, suffix) : null)
}

type Part = 'institution' | 'department' | 'country' | 'city'

/** Of two that are spelled alike, 'Singapore, Singapore', the city stands before the country. */
const PARTS: readonly Part[] = ['institution', 'department', 'country', 'city']

/** An affiliation as printed, with its parts marked where they are known. */
function affiliation(known: Affiliation, id: string): Xml {
  const isLineAlone = known.institution === known.line && !known.department && !known.city && !known.country
  if (isLineAlone && !known.ror) return element('aff', { id }, known.line)
  const places = placesIn(known.line, known)
  // A line in other words than its parts: they say more than it does.
  return element('aff', { id }, places ? marked(known.line, places, known) : ofParts(known))
}

interface Place {
  part: Part
  from: number
  to: number
}

/** Where in the line each part stands, in this order; null when one is not in it. */
function placesIn(line: string, known: Affiliation): Place[] | null {
  const places: Place[] = []
  for (const part of PARTS) {
    const words = known[part]
    if (!words) continue
    const place = placeOf(words, line, part, places)
    if (!place) return null
    places.push(place)
  }
  return places.sort((a, b) => a.from - b.from)
}

/** The place of words of their own: the first for who someone works for, the last for where that is. */
function placeOf(words: string, line: string, part: Part, taken: readonly Place[]): Place | null {
  const isLast = part === 'country' || part === 'city'
  const next = (at: number) => (isLast ? (at ? line.lastIndexOf(words, at - 1) : -1) : line.indexOf(words, at + 1))
  for (let from = isLast ? line.lastIndexOf(words) : line.indexOf(words); from >= 0; from = next(from)) {
    const to = from + words.length
    const isWhole = /^$|^\s$/.test(line.slice(from ? from - 1 : 0, from)) && /^$|^[\s,;]$/.test(line.slice(to, to + 1))
    if (isWhole && taken.every((other) => to <= other.from || from >= other.to)) return { part, from, to }
  }
  return null
}

function marked(line: string, places: readonly Place[], known: Affiliation): XmlContent[] {
  let at = 0
  const content = places.flatMap((place): XmlContent[] => {
    const before = line.slice(at, place.from)
    at = place.to
    return [before, partElement(place.part, line.slice(place.from, place.to), known.ror)]
  })
  return [...content, line.slice(at)]
}

/** The parts with commas between them. */
function ofParts(known: Affiliation): XmlContent[] {
  const { institution, department, city, country } = known
  const line = affiliationLine({ institution, department, city, country })
  const places = placesIn(line, { ...known, line })
  return places ? marked(line, places, known) : [known.line]
}

function partElement(part: Part, words: string, ror: string | null): Xml {
  if (part === 'department') return element('institution', { 'content-type': 'dept' }, words)
  if (part !== 'institution') return element(part, {}, words)
  return element(
    'institution-wrap',
    {},
    ror ? element('institution-id', { 'institution-id-type': 'ror' }, ror) : null,
    element('institution', {}, words),
  )
}
