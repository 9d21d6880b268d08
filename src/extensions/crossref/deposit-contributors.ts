import type { Affiliation } from '../../contract/rules/people/affiliations.ts'
import type { CitationAuthor } from '../../contract/rules/articles/citation/record.ts'
import { orcidUrl } from '../../contract/rules/people/orcid.ts'
import { element, type Xml } from '../../platform/xml.ts'

/** The authors with their ORCID iDs, and where they work. */
export function contributors(authors: readonly CitationAuthor[]): Xml | null {
  const written: Xml[] = []
  for (const author of authors) {
    const one = contributor(author, written.length === 0)
    if (one) written.push(one)
  }
  return written.length ? element('contributors', {}, written) : null
}

function contributor(author: CitationAuthor, isFirst: boolean): Xml | null {
  const role = { sequence: isFirst ? 'first' : 'additional', contributor_role: 'author' }
  const [given, family] = [namePart(author.given), namePart(author.family)]
  if (author.isGroup || family === '') {
    const name = tidy(author.fullName).slice(0, 511)
    return name ? element('organization', role, name) : null
  }
  return element(
    'person_name',
    role,
    given ? element('given_name', {}, given) : null,
    element('surname', {}, family),
    affiliations(author.affiliations),
    author.orcid ? element('ORCID', { authenticated: String(author.authenticated) }, orcidUrl(author.orcid)) : null,
  )
}

function affiliations(known: readonly Affiliation[]): Xml | null {
  const written = known.flatMap((affiliation) => institution(affiliation) ?? [])
  return written.length ? element('affiliations', {}, written) : null
}

function institution({ institution, department, city, country, ror }: Affiliation): Xml | null {
  const name = tidy(institution).slice(0, 1024)
  if (!name) return null
  const place = tidy([city, country].filter(Boolean).join(', ')).slice(0, 255)
  const unit = tidy(department ?? '').slice(0, 255)
  return element(
    'institution',
    {},
    element('institution_name', {}, name),
    ror ? element('institution_id', { type: 'ror' }, ror) : null,
    place.length > 1 ? element('institution_place', {}, place) : null,
    unit.length > 1 ? element('institution_department', {}, unit) : null,
  )
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Crossref takes neither digits nor question marks in a person's name, and 60 characters of each part. */
const namePart = (part: string): string => tidy(tidy(part.replace(/[\d?]/g, '')).slice(0, 60))
