import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOMParser, type Element } from '@xmldom/xmldom'

/**
 * The table that the journal's JATS normaliser works by, derived from the schema. A test compares the two; after a
 * change of the schema, `vitest -u` writes the table again.
 */
const SCHEMA = join(import.meta.dirname, '..', 'schemas', 'jats-1.3', 'JATS-journalpublishing1-3-mathml3-elements.xsd')
export const MODEL_FILE = join(
  import.meta.dirname,
  '..',
  '..',
  'src',
  'journal',
  'documents',
  'jats',
  'model',
  'schema.json',
)

/** One step of a content model: the elements that may be there, how many at least, and whether more than one. */
type Step = [names: string[], min: number, many: number]

const PARTICLES = ['sequence', 'choice', 'group', 'element']
const KINDS = /:(ID|IDREFS?|anyURI|NMTOKENS?|date|dateTime|language|integer|decimal|positiveInteger)$/

const elementsIn = (parent: Element): Element[] =>
  Array.from(parent.childNodes).filter((node): node is Element => node.nodeType === 1)
const named = (parent: Element | undefined, ...names: string[]) =>
  parent ? elementsIn(parent).filter((each) => names.includes(each.localName!)) : []

/** The table as the file has it. */
export function modelOfSchema(): string {
  const root = new DOMParser().parseFromString(readFileSync(SCHEMA, 'utf8'), 'text/xml').documentElement!
  const groups = new Map(named(root, 'group').map((each) => [each.getAttribute('name')!, each]))
  const sets = new Numbered()
  const attributes = new Numbered()

  const innerOf = (particle: Element): Element[] =>
    named(groups.get(particle.getAttribute('ref') ?? '') ?? particle, ...PARTICLES)
  const namesIn = (particle: Element): string[] =>
    particle.localName === 'element' ? [particle.getAttribute('ref')!] : innerOf(particle).flatMap(namesIn)
  const repeats = (particle: Element): boolean =>
    (particle.getAttribute('maxOccurs') ?? '1') !== '1' ||
    (particle.localName !== 'element' && innerOf(particle).some(repeats))
  /** A sequence is its steps; of a choice it is only known what may be there. */
  const stepsOf = (particle: Element, min: number): Step[] => {
    const least = Math.min(min, Number(particle.getAttribute('minOccurs') ?? 1))
    const isOnce = (particle.getAttribute('maxOccurs') ?? '1') === '1'
    const isSequence = particle.localName === 'sequence' || particle.localName === 'group'
    if (isSequence && isOnce) return innerOf(particle).flatMap((each) => stepsOf(each, least))
    const mayBeEmpty = particle.localName === 'choice' && innerOf(particle).some((each) => demandsNothing(each))
    const names = [...new Set(namesIn(particle))]
    return names.length ? [[names, mayBeEmpty ? 0 : least, repeats(particle) ? 1 : 0]] : []
  }
  const demandsNothing = (particle: Element) => stepsOf(particle, 1).every(([, min]) => !min)

  const elements = named(root, 'element').map((element) => {
    const type = named(element, 'complexType')[0]
    const extended = named(type, 'simpleContent', 'complexContent')[0]
    const holder = (extended && elementsIn(extended)[0]) ?? type
    const steps = named(holder, ...PARTICLES).flatMap((each) => stepsOf(each, 1))
    const isMixed = type?.getAttribute('mixed') === 'true' || extended?.localName === 'simpleContent'
    return [
      element.getAttribute('name')!,
      [
        isMixed ? 1 : 0,
        steps.map(([names, min, many]) => [sets.numberOf(names.join(' ')), min, many]),
        named(holder, 'attribute').map((each) => attributes.numberOf(attributeLine(each))),
      ],
    ]
  })
  const lines = (items: unknown[]) => items.map((item) => JSON.stringify(item)).join(',\n')
  const table = (elements as [string, unknown][]).map(([name, of]) => `${JSON.stringify(name)}:${JSON.stringify(of)}`)
  return `{"sets":[\n${lines(sets.all)}],\n"attributes":[\n${lines(attributes.all)}],\n"elements":{\n${table.join(',\n')}}}\n`
}

/** 'ref-type=aff|app', 'id:ID', 'xlink:href!:anyURI': with '!' it is required. */
function attributeLine(attribute: Element): string {
  const name = attribute.getAttribute('name') ?? attribute.getAttribute('ref')!
  const simple = named(attribute, 'simpleType')[0]
  const values = simple ? Array.from(simple.getElementsByTagName('xsd:enumeration')) : []
  const kind = KINDS.exec(attribute.getAttribute('type') ?? '')?.[0] ?? ''
  const required = attribute.getAttribute('use') === 'required' ? '!' : ''
  return name + required + (values.length ? `=${values.map((each) => each.getAttribute('value')).join('|')}` : kind)
}

class Numbered {
  readonly all: string[] = []
  numberOf(text: string): number {
    const known = this.all.indexOf(text)
    return known >= 0 ? known : this.all.push(text) - 1
  }
}
