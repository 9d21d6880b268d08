import MarkdownIt from 'markdown-it'
import { anchorOf } from '../../../contract/rules/text/plain-text.ts'
import { withLanguages } from '../../../contract/rules/text/markdown-languages.ts'

/** Markdown as the pages of the journal are written in: without HTML. */
export const markdown = withLanguages(new MarkdownIt({ typographer: true, linkify: false, html: false }))
// A wide table scrolls on its own on a phone, by touch and by keyboard, without scrolling the page.
markdown.renderer.rules.table_open = () => '<div class="table" role="region" aria-label="Table" tabindex="0"><table>'
markdown.renderer.rules.table_close = () => '</table></div>'
// Every section can be linked to.
markdown.renderer.rules.heading_open = (tokens, index, options, _environment, renderer) => {
  const words = (tokens[index + 1]?.children ?? []).map((part) => part.content).join('')
  tokens[index]!.attrSet('id', anchorOf(words))
  return renderer.renderToken(tokens, index, options)
}
