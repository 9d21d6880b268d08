import type { Token } from 'markdown-it'

/** The plain-text version of a template: links written out, lists with hyphens, quotations with `>`. */
export function templateText(tokens: Token[], file: string, what: 'email' | 'letter' = 'email'): string {
  let text = ''
  let lists = 0
  let quotations = 0
  for (const token of tokens) {
    switch (token.type) {
      case 'bullet_list_open':
        lists++
        break
      case 'bullet_list_close':
        if (--lists === 0) text += '\n'
        break
      case 'blockquote_open':
        quotations++
        break
      case 'blockquote_close':
        quotations--
        break
      case 'hr':
        text += '-----\n\n'
        break
      case 'inline': {
        const bullet = lists ? `${'  '.repeat(lists - 1)}- ` : ''
        const lines = (bullet + line(token.children!, file, what)).split('\n')
        text += `${lines.map((each) => '> '.repeat(quotations) + each).join('\n')}\n${lists ? '' : '\n'}`
        break
      }
      case 'paragraph_open':
      case 'paragraph_close':
      case 'list_item_open':
      case 'list_item_close':
        break
      default:
        throw notInTemplates(file, what)
    }
  }
  return text.trimEnd()
}

function line(pieces: Token[], file: string, what: string): string {
  let text = ''
  let link: { address: string; from: number } | undefined
  for (const piece of pieces) {
    switch (piece.type) {
      case 'text':
        text += piece.content
        break
      case 'softbreak':
        text += ' '
        break
      case 'hardbreak':
        text += '\n'
        break
      case 'link_open':
        link = { address: String(piece.attrGet('href')), from: text.length }
        break
      case 'link_close': {
        const { address, from } = link!
        // A link that is the whole paragraph gets a line of its own; URLs in angle brackets are unambiguous.
        if (from === 0 && piece === pieces.at(-1)) text += `:\n${address}`
        else if (address !== `mailto:${text.slice(from)}`) text += ` <${address}>`
        break
      }
      case 'strong_open':
      case 'strong_close':
      case 'em_open':
      case 'em_close':
        break
      default:
        throw notInTemplates(file, what)
    }
  }
  return text
}

const notInTemplates = (file: string, what: string) =>
  new Error(
    `The ${what} ${file} may hold paragraphs, simple lists, quotations, rules, links, bold and italic words, and nothing else.`,
  )
