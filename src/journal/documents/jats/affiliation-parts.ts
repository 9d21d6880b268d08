import type { Element, Node } from '@xmldom/xmldom'
import { affiliationOf, type Affiliation } from '../../../contract/rules/people/affiliations.ts'
import { rorIn } from '../../../contract/rules/people/ror.ts'
import { attribute, descendants, isElement, nameOf, rawText } from './nodes.ts'
import { plainText } from './runs.ts'
import { runsOf } from './inline.ts'

const DEPARTMENT = /^(?:dept|department|division|org-division|unit|school|faculty)$/i

/**
 * An affiliation from its printed line and the parts marked in the file. If no institution is marked, the
 * text before the city and country is used.
 */
export function affiliationOfLine(line: string, nodes: Node[]): Affiliation {
  const elements = nodes.flatMap((node) => (isElement(node) ? [node, ...descendants(node, ...MARKED)] : []))
  const marked = (name: string) =>
    elements.filter((element) => nameOf(element) === name || attribute(element, 'content-type') === name)
  const institutions = elements.filter((element) => nameOf(element) === 'institution')
  const isDepartment = (element: Element) => DEPARTMENT.test(attribute(element, 'content-type'))
  const department = textOf(institutions.filter(isDepartment))
  const institution = textOf(institutions.filter((element) => !isDepartment(element)))
  const city = textOf(marked('city').slice(0, 1))
  const country = textOf(marked('country').slice(0, 1))
  const ror =
    elements
      .filter((element) => nameOf(element) === 'institution-id')
      .map(rorOf)
      .find(Boolean) ?? null
  if (institution) return affiliationOf({ institution, department, city, country, ror, line })
  const place = { city: '', country: '' }
  let rest = line
  for (const [part, text] of [
    ['country', country],
    ['city', city],
  ] as const) {
    if (!text || !rest.endsWith(`, ${text}`)) continue
    rest = rest.slice(0, -`, ${text}`.length)
    place[part] = text
  }
  return affiliationOf({ institution: rest, ...place, ror, line })
}

const MARKED = ['institution', 'institution-id', 'city', 'country', 'addr-line', 'named-content']

const rorOf = (id: Element): string | undefined => {
  const text = rawText(id)
  return /^ror$/i.test(attribute(id, 'institution-id-type')) || text.includes('ror.org') ? rorIn(text) : undefined
}

const textOf = (elements: Element[]): string =>
  elements
    .map((element) => plainText(runsOf(element)).replace(/(?<![\s,;.])[\s,;.]+$/, ''))
    .filter(Boolean)
    .join(', ')
