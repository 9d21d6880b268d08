import { MODEL } from './model.ts'
import type { Content, Part } from './part.ts'
import { partsIn } from './part.ts'

/** The ids that the record before the text gives to affiliations and addresses. */
const OF_THE_RECORD = /^(?:aff|cor)\d+$/
const REFERENCES = ['rid', 'headers']

/**
 * Each id once, none that the record uses, and no reference to an id that is not there: a cross-reference without
 * its target is plain text.
 */
export function settleIds(content: readonly Content[]): void {
  const known = new Set<string>()
  for (const { attributes } of partsIn(content)) {
    const id = renamed(attributes.get('id') ?? '')
    if (id && !known.has(id)) attributes.set('id', id)
    else attributes.delete('id')
    known.add(id)
  }
  for (const each of partsIn(content)) settleReferences(each, known)
  for (const each of partsIn(content)) {
    if (!MODEL.get(each.name)?.isMixed) continue
    each.content = each.content.flatMap((inner) => (isIdle(inner) ? inner.content : inner))
  }
}

const renamed = (id: string): string => (OF_THE_RECORD.test(id) ? `text-${id}` : id)

function settleReferences({ attributes }: Part, known: ReadonlySet<string>): void {
  for (const name of REFERENCES) {
    const given = attributes.get(name)
    if (given === undefined) continue
    const there = given
      .split(/\s+/)
      .map(renamed)
      .filter((id) => known.has(id))
    if (there.length) attributes.set(name, there.join(' '))
    else attributes.delete(name)
  }
}

const isIdle = (content: Content): content is Part =>
  typeof content !== 'string' && content.name === 'xref' && !content.attributes.has('rid')
