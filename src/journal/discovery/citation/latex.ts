import { plainTitle, titlePieces, type TitleMark } from '../../../contract/rules/text/inline-markup.ts'

const ESCAPES: Record<string, string> = {
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  // BibTeX counts braces even after a backslash: an unbalanced one would swallow the rest of the file.
  '{': '{\\textbraceleft}',
  '}': '{\\textbraceright}',
  '~': '{\\textasciitilde}',
  '^': '{\\textasciicircum}',
  '\\': '{\\textbackslash}',
  '<': '{\\textless}',
  '>': '{\\textgreater}',
}

/** Text for LaTeX on one line, with its special characters escaped. */
export const escapeLatex = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[&%$#_{}~^\\<>]/g, (character) => ESCAPES[character]!)

const COMMANDS: Record<TitleMark, string> = { i: '\\textit{', sub: '\\textsubscript{', sup: '\\textsuperscript{' }
const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu

/**
 * A title for BibTeX: italics, subscripts and superscripts as commands, and braces around words whose
 * capitals a style must not change.
 */
export function latexTitle(markup: string): string {
  const keepsCapitals = capitalRule(plainTitle(markup))
  const open: TitleMark[] = []
  let latex = ''
  let isFirst = true
  for (const { text, marks } of titlePieces(markup)) {
    let shared = 0
    while (shared < open.length && open[shared] === marks[shared]) shared++
    latex += '}'.repeat(open.length - shared)
    open.length = shared
    for (const mark of marks.slice(shared)) {
      latex += COMMANDS[mark]
      open.push(mark)
    }
    // The braces of a command already protect capitals.
    latex += marks.length
      ? escapeInside(text)
      : protectWords(text, (word, at) => keepsCapitals(word, isFirst && at === 0))
    if (text.trim()) isFirst = false
  }
  return latex + '}'.repeat(open.length)
}

/** Text inside a title, including the spaces at its ends. */
const escapeInside = (text: string): string => text.replace(/[&%$#_{}~^\\<>]/g, (character) => ESCAPES[character]!)

function protectWords(text: string, keep: (word: string, index: number) => boolean): string {
  let latex = ''
  let end = 0
  for (const [index, match] of [...text.matchAll(WORD)].entries()) {
    const [word] = match
    latex += escapeInside(text.slice(end, match.index)) + (keep(word, index) ? `{${word}}` : word)
    end = match.index + word.length
  }
  return latex + escapeInside(text.slice(end))
}

/**
 * Which words keep their capitals: always those with unusual capitals or digits (DNA, mRNA, B510, the L. of
 * Linnaeus); other capitalised words, which are names, unless the whole title is capitalised.
 */
function capitalRule(title: string): (word: string, isFirst: boolean) => boolean {
  const later = (title.match(WORD) ?? []).slice(1).filter((word) => word.length >= 4)
  const capitalised = later.filter((word) => /^\p{Lu}/u.test(word)).length
  const inCapitals = capitalised >= 2 && capitalised * 2 > later.length
  return (word, isFirst) =>
    (inCapitals ? word.split(/[-'’]/) : [word]).some(
      (part) => /.\p{Lu}|^[B-Z]$/u.test(part) || (/\p{Lu}/u.test(part) && /\p{N}/u.test(part)),
    ) ||
    (/^\p{Lu}/u.test(word) && !isFirst && !inCapitals)
}
