import type { Node } from '@tiptap/pm/model'
import { pictureSource } from './picture-source.ts'

/** How words are marked: `*` and `_` both make italics, and one may work where the other does not. */
export interface Writing {
  italic: '*' | '_' | ''
  bold: '**' | ''
}
export const WRITINGS: readonly Writing[] = [
  { italic: '*', bold: '**' },
  { italic: '_', bold: '**' },
  { italic: '', bold: '**' },
  { italic: '', bold: '' },
]

/** A character, value, picture or line break, with its marks. */
interface Atom {
  kind: 'char' | 'value' | 'break' | 'image' | 'code'
  text: string
  link: string | null
  bold: boolean
  italic: boolean
}
type Style = 'link' | 'bold' | 'italic'

const isSpace = (char: string | undefined): boolean => char === undefined || /\s/.test(char)
const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}\p{M}]/u.test(char)

/** The words of a paragraph, heading or cell in Markdown. */
export function inlineSource(node: Node, writing: Writing, { cell = false, line = false } = {}): string {
  const atoms = withoutOuterBreaks(atomsOf(node, line || cell))
  for (const style of ['bold', 'italic'] as const) unmarkEnds(atoms, style, writing)
  return linesOf(written(atoms, writing, cell), line || cell)
}

function atomsOf(parent: Node, isLine: boolean): Atom[] {
  const atoms: Atom[] = []
  parent.forEach((node) => {
    const named = (name: string) => node.marks.find(({ type }) => type.name === name)
    const marks = {
      link: (named('link')?.attrs.href as string | undefined) ?? null,
      bold: Boolean(named('bold')),
      italic: Boolean(named('italic')),
    }
    if (node.type.name === 'value') atoms.push({ kind: 'value', text: `{{${String(node.attrs.name)}}}`, ...marks })
    else if (node.type.name === 'image') atoms.push({ kind: 'image', text: imageSource(node), ...marks })
    else if (node.type.name === 'hardBreak')
      atoms.push(isLine ? { kind: 'char', text: ' ', ...marks } : { kind: 'break', text: '\\\n', ...marks })
    else if (named('code')) atoms.push({ kind: 'code', text: codeSource(node.text ?? ''), ...marks })
    // Of a line break in pasted words a space is left, as Markdown would show it.
    else
      for (const char of (node.text ?? '').replace(/[\t\r\n]+/g, ' '))
        atoms.push({ kind: 'char', text: char, ...marks })
  })
  return atoms
}

/** At an end of a paragraph there is nothing to break. */
function withoutOuterBreaks(atoms: Atom[]): Atom[] {
  const isShown = ({ kind, text }: Atom) => kind !== 'break' && !(kind === 'char' && isSpace(text))
  return atoms.slice(Math.max(0, atoms.findIndex(isShown)), atoms.findLastIndex(isShown) + 1)
}

const imageSource = ({ attrs }: Node): string =>
  pictureSource(String(attrs.alt ?? ''), addressSource(String(attrs.src)))

function codeSource(words: string): string {
  const longest = Math.max(0, ...Array.from(words.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const isApart = /^`|`$/.test(words) || (/^ .* $/.test(words) && words.trim() !== '')
  return isApart ? `${fence} ${words} ${fence}` : fence + words + fence
}

/** An address as it can be between parentheses. */
function addressSource(address: string): string {
  if (address && /^[^\s()<>\\]+$/.test(address)) return address
  return `<${address.replace(/[\r\n]/g, '').replace(/[<>\\]/g, '\\$&')}>`
}

/** Marks begin and end at words: a star beside a blank is a star. */
function unmarkEnds(atoms: Atom[], style: 'bold' | 'italic', writing: Writing): void {
  const isBlank = ({ kind, text }: Atom) => kind === 'break' || (kind === 'char' && isSpace(text))
  for (let from = 0; from < atoms.length; from++) {
    if (!writing[style]) atoms[from]![style] = false
    if (!atoms[from]![style]) continue
    let to = from
    while (to + 1 < atoms.length && atoms[to + 1]![style]) to++
    for (let at = from; at <= to && isBlank(atoms[at]!); at++) atoms[at]![style] = false
    for (let at = to; at >= from && atoms[at]![style] && isBlank(atoms[at]!); at--) atoms[at]![style] = false
    from = to
  }
}

const ESCAPED = /[\\`*[\]<]/

/** All atoms with their marks. */
function written(atoms: readonly Atom[], writing: Writing, isCell: boolean): string {
  const out: string[] = []
  const open: { style: Style; value: string | true }[] = []
  const ends = runEnds(atoms)
  const valueOf = (atom: Atom | undefined, style: Style) =>
    !atom ? null : style === 'link' ? atom.link : atom[style] ? (true as const) : null
  /** Stars that follow a letter and precede a sign would be stars: a letter that is written as a number is a sign. */
  const encodeLast = () => {
    const last = out.at(-1)
    if (last !== undefined && [...last].length === 1 && isWord(last)) out[out.length - 1] = `&#${last.codePointAt(0)!};`
  }
  let encodeNext = false
  for (let at = 0; at <= atoms.length; at++) {
    const atom = atoms[at]
    const kept = open.findIndex(({ style, value }) => valueOf(atom, style) !== value)
    for (const { style, value } of open.splice(kept < 0 ? open.length : kept).toReversed()) {
      if (style === 'link') out.push(`](${addressSource(String(value))})`)
      else {
        const before = atoms[at - 1]!
        const isSign = before.kind !== 'char' || !isWord(before.text)
        encodeNext ||= isSign && atom?.kind === 'char' && isWord(atom.text)
        out.push(writing[style])
      }
    }
    if (!atom) break
    const opening = (['link', 'bold', 'italic'] as const)
      .filter((style) => valueOf(atom, style) !== null && !open.some((one) => one.style === style))
      .toSorted((one, other) => ends[other][at]! - ends[one][at]!)
    for (const style of opening) {
      open.push({ style, value: valueOf(atom, style)! })
      if (style === 'link') {
        if (out.at(-1) === '!') out[out.length - 1] = '\\!'
        out.push('[')
      } else {
        if (atom.kind !== 'char' || !isWord(atom.text)) encodeLast()
        out.push(writing[style])
      }
    }
    if (atom.kind !== 'char') out.push(isCell ? atom.text.replaceAll('|', '\\|') : atom.text)
    else if (encodeNext) out.push(`&#${atom.text.codePointAt(0)!};`)
    else out.push(charSource(atoms, at, isCell))
    encodeNext = false
  }
  return out.join('')
}

/** Where the run of each style that an atom is in ends. */
function runEnds(atoms: readonly Atom[]): Record<Style, number[]> {
  const of = (isSame: (one: Atom, next: Atom) => boolean) => {
    const ends: number[] = []
    for (let at = atoms.length - 1; at >= 0; at--) {
      const next = atoms[at + 1]
      ends[at] = next && isSame(atoms[at]!, next) ? ends[at + 1]! : at
    }
    return ends
  }
  return {
    link: of((one, next) => one.link !== null && one.link === next.link),
    bold: of((one, next) => one.bold && next.bold),
    italic: of((one, next) => one.italic && next.italic),
  }
}

/** A character that means itself. */
function charSource(atoms: readonly Atom[], at: number, isCell: boolean): string {
  const { text } = atoms[at]!
  const char = (offset: number) => (atoms[at + offset]?.kind === 'char' ? atoms[at + offset]!.text : undefined)
  if (ESCAPED.test(text)) return `\\${text}`
  if (text === '_') return isWord(char(-1)) && isWord(char(1)) ? text : `\\${text}`
  if (text === '~') return char(-1) === '~' || char(1) === '~' ? `\\${text}` : text
  if (text === '|') return isCell || atoms.some(({ kind }) => kind === 'break') ? `\\${text}` : text
  if (text === '&') {
    const rest = atoms.slice(at, at + 40).map((atom) => (atom.kind === 'char' ? atom.text : ' '))
    return /^&(#\d+|#x[\da-f]+|[a-z][\da-z]*);/i.test(rest.join('')) ? `\\${text}` : text
  }
  return text
}

/** Lines that begin nothing but words. */
function linesOf(source: string, isLine: boolean): string {
  const lines = source.split('\n').map((line) => {
    const words = line.replace(/^\s+/, '')
    return isLine
      ? words
      : words
          .replace(/^(#{1,6})(?=\s|$)/, '\\$1')
          .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
          .replace(/^([-+])(?=\s|$)/, '\\$1')
          .replace(/^(?=>|:::|=+\s*$|[-|:][-|:\s]*$)/, '\\')
  })
  const whole = lines.join('\n').trimEnd()
  // A heading may end in a sign that belongs to it.
  return isLine && whole.endsWith('#') ? `${whole.slice(0, -1)}\\#` : whole
}
