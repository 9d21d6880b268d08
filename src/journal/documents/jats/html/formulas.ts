import type { Element } from '@xmldom/xmldom'
import { attribute, child, children, nameOf, nodesOf, rawText } from '../nodes.ts'
import { awayMount } from './figures.ts'
import { preferredForm, sizes } from './inline.ts'
import { mathml } from './mathml.ts'
import { plainText } from './plain.ts'
import type { Handler, Rendering } from './rendering.ts'
import { texAsMath } from './tex.ts'
import { attr, innerLink, text } from './write.ts'

/** A formula on a line of its own, with its number as a link to itself. */
export const displayFormula: Handler = (element, rendering) => {
  const id = rendering.ids.of(element)
  const label = child(element, 'label')
  const number = rawText(label)
  const inside = formulaHtml(element, rendering, true)
  if (!inside && !number) return ''
  rendering.passage(plainText([element]), id)
  const name = attr('aria-label', `Equation ${number.replace(/[()]/g, '')}`.trim())
  const mark = label
    ? innerLink(
        id,
        rendering.quietly(() => text(number)),
        ' class="eq-n"',
      )
    : ''
  return `<div class="eq"${rendering.id(element)} role="group"${name}><div class="eq-in" tabindex="0">${inside}</div>${mark}</div>`
}

export const formulaGroup: Handler = (element, rendering) => {
  const inside = rendering.blocks(element, 'label').join('')
  return `<div class="eqs"${rendering.id(element)}>${inside}</div>`
}

export const inlineFormula: Handler = (element, rendering) => {
  const id = rendering.id(element)
  const html = formulaHtml(element, rendering, false)
  return id ? `<span${id}>${html}</span>` : html
}

export const math: Handler = (element, rendering) => {
  rendering.hasFormulas = true
  return mathml(element, nameOf(element.parentNode as Element) === 'disp-formula', rendering)
}

export const tex: Handler = (element, rendering) => {
  rendering.hasFormulas = true
  return texAsMath(element.textContent ?? '', false)
}

function formulaHtml(element: Element, rendering: Rendering, display: boolean): string {
  const inner = child(element, 'alternatives')
  const form = inner ? preferredForm(inner) : (children(element, 'math')[0] ?? children(element, 'tex-math')[0])
  if (form && nameOf(form) === 'math') {
    rendering.hasFormulas = true
    return besides(element, form, rendering, mathml(form, display, rendering))
  }
  if (form && nameOf(form) === 'tex-math') {
    rendering.hasFormulas = true
    return besides(element, form, rendering, texAsMath(form.textContent ?? '', display))
  }
  const graphic = [element, inner].flatMap((one) => children(one, 'graphic', 'inline-graphic'))[0]
  const words = rendering.inline(
    nodesOf(inner ?? element).filter((node) => node.nodeType !== 1 || !LEFT.has(nameOf(node as Element))),
  )
  if (!graphic) return words
  return words + formulaPicture(graphic, rendering, display)
}

const LEFT = new Set(['label', 'graphic', 'inline-graphic', 'alternatives', 'math', 'tex-math'])

/** Words and further formulas beside the first, in their order. */
function besides(element: Element, form: Element, rendering: Rendering, html: string): string {
  const before: string[] = []
  const after: string[] = []
  let seen = false
  for (const node of nodesOf(element)) {
    const isForm = node === form || node === form.parentNode
    if (isForm) seen = true
    else if (
      node.nodeType !== 1 ||
      !['label', 'graphic', 'inline-graphic', 'tex-math'].includes(nameOf(node as Element))
    )
      (seen ? after : before).push(rendering.inline([node]))
  }
  return `${before.join('')}${html}${after.join('')}`
}

function formulaPicture(graphic: Element, rendering: Rendering, display: boolean): string {
  const picture = rendering.options.image(attribute(graphic, 'href'))
  const alt = children(graphic, 'alt-text').map(rawText)[0] ?? 'Formula'
  if (picture)
    return `<img class="${display ? 'art' : 'in-line'}"${attr('src', picture.src)}${sizes(picture)}${attr('alt', alt)} loading="lazy">`
  return display ? awayMount('this formula', rendering, 'formula') : `<span class="no-picture">[${text(alt)}]</span>`
}
