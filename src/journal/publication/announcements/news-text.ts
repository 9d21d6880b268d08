import { markdown, type Rendering } from '../pages/markdown.ts'

/** The text of an item of the news as safe HTML. Its title is the only heading of the first level. */
export function newsHtml(body: string, rendering: Rendering = {}): string {
  const tokens = markdown.parse(body, {})
  for (const token of tokens) {
    if (token.tag === 'h1') token.tag = 'h2'
  }
  return markdown.renderer.render(tokens, markdown.options, rendering)
}

const SUMMARY_MAX = 300

/** Its first paragraph as plain text, cut at a word. */
export function newsSummary(body: string): string {
  const tokens = markdown.parse(body, {})
  const opens = tokens.findIndex(({ type }) => type === 'paragraph_open')
  const text = (tokens[opens + 1]?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('')
    .trim()
  if (text.length <= SUMMARY_MAX) return text
  const cut = text.slice(0, SUMMARY_MAX)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), SUMMARY_MAX / 2)).toWellFormed()}…`
}
