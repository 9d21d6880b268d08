import MarkdownIt from 'markdown-it'
import { pictureAt } from '../../../contract/rules/settings/picture-address.ts'
import { PICTURE_FOREIGN, PICTURE_WITHOUT_WORDS } from '../../../contract/rules/settings/pictures.ts'
import { anchorOf, escapeAttribute } from '../../../contract/rules/text/plain-text.ts'
import { withLanguages } from '../../../contract/rules/text/markdown-languages.ts'

/** Markdown as the pages of the journal are written in: without HTML. */
export const markdown = withLanguages(new MarkdownIt({ typographer: true, linkify: false, html: false }))
// A wide table scrolls on its own on a phone, by touch and by keyboard, without scrolling the page.
// Each has a name of its own, by which a screen reader lists them.
markdown.renderer.rules.table_open = (_tokens, _at, _options, rendering: Rendering = {}) => {
  rendering.tables = (rendering.tables ?? 0) + 1
  return `<div class="table" role="region" aria-label="Table ${rendering.tables}" tabindex="0"><table>`
}
markdown.renderer.rules.table_close = () => '</table></div>'
// Every section can be linked to.
markdown.renderer.rules.heading_open = (tokens, index, options, _environment, renderer) => {
  const words = (tokens[index + 1]?.children ?? []).map((part) => part.content).join('')
  tokens[index]!.attrSet('id', anchorOf(words))
  return renderer.renderToken(tokens, index, options)
}

type Token = ReturnType<typeof markdown.parse>[number]

export interface Rendering extends Record<PropertyKey, unknown> {
  /** How many tables it has had so far. */
  tables?: number
  /** Of pictures their words alone. */
  withoutPictures?: boolean
}

/** Of a picture of another place its words stay: nothing is loaded from there. */
markdown.renderer.rules.image = (tokens, index, _options, rendering) => {
  const { src, words, size } = pictureOf(tokens[index]!)
  if (!size || rendering?.withoutPictures === true) return escapeAttribute(words)
  return `<img src="${src}" width="${size.width}" height="${size.height}" loading="lazy" alt="${escapeAttribute(words)}">`
}

function pictureOf(token: Token) {
  const src = String(token.attrGet('src') ?? '')
  const words = (token.children ?? []).map(({ content }) => content).join('')
  return { src, words, size: pictureAt(src) }
}

/** Every picture of a text. */
const picturesOf = (source: string): Token[] =>
  markdown.parse(source, {}).flatMap(({ children }) => (children ?? []).filter(({ type }) => type === 'image'))

export const hasPicture = (source: string): boolean => picturesOf(source).length > 0

/** True of a text with a picture of another place, which readers do not get. */
export const namesForeignPicture = (source: string): boolean =>
  source.includes('![') && picturesOf(source).some((token) => pictureOf(token).size === null)

/** What is wrong with the pictures of a text, as a sentence; null if nothing is. */
export function pictureFault(source: string): string | null {
  for (const { words, size } of picturesOf(source).map(pictureOf)) {
    if (!size) return PICTURE_FOREIGN
    if (!words.trim()) return PICTURE_WITHOUT_WORDS
  }
  return null
}
