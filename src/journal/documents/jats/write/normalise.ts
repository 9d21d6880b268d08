import type { Document, Element } from '@xmldom/xmldom'
import { at, attribute, children, nameOf } from '../model/nodes.ts'
import { materialSections } from '../model/material.ts'
import { statedBehind } from '../model/statements.ts'
import { fit, type Content, contentOf, nameWithPrefix, part, type Part, partsIn, toXml } from './fit.ts'
import { type AttributeRule, MODEL } from '../model/schema.ts'
import type { JatsText } from './article.ts'

/** What files write instead of a value that JATS knows. */
const MEANT = new Map(
  Object.entries({
    ...{ ref: 'bibr', reference: 'bibr', media: 'supplementary-material', figure: 'fig', equation: 'disp-formula' },
    ...{ 'table-wrap': 'table', appendix: 'app', section: 'sec', supplementary: 'supplementary-material' },
    ...{ 'coi-statment': 'coi-statement', 'conflict-of-interest': 'coi-statement', centre: 'center' },
  }),
)

const KINDS: Record<string, RegExp> = {
  ID: /^[\p{L}_][\p{L}\p{N}_.-]*$/u,
  IDREF: /^\S+$/,
  IDREFS: /^\S+(?:\s+\S+)*$/,
  NMTOKEN: /^[\p{L}\p{N}_.:-]+$/u,
  date: /^\d{4}-\d\d-\d\d$/,
  integer: /^\d{1,9}$/,
  positiveInteger: /^[1-9]\d{0,8}$/,
}
const LANGUAGE = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i
/** Addresses that lead to something; others, `javascript:` among them, are left out. */
const SCHEME = /^(?:https?|ftp|mailto|tel|doi|urn|info):/i

/** The attributes that an element may have in JATS; null if one is missing that it must have. */
function attributesOf(element: Element, name: string): Map<string, string> | null {
  const rules = MODEL.get(name)?.attributes
  const kept = new Map<string, string>()
  if (!rules) return kept
  for (const attribute of Array.from(element.attributes)) {
    const key = nameWithPrefix(attribute)
    const rule = key === null ? undefined : rules.get(key)
    if (!key || !rule) continue
    const value = valueOf(key, attribute.value, rule)
    if (value !== null) kept.set(key, value)
    else if (rule.values?.includes('custom') && rules.has('custom-type')) {
      kept.set(key, 'custom')
      kept.set('custom-type', attribute.value)
    }
  }
  const isWhole = [...rules].every(([key, { isNeeded }]) => !isNeeded || kept.has(key))
  return isWhole ? kept : null
}

function valueOf(key: string, text: string, { values, kind }: AttributeRule): string | null {
  if (key === 'xlink:href') return addressOf(text)
  if (key === 'xml:lang') return LANGUAGE.test(text) ? text : null
  // Beside the address nothing of a link is for readers, and each has rules of its own.
  if (key.startsWith('xlink:') && key !== 'xlink:title') return null
  if (key === 'xml:base' || key === 'xml:space') return null
  if (kind === 'anyURI') return addressOf(text)
  const trimmed = text.trim()
  if (values) {
    const said = trimmed.toLowerCase()
    return [trimmed, said, MEANT.get(said) ?? said].find((value) => values.includes(value)) ?? null
  }
  const pattern = kind ? KINDS[kind] : undefined
  return !pattern ? text : pattern.test(trimmed) ? trimmed : null
}

/** An address, or the name of a file, as a URI may be written. */
function addressOf(text: string): string | null {
  const trimmed = text.trim().toWellFormed()
  if (!trimmed || (/^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !SCHEME.test(trimmed))) return null
  const [before, ...fragments] = trimmed.split('#')
  const written = fragments.length ? `${before}#${fragments.join('%23')}` : trimmed
  return written
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^\w.~:/?#@!$&'()*+,;=%-]/gu, (character) => encodeURIComponent(character))
    .replace(/^(?:[^/?#:]*:)?\/\/[^/?#]*/, (authority) => authority.replace(/:(?!\/\/|\d{1,5}$)/g, '%3A'))
}

/** The elements of MathML that hold text. All others hold elements alone. */
const TOKENS = new Set(
  ['mi', 'mn', 'mo', 'mtext', 'ms', 'annotation', 'ci', 'cn', 'csymbol'].map((name) => `mml:${name}`),
)
/** Those that have a fixed number of parts. */
const PARTS = new Map(
  Object.entries({
    ...{ 'mml:mfrac': 2, 'mml:mroot': 2, 'mml:msub': 2, 'mml:msup': 2, 'mml:munder': 2, 'mml:mover': 2 },
    ...{ 'mml:msubsup': 3, 'mml:munderover': 3 },
  }),
)

/** MathML as it is, without links and without what is not MathML. */
function formula(element: Element, name: string): Part {
  const attributes = new Map(
    Array.from(element.attributes).flatMap(({ namespaceURI, name: key, value }): [string, string][] =>
      namespaceURI || key.startsWith('xmlns') || key === 'href' ? [] : [[key, value]],
    ),
  )
  const isToken = TOKENS.has(name)
  const content = contentOf(element).flatMap((each): Content[] => {
    const inner = typeof each === 'string' ? null : nameWithPrefix(each)
    if (typeof each !== 'string' && inner?.startsWith('mml:') && !isToken) return [formula(each, inner)]
    const text = typeof each === 'string' ? each : (each.textContent ?? '')
    return isToken ? [text] : text.trim() ? [part('mml:mtext', [text])] : []
  })
  return { name, attributes, content: counted(content, PARTS.get(name)) }
}

/** As many parts as there must be: the last takes all that are over. */
function counted(content: Content[], most: number | undefined): Content[] {
  if (most === undefined || content.length === most) return content
  const missing = Array.from({ length: Math.max(0, most - content.length) }, () => part('mml:mrow'))
  const last = content.slice(most - 1)
  return [...content.slice(0, most - 1), ...(last.length > 1 ? [part('mml:mrow', last)] : last), ...missing]
}

/** The ids that the record before the text gives to affiliations and addresses. */
const OF_THE_RECORD = /^(?:aff|cor)\d+$/
const REFERENCES = ['rid', 'headers']

/**
 * Each id once, none that the record uses, and no reference to an id that is not there: a cross-reference without
 * its target is plain text.
 */
function settleIds(content: readonly Content[]): void {
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
  const said = new Set([...statedBehind(document), ...materialSections(document)])
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
