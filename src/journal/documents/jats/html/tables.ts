import type { Element } from '@xmldom/xmldom'
import { attribute, children, descendants, nameOf, nodesOf, rawText } from '../model/nodes.ts'
import { captionOf, classes, figcaption, labelOf } from './floats.ts'
import { awayMount } from './figures.ts'
import { sizes } from './inline.ts'
import { plainText } from './plain.ts'
import type { Handler, Rendering } from './rendering.ts'
import { tableHtml, type TableRows } from './table-rows.ts'
import { attr, idAttr } from './write.ts'

/** Tables with more columns take the margin too. */
const MOST_COLUMNS = 5
const HEADLESS = [
  'label',
  'caption',
  'table',
  'table-wrap-foot',
  'alternatives',
  'graphic',
  'media',
  'attrib',
  'permissions',
]

/** A table in a frame of its own, which scrolls where it is too wide, with its caption and notes. */
export const tableWrap: Handler = (element, rendering) => {
  const id = rendering.ids.of(element)
  const idMark = rendering.id(element)
  const caption = captionOf(element, rendering)
  const label = labelOf(element) || 'Table'
  rendering.passage(caption.plain, id)
  const forms = children(element, 'alternatives').flatMap((part) => children(part))
  const all = [...children(element), ...forms]
  const tables = all.filter((part) => nameOf(part) === 'table').map((table) => tableHtml(table, rendering, id))
  const columns = tables.reduce((most, table) => Math.max(most, table.columns), 0)
  const captionId = `${id}-c`
  const named = caption.label || caption.html ? ` aria-labelledby="${captionId}"` : attr('aria-label', label)
  const frames = tables.map((table, index) =>
    frame(table, index && named ? attr('aria-label', `${label}, part ${index + 1}`) : named),
  )
  const pictures = tables.length
    ? []
    : all
        .filter((part) => ['graphic', 'media'].includes(nameOf(part)))
        .map((part) => tablePicture(part, label, rendering))
  const others = rendering.blocks(element, ...HEADLESS).join('')
  const notes = children(element, 'table-wrap-foot')
    .map((foot) => tableNotes(foot, id, rendering))
    .join('')
  const head = figcaption({ ...caption, label: caption.label }, idAttr(captionId))
  return `<figure${classes('tab', columns > MOST_COLUMNS && 'wide')}${idMark} tabindex="-1">${head}${frames.join('')}${pictures.join('')}${others}${notes}</figure>${caption.apart.join('')}`
}

function frame({ html, columns }: TableRows, name: string): string {
  const more =
    columns > 3
      ? `<p class="more" aria-hidden="true">${columns} columns. Scroll sideways for the rest <span>→</span></p>`
      : ''
  return `${more}<div class="frame" role="region" tabindex="0"${name}><table>${html}</table></div>`
}

/** A table outside a wrap. */
export const bareTable: Handler = (element, rendering) =>
  `<figure class="tab"${rendering.id(element)}>${frame(tableHtml(element, rendering, rendering.place.id), ' aria-label="Table"')}</figure>`

/** A table of which the file has only a picture. */
function tablePicture(graphic: Element, label: string, rendering: Rendering): string {
  const image = rendering.options.image(attribute(graphic, 'href'))
  if (!image) return awayMount(label, rendering, 'table')
  const alt = descendants(graphic, 'alt-text').map(rawText)[0] ?? label
  return `<div class="mount"><img class="art"${attr('src', image.src)}${sizes(image)}${attr('alt', alt)} loading="lazy" decoding="async"></div>`
}

/** Notes below a table: paragraphs and marked notes in their order. */
export function tableNotes(foot: Element, anchor: string, rendering: Rendering): string {
  const notes = rendering.quietly(() => notesIn(foot, rendering))
  rendering.passage(
    noteParts(foot)
      .map((part) => plainText(nodesOf(part)))
      .join(' '),
    anchor,
  )
  return notes ? `<div class="notes">${notes}</div>` : ''
}

const noteParts = (foot: Element) => descendants(foot, 'p', 'attrib', 'title')

const notesIn = (foot: Element, rendering: Rendering): string =>
  children(foot)
    .map((part) => {
      const name = nameOf(part)
      if (name === 'fn') return tableNote(part, rendering)
      if (name === 'fn-group' || name === 'table-wrap-foot') return notesIn(part, rendering)
      if (name === 'title' || name === 'label') return `<p><b>${rendering.inlineOf(part)}</b></p>`
      if (name === 'attrib') return `<p class="credit">${rendering.inlineOf(part)}</p>`
      return rendering.block(part)
    })
    .join('')

function tableNote(note: Element, rendering: Rendering): string {
  const id = rendering.id(note)
  const label = children(note, 'label')
    .map((part) => rendering.inlineOf(part))
    .join(' ')
    .trim()
  const mark = label ? `<sup class="fn-n">${label.replace(/^<sup>([^<]*)<\/sup>$/, '$1')}</sup> ` : ''
  const body = rendering.blocks(note, 'label')
  const [first = '', ...rest] = body
  const joined = first.startsWith('<p>')
    ? [`<p${id}>${mark}${first.slice('<p>'.length)}`, ...rest]
    : [`<p${id}>${mark}</p>`, ...body]
  return joined.join('')
}

export const tableGroup: Handler = (element, rendering) => {
  const id = rendering.id(element)
  const caption = captionOf(element, rendering)
  rendering.passage(caption.plain, rendering.ids.of(element))
  const head =
    caption.label || caption.html
      ? `<div class="figs-t">${caption.label && `<b class="lab">${caption.label}</b>`}${caption.html}</div>`
      : ''
  return `<div class="figs"${id}>${head}${rendering.blocks(element, 'label', 'caption', 'attrib', 'permissions').join('')}${caption.apart.join('')}</div>`
}
