import type { Element } from '@xmldom/xmldom'
import { addAll } from '../model/add-all.ts'
import { runsOf, runsOfNodes } from '../model/inline.ts'
import { attribute, child, children, isElement, isText, nameOf, nodesOf, rawText } from '../model/nodes.ts'
import { plainText, tidyRuns, type Run } from '../model/runs.ts'

const KEPT = { citations: 'kept' } as const

/** One entry of the bibliography: as worded in the file, or built from its parts. */
export function referenceRuns(ref: Element): Run[] {
  const citations = children(
    child(ref, 'citation-alternatives') ?? ref,
    'mixed-citation',
    'element-citation',
    'nlm-citation',
    'citation',
  )
  const shown = child(ref, 'citation-alternatives') ? citations.slice(0, 1) : citations
  const entries = shown.map((citation) =>
    nameOf(citation) === 'mixed-citation' || hasOwnText(citation) ? worded(citation) : composed(citation),
  )
  return tidyRuns([...entries, ...children(ref, 'note').map((note) => runsOf(note, KEPT))].flatMap(spaced))
}

const space: Run = { text: ' ', marks: [] }
const spaced = (runs: Run[], index: number): Run[] => (index ? [space, ...runs] : runs)

/** Text between the parts: a citation with such text is already worded. */
const hasOwnText = (citation: Element): boolean =>
  nodesOf(citation).some((node) => isText(node) && hasWordThenStop(node.nodeValue ?? ''))

/** A letter that is followed somewhere by a comma or full stop. */
const hasWordThenStop = (text: string): boolean =>
  text.split('\n').some((line) => /[,.]/.test(line.slice(line.search(/\p{L}|$/u))))

const NAMES = new Set('name string-name collab etal anonymous'.split(' '))
const MARKS = new Set('italic bold sub sup sc underline monospace styled-content named-content ext-link uri'.split(' '))

/** The words in their order; a space or comma is put between parts that nothing separates in the file. */
function worded(citation: Element): Run[] {
  let before: Element | undefined
  let isNext = false
  const runs = nodesOf(citation).flatMap((node): Run[] => {
    if (!isElement(node)) {
      isNext = false
      if (node.nodeValue?.trim()) before = undefined
      return runsAsTheyAre(node)
    }
    const bothNames = before && NAMES.has(nameOf(before)) && NAMES.has(nameOf(node))
    const bothParts = before && isNext && !MARKS.has(nameOf(before)) && !MARKS.has(nameOf(node))
    before = node
    isNext = true
    return [{ text: bothNames ? ', ' : bothParts ? ' ' : '', marks: [] }, ...partRuns(node)]
  })
  return tidyRuns(runs)
}

/** Text with the spaces at its ends, which are those between parts. */
const runsAsTheyAre = (node: Parameters<typeof isText>[0]): Run[] =>
  isText(node) ? [{ text: node.nodeValue ?? '', marks: [] }] : []

function partRuns(element: Element): Run[] {
  const name = nameOf(element)
  if (name === 'person-group') return worded(element)
  if (name === 'name') return [{ text: personName(element), marks: [] }]
  // Running text leaves editors' comments out; in a reference they say where it is and when it was read.
  return runsOfNodes(name === 'comment' ? nodesOf(element) : [element], KEPT)
}

const personName = (name: Element): string =>
  ['prefix', 'surname', 'given-names', 'suffix']
    .map((part) => rawText(child(name, part)))
    .filter(Boolean)
    .join(' ')

/** 'Author A, Author B (2009) Title. Source 15: 44–52. https://doi.org/…', and then whatever has no place in it. */
function composed(citation: Element): Run[] {
  const runs: Run[] = []
  const used = new Set<Element>()
  const take = (...names: string[]): Run[][] =>
    children(citation, ...names).flatMap((element) => {
      used.add(element)
      const part = runsOf(element, KEPT)
      return part.length ? [part] : []
    })
  const one = (name: string): string => take(name).map(plainText).join(', ')
  const say = (text: string) => text && runs.push({ text, marks: [] })
  const sentence = (more: Run[]) => {
    if (!more.length) return
    say(' ')
    addAll(runs, more)
    if (!/[.?!]$/.test(plainText(more))) say('.')
  }
  const year = one('year')
  const people = children(citation, 'person-group', 'name', 'string-name', 'collab')
  const isEditing = (group: Element) => /editor|translator|compiler/.test(attribute(group, 'person-group-type'))
  const authors = people.filter((group) => !isEditing(group))
  const editors = people.filter(isEditing)
  for (const group of people) used.add(group)
  const etal = take('etal').length ? ' et al.' : ''
  say(namesOf(authors) + etal)
  say(year ? ` (${year})` : '')
  for (const title of take('article-title', 'chapter-title', 'data-title', 'part-title', 'trans-title')) sentence(title)
  if (editors.length) sentence([{ text: `${namesOf(editors)} (eds)`, marks: [] }])
  const source = take('source').flatMap((part) => part.map((run): Run => ({ ...run, marks: ['i'] })))
  const [volume, issue, first, last] = [one('volume'), one('issue'), one('fpage'), one('lpage')]
  const pages = [first && `${first}${last && last !== first ? `–${last}` : ''}`, one('elocation-id')].filter(Boolean)
  const place = [`${volume}${issue && `(${issue})`}`, pages.join(', ')].filter(Boolean).join(': ')
  sentence([...source, ...(place ? [{ text: ` ${place}`, marks: [] } as Run] : [])])
  const publisher = [one('publisher-name'), one('publisher-loc')].filter(Boolean).join(', ')
  sentence(publisher ? [{ text: publisher, marks: [] }] : [])
  for (const element of children(citation)) if (!used.has(element)) sentence(partRuns(element))
  return tidyRuns(runs)
}

const namesOf = (groups: Element[]): string =>
  groups
    .flatMap((group) => (nameOf(group) === 'person-group' ? children(group) : [group]))
    .map((person) => {
      if (nameOf(person) === 'name') return personName(person)
      return nameOf(person) === 'etal' ? 'et al.' : rawText(person)
    })
    .filter(Boolean)
    .join(', ')
