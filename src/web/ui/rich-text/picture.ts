import { Image } from '@tiptap/extension-image'
import { isAllowedPicture } from '../../../contract/rules/text/rich-text.ts'

/** An inline picture with alternative text. Other attributes would not be kept. */
export const Picture = Image.extend({
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => (isAllowedPicture(element.getAttribute('src')) ? null : false) },
  ],
}).configure({ inline: true })
