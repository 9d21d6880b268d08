import type { Element } from '@xmldom/xmldom'
import { attribute, child, children, nameOf, nodesOf, rawText } from '../model/nodes.ts'
import { plainText } from './plain.ts'
import type { Handler, Rendering } from './rendering.ts'
import { attr, leading, preformatted } from './write.ts'

const TYPES: Record<string, string> = {
  ...{
    order: '1',
    ordered: '1',
    number: '1',
    'alpha-lower': 'a',
    'alpha-upper': 'A',
    'roman-lower': 'i',
    'roman-upper': 'I',
  },
  ...{ 'lower-alpha': 'a', 'upper-alpha': 'A', 'lower-roman': 'i', 'upper-roman': 'I' },
}

/** A list with the marks that the article has: its own labels, numbers, bullets or none. */
export const list: Handler = (element, rendering) => {
  const items = children(element, 'list-item')
  const labelled = items.some((item) => child(item, 'label'))
  const type = TYPES[attribute(element, 'list-type')]
  const tag = type && !labelled ? 'ol' : 'ul'
  const className = labelled ? 'labelled' : attribute(element, 'list-type') === 'simple' ? 'simple' : ''
  const rows = items.map((item) => listItem(item, rendering, labelled)).join('')
  const kind = tag === 'ol' && type !== '1' ? attr('type', type!) : ''
  const role = tag === 'ul' && className ? ' role="list"' : ''
  return `${heading(element, rendering)}<${tag}${rendering.id(element)}${attr('class', className)}${kind}${role}>${rows}</${tag}>`
}

function listItem(item: Element, rendering: Rendering, labelled: boolean): string {
  const label = labelled ? `<span class="li-n">${rendering.inlineOf(child(item, 'label'))}</span>` : ''
  const title = rendering.inlineOf(child(item, 'title'))
  const body = [...(title ? [`<p><b>${title}</b></p>`] : []), ...rendering.blocks(item, 'label', 'title')]
  return `<li${rendering.id(item)}>${leading(label, body)}</li>`
}

const heading = (element: Element, rendering: Rendering): string => {
  const words = [child(element, 'label'), child(element, 'title')]
    .map((part) => rendering.inlineOf(part))
    .filter(Boolean)
  return words.length ? `<p class="list-t"><b>${words.join(' ')}</b></p>` : ''
}

/** Terms and what they mean. */
export const definitions: Handler = (element, rendering) => {
  const items = children(element, 'def-item', 'def-list').map((item) =>
    nameOf(item) === 'def-item'
      ? definition(item, rendering)
      : `<div><dt></dt><dd>${definitions(item, rendering)}</dd></div>`,
  )
  const heads = ['term-head', 'def-head'].map((name) => rendering.inlineOf(child(element, name))).filter(Boolean)
  const head = heads.length ? `<p class="list-t"><b>${heads.join(' – ')}</b></p>` : ''
  return `${heading(element, rendering)}${head}<dl${rendering.id(element)} class="abbr">${items.join('')}</dl>`
}

function definition(item: Element, rendering: Rendering): string {
  const label = child(item, 'label')
  const terms = children(item, 'term').map(
    (term, index) =>
      `<dt${rendering.id(term)}>${label && !index ? `${rendering.inlineOf(label)} ` : ''}${rendering.inlineOf(term)}</dt>`,
  )
  const list = item.parentNode as Element
  rendering.passage(plainText(nodesOf(item)), rendering.ids.of(list))
  const meanings = children(item, 'def').map(
    (def) =>
      `<dd${rendering.id(def)}>${rendering.quietly(() => rendering.flow(nodesOf(def), { passages: false })).join('')}</dd>`,
  )
  return `<div${rendering.id(item)}>${terms.join('') || '<dt></dt>'}${meanings.join('') || '<dd></dd>'}</div>`
}

export const quotation: Handler = (element, rendering) => {
  const source = children(element, 'attrib').map((part) => `<p class="attrib">${rendering.inlineOf(part)}</p>`)
  return `${title(element, rendering)}<blockquote${rendering.id(element)}>${rendering.blocks(element, 'attrib', 'label', 'title').join('')}${source.join('')}</blockquote>`
}

export const verse: Handler = (element, rendering) => {
  const lines = children(element, 'verse-line', 'verse-group', 'attrib').map((line) =>
    nameOf(line) === 'verse-group' ? verse(line, rendering) : `<p class="verse-line">${rendering.inlineOf(line)}</p>`,
  )
  rendering.passage(plainText(nodesOf(element)), rendering.ids.of(element) || rendering.place.id)
  return `${title(element, rendering)}<blockquote${rendering.id(element)} class="verse">${lines.join('')}</blockquote>`
}

export const speech: Handler = (element, rendering) => {
  const speakers = children(element, 'speaker').map(
    (speaker) => `<p class="speaker"><b>${rendering.inlineOf(speaker)}</b></p>`,
  )
  return `<div${rendering.id(element)} class="speech">${speakers.join('')}${rendering.blocks(element, 'speaker').join('')}</div>`
}

/** 'Theorem 1' and the like. */
export const statement: Handler = (element, rendering) =>
  `<div${rendering.id(element)} class="statement">${title(element, rendering)}${rendering.blocks(element, 'label', 'title').join('')}</div>`

export const title = (element: Element, rendering: Rendering): string => {
  const words = [child(element, 'label'), child(element, 'title')]
    .map((part) => rendering.inlineOf(part))
    .filter(Boolean)
  return words.length ? `<p class="run-in"><b>${words.join(' ')}</b></p>` : ''
}

export const code: Handler = (element, rendering) => {
  rendering.passage(rawText(element), rendering.place.id)
  return `<pre${rendering.id(element)} tabindex="0"><code>${preformatted(element.textContent ?? '')}</code></pre>`
}
