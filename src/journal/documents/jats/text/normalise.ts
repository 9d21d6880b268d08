import type { Document, Element } from '@xmldom/xmldom'
import { at, attribute, children, nameOf } from '../nodes.ts'
import { statedBehind } from '../statements.ts'
import { attributesOf } from './attributes.ts'
import { fit } from './fit.ts'
import { formula } from './formula.ts'
import { settleIds } from './ids.ts'
import type { JatsText } from './jats-text.ts'
import { MODEL } from './model.ts'
import { contentOf, nameWithPrefix, part, toXml, type Content, type Part } from './part.ts'

/** Element names of earlier versions of JATS. */
const RENAMED = new Map([
  ['citation', 'mixed-citation'],
  ['floats-wrap', 'floats-group'],
  ['gloss-group', 'glossary'],
  ['custom-meta-wrap', 'custom-meta-group'],
  ['chem-struct-wrapper', 'chem-struct-wrap'],
])
const REST = ['body', 'back', 'floats-group', 'floats-wrap', 'sub-article', 'response']

/**
 * The text of a file as valid JATS Publishing 1.3. Files are made by the rules of other versions, or by none: by
 * the table of what the schema allows, elements are moved, wrapped or unwrapped and attributes left out; every word
 * stays. What the journal's record has already said is left out.
 */
export function normaliseText(document: Document): JatsText {
  const article = document.documentElement!
  const meta = at(article, 'front', 'article-meta')
  const said = statedBehind(document)
  const notes = children(at(meta, 'author-notes'), 'fn')
    .filter((note) => attribute(note, 'fn-type') !== 'corresp')
    .flatMap((note) => converted(note, said))
  const related = children(meta, 'related-article').flatMap((each) => converted(each, said))
  // As in an article with nothing but its text.
  const whole = part('article', [part('front'), ...children(article, ...REST).flatMap((each) => converted(each, said))])
  const rest = restOf(fit(whole))
  settleIds([part('notes', notes), part('notes', related), part('notes', rest)])
  return {
    type: /^[a-z][a-z-]{1,60}$/.exec(attribute(article, 'article-type'))?.[0] ?? null,
    language: /^[a-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/.exec(attribute(article, 'lang'))?.[0] ?? null,
    notes: written(notes, 'fn'),
    related: written(related, 'related-article'),
    rest: written(rest),
  }
}

/** What follows the front matter; what has found no place anywhere is the end of the text. */
function restOf([article, ...leftOver]: Content[]): Content[] {
  const [, ...rest] = (article as Part).content
  if (!leftOver.length) return rest
  const first = rest[0]
  const text = typeof first === 'object' && first.name === 'body' ? [first] : []
  const [body] = fit(part('body', [...text.flatMap(({ content }) => content), ...leftOver]))
  return [body!, ...rest.slice(text.length)]
}

const written = (content: readonly Content[], only?: string): string =>
  content
    .filter((each): each is Part => typeof each !== 'string' && (!only || each.name === only))
    .map((each) => xmlOf(each))
    .join('')

const xmlOf = (each: Part): string => {
  const xml = toXml(each)
  return typeof xml === 'string' ? xml : xml.source
}

/** An element, its children first; what stands in its place if it cannot stay one. */
function converted(element: Element, left: ReadonlySet<Element>): Content[] {
  if (left.has(element)) return []
  const name = RENAMED.get(nameOf(element)) ?? nameWithPrefix(element)
  if (name?.startsWith('mml:')) return [formula(element, name)]
  const content = contentOf(element).flatMap((each) => (typeof each === 'string' ? [each] : converted(each, left)))
  const attributes = name === null ? null : attributesOf(element, name)
  if (name === null || !attributes || !MODEL.has(name)) return content
  return fit({ name, attributes, content })
}
