import type { Element } from '@xmldom/xmldom'
import { child, children, isElement, nameOf, nodesOf, rawText } from '../model/nodes.ts'
import { plainText } from './plain.ts'
import type { Rendering } from './rendering.ts'
import { attr } from './write.ts'

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
export const isFloat = (block: string): boolean => /^<(?:figure|div class="figs"|ul class="r-files")/.test(block)

const captionNodes = (caption: Element) =>
  nodesOf(caption).filter((node) => node.nodeType !== 1 || !['title', 'subtitle'].includes(nameOf(node as Element)))

/** Captions longer than this stand below the picture, not beside it. */
const LONGEST_BESIDE = 280
export const isLong = (caption: Caption): boolean => caption.plain.length > LONGEST_BESIDE

export const figcaption = ({ label, html }: Caption, id = '', more = ''): string =>
  label || html || more ? `<figcaption${id}>${label && `<b class="lab">${label}</b>`}${html}${more}</figcaption>` : ''

export const classes = (...names: (string | false)[]): string => attr('class', names.filter(Boolean).join(' '))
