import type { Element } from '@xmldom/xmldom'
import { attribute, children, nodesOf } from '../model/nodes.ts'
import { captionOf } from './floats.ts'
import { hrefOf } from './links.ts'
import type { Handler } from './rendering.ts'
import { plainText } from './plain.ts'
import { attr, text } from './write.ts'

/** A supplementary file: its name, its format, what it is; with a link if the file names an address. */
export const supplement: Handler = (element, rendering) => {
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
