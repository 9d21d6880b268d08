import type { PublicArticle, PublicContributor } from '../../../../contract/api/articles.ts'
import { numberedAffiliations } from '../../../../contract/rules/people/affiliations.ts'
import { isPublicRole } from '../../../../contract/rules/people/contributor-roles.ts'
import { orcidUrl } from '../../../../contract/rules/people/orcid.ts'
import { fullNameOf, isFamilyNameFirst, type PersonName } from '../../../../contract/rules/people/people.ts'
import { element, type Xml } from '../../../../platform/xml.ts'
import { affiliation } from './affiliations.ts'

interface Writer {
  person: PublicContributor['contributor']
  isCorresponding: boolean
  affiliations: number[]
  /** The id of the note that has their address. */
  note: string | null
}

/** The authors, their affiliations, each once, and the notes: the addresses to write to, then `others`. */
export function contributors(article: Pick<PublicArticle, 'contributors'>, others: Xml): Xml[] {
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
    ...(notes.length || others.source ? [element('author-notes', {}, notes, others)] : []),
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
    affiliations.map((number) => element('xref', { 'ref-type': 'aff', rid: affiliationId(number) })),
    note ? element('xref', { 'ref-type': 'corresp', rid: note }) : null,
  )

/** A name in its parts and in the order in which it is printed. */
function name(person: PersonName): Xml {
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
