import { child } from '../nodes.ts'
import { headingTag } from './headings.ts'
import type { Handler } from './rendering.ts'

/** Text set apart from the rest. */
export const box: Handler = (element, rendering) => {
  const id = rendering.id(element)
  const caption = child(element, 'caption')
  const label = rendering.inlineOf(child(element, 'label'))
  const title = rendering.inlineOf(child(caption ?? element, 'title'))
  const tag = headingTag(rendering.level)
  const head = label || title ? `<${tag}>${label && `<b class="lab">${label}</b>`}${title}</${tag}>` : ''
  rendering.level++
  const before = caption ? rendering.blocks(caption, 'title') : []
  const inside = rendering.blocks(element, 'label', 'caption', 'title')
  rendering.level--
  return `<aside class="box"${id} tabindex="-1">${head}${before.join('')}${inside.join('')}</aside>`
}
