import { markdown } from '../pages/markdown.ts'

type Token = ReturnType<typeof markdown.parse>[number]

/** The text of an item of the news as safe HTML. Its title is the only heading of the first level; pictures are left to articles. */
export function newsHtml(body: string): string {
  const tokens = markdown.parse(body, {})
  for (const token of tokens) {
    if (token.tag === 'h1') token.tag = 'h2'
    if (token.children) token.children = token.children.map(withoutPicture)
  }
  return markdown.renderer.render(tokens, markdown.options, {})
}

/** Of a picture its description stays. */
function withoutPicture(token: Token): Token {
  if (token.type !== 'image') return token
  token.type = 'text'
  token.tag = ''
  return token
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
