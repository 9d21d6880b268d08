import type { Element } from '@xmldom/xmldom'
import { attribute, child, children, nameOf, rawText, nodesOf, isElement } from '../model/nodes.ts'
import { preferredForm, sizes } from './inline.ts'
import type { Handler, Rendering, FigureImage } from './rendering.ts'
import { attr, text } from './write.ts'
import { hrefOf } from './links.ts'
import { plainText } from './plain.ts'

/** The label as printed, without the stop or colon that follows it in some files. */
export const labelOf = (element: Element): string =>
  rawText(child(element, 'label')).slice(0, 200).toWellFormed().replace(/[.:]$/, '')

/** Label, title and text of a caption. */
export interface Caption {
  label: string
  /** Paragraphs as HTML. */
  html: string
  plain: string
  /** Floats and files that the file puts into the caption: they follow its figure. */
  apart: string[]
}

/** The parts of a float that belong below it and not to its picture or table. */
const CREDITS = ['attrib', 'permissions']

export function captionOf(element: Element, rendering: Rendering): Caption {
  const caption = child(element, 'caption')
  const label = child(element, 'label')
  // Each paragraph by itself, so that what it holds besides words can be told apart.
  const inside = rendering.quietly(() =>
    (caption ? captionNodes(caption) : []).flatMap((node) =>
      rendering.flow(isElement(node) && nameOf(node) === 'p' && !rendering.ids.of(node) ? nodesOf(node) : [node], {
        passages: false,
      }),
    ),
  )
  const parts = inside.filter((block) => !isFloat(block))
  const title = caption ? children(caption, 'title', 'subtitle') : []
  const titles = title.map((part) => rendering.inlineOf(part)).filter(Boolean)
  const [first = '', ...rest] = parts
  // A title and the text after it read as one paragraph.
  const joined = titles.length
    ? first.startsWith('<p>')
      ? [`<p><b>${titles.join(' ')}</b> ${first.slice('<p>'.length)}`, ...rest]
      : [`<p>${titles.join(' ')}</p>`, ...parts]
    : parts
  const credits = children(element, ...CREDITS).map((part) => `<p class="credit">${rendering.inlineOf(part)}</p>`)
  return {
    label: label ? rendering.inlineOf(label).trim().replace(/[.:]$/, '') : '',
    html: [...joined, ...credits].join(''),
    plain: [label ? labelOf(element) : '', caption ? plainText(nodesOf(caption)) : ''].filter(Boolean).join('. '),
    apart: inside.filter(isFloat),
  }
}

/** Whether a block is a float or a list of files. */
const isFloat = (block: string): boolean => /^<(?:figure|div class="figs"|ul class="r-files")/.test(block)

const captionNodes = (caption: Element) =>
  nodesOf(caption).filter((node) => node.nodeType !== 1 || !['title', 'subtitle'].includes(nameOf(node as Element)))

/** Captions longer than this stand below the picture, not beside it. */
const LONGEST_BESIDE = 280
export const isLong = (caption: Caption): boolean => caption.plain.length > LONGEST_BESIDE

export const figcaption = ({ label, html }: Caption, id = '', more = ''): string =>
  label || html || more ? `<figcaption${id}>${label && `<b class="lab">${label}</b>`}${html}${more}</figcaption>` : ''

export const classes = (...names: (string | false)[]): string => attr('class', names.filter(Boolean).join(' '))

/** A figure: its picture, or an honest place for it, with label and caption. */
export const figure: Handler = (element, rendering) => {
  const id = rendering.id(element)
  const caption = captionOf(element, rendering)
  const label = labelOf(element) || 'Figure'
  const pictures = picturesOf(element, rendering)
  rendering.passage(caption.plain, rendering.ids.of(element))
  const wide = pictures.some(({ image }) => image && isWide(image))
  const mounts = pictures.map((picture) => mount(picture, label, rendering)).join('')
  const parts = rendering.blocks(element, ...APART)
  const others = parts.filter((part) => !isFloat(part)).join('')
  // 'Figure 1, supplement 1' in the element of Figure 1 is a figure of its own.
  const apart = [...caption.apart, ...parts.filter(isFloat)].join('')
  const under = !wide && (isLong(caption) || others !== '')
  const shown = pictures.flatMap(({ image }) => image ?? [])
  return `<figure${classes('fig', wide && 'wide', under && 'under')}${id} tabindex="-1">${mounts}${others}${figcaption(caption, '', actions(shown, label))}</figure>${apart}`
}

interface Picture {
  image: FigureImage | undefined
  alt: string
}

/** One picture for each graphic; of alternatives the first that the journal has. */
function picturesOf(element: Element, rendering: Rendering): Picture[] {
  const alt = (part: Element) =>
    [part, element].flatMap((one) => children(one, 'alt-text', 'long-desc').map(rawText))[0] ?? ''
  const pictures = children(element, 'graphic', 'media', 'alternatives').flatMap((part): Picture[] => {
    const graphics = nameOf(part) === 'alternatives' ? children(part, 'graphic', 'media') : [part]
    const image = graphics.flatMap((graphic) => rendering.options.image(attribute(graphic, 'href')) ?? [])[0]
    return graphics.length ? [{ image, alt: alt(graphics[0]!) }] : []
  })
  // Several pictures that are all missing leave one empty place.
  const found = pictures.filter(({ image }) => image)
  return found.length ? found : pictures.slice(0, 1)
}

const isWide = ({ width, height }: FigureImage): boolean =>
  Boolean(width && height && width >= 1_000 && width / height >= 1.6)

function mount({ image, alt }: Picture, label: string, rendering: Rendering): string {
  if (!image) return awayMount(label, rendering)
  return `<div class="mount"><img class="art"${attr('src', image.src)}${sizes(image)}${attr('alt', alt || label)} loading="lazy" decoding="async"></div>`
}

/** An empty place that says where the picture is. */
export function awayMount(
  label: string,
  rendering: Rendering,
  what: 'figure' | 'table' | 'formula' = 'figure',
): string {
  const link = rendering.original
    ? `<p><a class="btn"${attr('href', rendering.original)}>View ${text(label)} on the publisher’s site<span class="sr"> (leaves this site)</span></a></p>`
    : ''
  const where = rendering.original
    ? `This ${what} is on the publisher’s site`
    : `${what[0]!.toUpperCase()}${what.slice(1)} not available`
  return `<div class="mount away${what === 'formula' ? ' low' : ''}"><p class="away-t">${where}</p><p>${what === 'formula' ? 'Available as an image only' : 'The image was not supplied; the full caption is shown'}.</p>${link}</div>`
}

function actions(images: FigureImage[], label: string): string {
  const [image] = images
  if (!image) return ''
  const of = `<span class="sr"> ${text(label)}</span>`
  const src = attr('href', image.src)
  return `<p class="fig-acts"><a class="enlarge"${src}>Enlarge${of}</a><a class="download"${src} download>Download${of}</a></p>`
}

/** What else a figure may hold: a paragraph, a list, a table, a formula. */
const APART = ['label', 'caption', 'graphic', 'media', 'alternatives', 'attrib', 'permissions']

/** Figures under a common caption. */
export const figureGroup: Handler = (element, rendering) => {
  const id = rendering.id(element)
  const caption = captionOf(element, rendering)
  rendering.passage(caption.plain, rendering.ids.of(element))
  const inside = rendering.blocks(element, 'label', 'caption', 'attrib', 'permissions').join('')
  const head =
    caption.label || caption.html
      ? `<div class="figs-t">${caption.label && `<b class="lab">${caption.label}</b>`}${caption.html}</div>`
      : ''
  return `<div class="figs"${id}>${inside}${head}${caption.apart.join('')}</div>`
}

/** A picture that is not in a figure. */
export const graphic: Handler = (element, rendering) => {
  const image = rendering.options.image(attribute(element, 'href'))
  const caption = captionOf(element, rendering)
  const alt = children(element, 'alt-text', 'long-desc').map(rawText)[0] ?? ''
  return `<figure class="fig under"${rendering.id(element)} tabindex="-1">${mount({ image, alt }, 'Picture', rendering)}${figcaption(caption)}</figure>${caption.apart.join('')}`
}

/** Several forms of a block: the one that can be read, or whose picture the journal has. */
export const blockAlternatives: Handler = (element, rendering) => {
  const table = child(element, 'table')
  const form = table ?? preferredForm(element)
  return form ? rendering.block(form) : ''
}

/** A supplementary file: its name, its format, what it is; with a link if the file names an address. */
const supplement: Handler = (element, rendering) => {
  const id = rendering.id(element)
  const inner = children(element, 'media', 'supplementary-material')
  const captions = [element, ...inner].map((part) => captionOf(part, rendering))
  const label = captions.map((caption) => caption.label).find(Boolean)
  const words = captions.map((caption) => caption.html + caption.apart.join('')).join('')
  const href = [element, ...inner].flatMap((part) => addressOf(part) ?? [])[0] ?? rendering.original ?? undefined
  const format = [element, ...inner].map(formatOf).find(Boolean) ?? ''
  const rest = rendering
    .quietly(() =>
      rendering.blocks(element, 'label', 'caption', 'media', 'graphic', 'alternatives', 'attrib', 'permissions'),
    )
    .join('')
  const innerRest = inner
    .flatMap((part) => rendering.quietly(() => rendering.blocks(part, 'label', 'caption', 'attrib', 'permissions')))
    .join('')
  rendering.passage(
    captions
      .map((caption) => caption.plain)
      .filter(Boolean)
      .join(' ') || plainText(nodesOf(element)),
    rendering.ids.of(element),
  )
  const name = label || 'Supplementary file'
  const link = href ? `<a class="name"${attr('href', href)}>${name}</a>` : `<span class="name">${name}</span>`
  return `<li${id}>${link}${format && `<span class="st">${text(format)}</span>`}${words}${rest}${innerRest}</li>`
}

const [LIST, LIST_END] = ['<ul class="r-files" role="list">', '</ul>']
export const fileList = (files: string[]): string => `${LIST}${files.join('')}${LIST_END}`
export const supplementList: Handler = (element, rendering) => fileList([supplement(element, rendering)])

/** The entry in a list of one file, so that neighbours become one list. */
export const fileIn = (block: string): string | undefined =>
  block.startsWith(LIST) && block.endsWith(LIST_END) ? block.slice(LIST.length, -LIST_END.length) : undefined

const addressOf = (element: Element): string | undefined => (attribute(element, 'href') ? hrefOf(element) : undefined)

/** 'XLSX' from 'pone.0171767.s001.xlsx'. */
function formatOf(element: Element): string {
  const ending = /\.([a-z][a-z0-9]{1,4})$/i.exec(attribute(element, 'href'))?.[1]
  return ending ? ending.toUpperCase() : ''
}
