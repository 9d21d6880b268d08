/** What is used of markdown-it, which the server and the editor of texts each load themselves. */
interface BlockState {
  bMarks: number[]
  tShift: number[]
  eMarks: number[]
  sCount: number[]
  blkIndent: number
  lineMax: number
  line: number
  src: string
  env: unknown
  isEmpty(line: number): boolean
  push(
    type: string,
    tag: string,
    nesting: -1 | 0 | 1,
  ): {
    block: boolean
    map: [number, number] | null
    attrSet(name: string, value: string): void
  }
  md: { block: { tokenize(state: BlockState, from: number, to: number): void } }
}
interface Markdown {
  block: {
    ruler: {
      before(
        name: string,
        added: string,
        read: (state: BlockState, from: number, to: number, isAsked: boolean) => boolean,
        options: { alt: string[] },
      ): void
    }
  }
}

const OPENS = /^:::[ \t]*([a-z]{2,3})$/
const LINE_MAX = 20
const CLOSES = ':::'
/** Languages that are written from right to left. */
export const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  'ur',
  'ar',
  'fa',
  'ps',
  'sd',
  'ks',
  'ckb',
  'ug',
  'he',
  'yi',
  'dv',
])

/**
 * Paragraphs in another language, between a line with its code, such as `:::ur`, and a line `:::`. None is within another,
 * so that every line is looked at once.
 */
export function withLanguages<M extends Markdown>(markdown: M): M {
  markdown.block.ruler.before(
    'fence',
    'language',
    (state, from, to, isAsked) => {
      const lineAt = (line: number): string => {
        const [begin, end] = [state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!]
        return end - begin > LINE_MAX ? '' : state.src.slice(begin, end).trimEnd()
      }
      const env = state.env as { isInLanguage?: boolean }
      const [, language] = (!env.isInLanguage && OPENS.exec(lineAt(from))) || []
      if (language === undefined) return false
      if (isAsked) return true
      let close = from + 1
      // A line that is less indented ends what is around it.
      while (
        close < to &&
        lineAt(close) !== CLOSES &&
        (state.isEmpty(close) || state.sCount[close]! >= state.blkIndent)
      )
        close++
      const open = state.push('language_open', 'div', 1)
      open.block = true
      open.attrSet('lang', language)
      open.attrSet('dir', RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr')
      const { lineMax } = state
      state.lineMax = close
      env.isInLanguage = true
      state.md.block.tokenize(state, from + 1, close)
      env.isInLanguage = false
      state.lineMax = lineMax
      state.push('language_close', 'div', -1).block = true
      state.line = close < to && lineAt(close) === CLOSES ? close + 1 : close
      open.map = [from, state.line]
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
  return markdown
}
