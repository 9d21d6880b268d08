import type { Affiliation } from '../../../../contract/rules/people/affiliations.ts'
import { affiliationLine } from '../../../../contract/rules/people/affiliations.ts'
import { element, type Xml, type XmlContent } from '../../../../platform/xml.ts'

type Part = 'institution' | 'department' | 'country' | 'city'

/** Of two that are spelled alike, 'Singapore, Singapore', the city stands before the country. */
const PARTS: readonly Part[] = ['institution', 'department', 'country', 'city']

/** An affiliation as printed, with its parts marked where they are known. */
export function affiliation(known: Affiliation, id: string): Xml {
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

/** The place of words of their own: the first for who somebody works for, the last for where that is. */
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
