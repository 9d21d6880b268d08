import { createRequire } from 'node:module'
import { preformatted } from './write.ts'

interface Temml {
  renderToString: (tex: string, options: Record<string, unknown>) => string
}

let temml: Temml | undefined
/** Loaded when the first article needs it: few have formulas in TeX alone. */
const library = (): Temml => (temml ??= createRequire(import.meta.url)('temml') as Temml)

const [BEGIN, END] = ['\\begin{document}', '\\end{document}']
/** A formula is one line or a few; more is not a formula, and converting it could take long. */
const LONGEST = 5_000

/** TeX as MathML; what cannot be converted is shown as it is written. */
export function texAsMath(source: string, display: boolean): string {
  const tex = cleanTex(source)
  if (!tex) return ''
  const fallback = `<code class="tex">${preformatted(tex)}</code>`
  if (tex.length > LONGEST) return fallback
  try {
    const html = library().renderToString(tex, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      maxExpand: 500,
      maxSize: [20, 20],
    })
    return html.includes('<merror') ? fallback : withoutStyle(html)
  } catch {
    return fallback
  }
}

/** The formula without what only a complete LaTeX document needs. */
export function cleanTex(source: string): string {
  const begin = source.indexOf(BEGIN)
  const end = source.indexOf(END, begin)
  const body = begin < 0 || end < 0 ? source : source.slice(begin + BEGIN.length, end)
  return body
    .trim()
    .replace(/^\$+|(?<!\$)\$+$/g, '')
    .replace(/^\\\[|\\\]$|^\\\(|\\\)$/g, '')
    .replace(/\\(?:usepackage|documentclass|setlength)\s*(?:\[[^\]]{0,200}\])?(?:\{[^}]{0,200}\})+/g, '')
    .replace(/\\begin\{(?:equation|displaymath|math)\*?\}|\\end\{(?:equation|displaymath|math)\*?\}/g, '')
    .replace(/\\(?:hfill|hfil|noindent|nonumber|notag|displaystyle(?=\\displaystyle))(?![a-zA-Z])/g, '')
    .replace(/\\label\{[^}]{0,200}\}/g, '')
    .replace(/\\varvec(?![a-zA-Z])/g, '\\boldsymbol')
    .replace(/\\mbox(?![a-zA-Z])/g, '\\text')
    .replace(/\\upmu(?![a-zA-Z])/g, '\\mu')
    .replace(/\}\{\}/g, '}')
    .trim()
}

const withoutStyle = (html: string): string => html.replace(/ style="[^"]*"/g, '')
