import type { Token } from 'markdown-it'
import { aloneIn } from './placeholders.ts'
import * as look from './styles.ts'
import { styled } from './styles.ts'
import type { Use } from './values.ts'

/**
 * Dresses a template's tokens for the HTML version. Each element carries its style. A paragraph that is nothing but a link is a
 * button, and the first of them the primary one.
 */
export function dressed(tokens: Token[], uses: ReadonlyMap<string, Use>): Token[] {
  const shown: Token[] = []
  const around: string[] = []
  let buttons = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const inner = tokens[at + 1]
    if (token.type === 'paragraph_open') {
      const use = uses.get(aloneIn(inner!.content) ?? '')
      if (use === 'paragraphs') {
        // The value brings its own paragraphs: those of the template are left out.
        shown.push({ ...inner!, type: 'html_block', content: `${inner!.content}\n` } as Token)
        at += 2
        continue
      }
      if (around.length === 0 && isLink(inner!)) {
        const [button] = inner!.children!
        button!.attrSet('class', buttons ? 'btn' : 'btn first')
        button!.attrSet('style', styled(buttons ? look.SECOND_BUTTON : look.BUTTON))
        token.attrSet('style', styled(look.BUTTON_PARAGRAPH))
        buttons++
      } else {
        token.attrSet('style', styled(use === 'title' ? look.TITLE : around.length ? look.ITEM : look.PARAGRAPH))
      }
    } else if (token.type === 'bullet_list_open') {
      around.push('list')
      token.attrSet('style', styled(look.LIST))
    } else if (token.type === 'list_item_open') {
      token.attrSet('style', styled(look.ITEM))
    } else if (token.type === 'blockquote_open') {
      around.push('quotation')
      token.attrSet('class', 'hair')
      token.attrSet('style', styled(look.QUOTE))
    } else if (token.type === 'bullet_list_close' || token.type === 'blockquote_close') {
      around.pop()
    } else if (token.type === 'hr') {
      token.attrSet('class', 'hair')
      token.attrSet('style', styled(look.RULE))
    }
    for (const piece of token.children ?? []) {
      if (piece.type === 'link_open' && !piece.attrGet('style')) piece.attrSet('style', styled(look.LINK))
      if (piece.type === 'strong_open') piece.attrSet('style', styled(look.STRONG))
    }
    shown.push(token)
  }
  return shown
}

/** True if a paragraph is one link and nothing else. */
const isLink = ({ children }: Token): boolean =>
  children!.at(0)?.type === 'link_open' &&
  children!.at(-1)?.type === 'link_close' &&
  children!.filter(({ type }) => type === 'link_open').length === 1
