/** Block-level content. */
export type Block =
  | { kind: 'text'; tag: 'p' | 'h1' | 'h2' | 'h3'; align: 'center' | 'right' | null; quoted: boolean; html: string }
  | ItemBlock

export interface ItemBlock {
  kind: 'item'
  /** From 1. */
  level: number
  ordered: boolean
  paragraphs: string[]
}

/** Lists nested deeper than the editor allows are limited to its maximum. */
const DEEPEST = 9

export function htmlOfBlocks(blocks: readonly Block[]): string {
  let html = ''
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!
    if (block.kind === 'item') {
      const items = blocks.slice(
        at,
        endOf(blocks, at, (next) => next.kind === 'item'),
      ) as ItemBlock[]
      html += listHtml(items)
      at += items.length - 1
    } else if (block.quoted) {
      const quote = blocks.slice(
        at,
        endOf(blocks, at, (next) => next.kind === 'text' && next.quoted),
      )
      html += `<blockquote>${quote.map(textHtml).join('')}</blockquote>`
      at += quote.length - 1
    } else {
      html += textHtml(block)
    }
  }
  return html
}

function endOf(blocks: readonly Block[], from: number, goesOn: (block: Block) => boolean): number {
  const end = blocks.findIndex((block, at) => at > from && !goesOn(block))
  return end === -1 ? blocks.length : end
}

function textHtml(block: Block): string {
  if (block.kind === 'item') return ''
  const { tag, align, html } = block
  return `<${tag}${align ? ` class="align-${align}"` : ''}>${html}</${tag}>`
}

/** Consecutive items with levels, as nested lists. */
export function listHtml(items: readonly ItemBlock[]): string {
  const outermost = Math.min(...items.map(({ level }) => level))
  const open: ('ol' | 'ul')[] = []
  let html = ''
  const close = () => (html += `</li></${open.pop()!}>`)
  for (const { level, ordered, paragraphs } of items) {
    const tag = ordered ? 'ol' : 'ul'
    // Skipped levels are closed up.
    const depth = Math.min(level - outermost + 1, open.length + 1, DEEPEST)
    while (open.length > depth) close()
    if (open.length === depth && open.at(-1) !== tag) close()
    if (open.length === depth) html += '</li>'
    else {
      html += `<${tag}>`
      open.push(tag)
    }
    html += `<li>${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')}`
  }
  while (open.length) close()
  return html
}
