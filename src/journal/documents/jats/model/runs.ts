import { inNormalForm, escapeAttribute, escapeText } from '../../../../contract/rules/text/plain-text.ts'

/**
 * Text with marks: the intermediate form of titles, abstracts and body text, from which inline markup, HTML
 * and PDFs are written.
 */
export type Mark = 'i' | 'b' | 'u' | 's' | 'sc' | 'sub' | 'sup'

export interface Run {
  text: string
  marks: Mark[]
  href?: string
}

/** A placeholder for a removed citation mark, until the surrounding text has been normalised. */
export const GAP = '\uE000'

export const plainText = (runs: Run[]): string => runs.map((run) => run.text).join('')

interface Character {
  text: string
  marks: Mark[]
  href: string | undefined
}

/** Collapses white space, and removes it and other traces where something was left out. */
export function tidyRuns(runs: Run[]): Run[] {
  let characters: Character[] = runs.flatMap(({ text, marks, href }) =>
    [...redactText(text)].map((character) => ({ text: character, marks, href })),
  )
  const remove = (pattern: RegExp, kept = '') => {
    const text = characters.map((character) => (character.text.length === 1 ? character.text : '\uE001')).join('')
    const gone = new Set<number>()
    for (const match of pattern[Symbol.matchAll](text)) {
      const from = match.index + match[0].indexOf(kept)
      for (let at = match.index; at < match.index + match[0].length; at++) {
        if (!kept || at < from || at >= from + kept.length) gone.add(at)
      }
    }
    if (gone.size) characters = characters.filter((_, index) => !gone.has(index))
  }
  // Removes '(12, 13)' and '[4]' around citation marks together with the commas between them.
  remove(/(?<![ \u00a0])[ \u00a0]*[[(][\s,;–—-]*\uE000[\s,;–—\-\uE000]*[\])]/g)
  remove(/\uE000(?:[\s,;–—-]*\uE000)+/g, GAP)
  remove(/(?<![ \u00a0])[ \u00a0]+\uE000(?=[\s.,;:)\]]|$)/g)
  remove(/\uE000/g)
  remove(/(?<![ \u00a0]) *\u00a0[ \u00a0]*/g, '\u00a0')
  remove(/ {2,}/g, ' ')
  remove(/ (?=[,;](?:\s|$))| (?=\.(?:\s|$))| (?=[)\]])|(?<=[([]) |^[ \u00a0]+|(?<![ \u00a0])[ \u00a0]+$/g)
  remove(/(?<=[?!])\.(?=\s|$)/g)
  return joined(settle(characters.filter((_, index) => !isGapInSymbol(characters, index))))
}

/** Removes the space in '<i>T</i> <sub>50</sub>': a letter and its index belong together. */
function isGapInSymbol(characters: Character[], index: number): boolean {
  const [twoBefore, before, here, after] = [index - 2, index - 1, index, index + 1].map((at) => characters[at])
  return Boolean(
    here?.text === ' ' &&
    after?.marks.includes('sub') &&
    before?.marks.includes('i') &&
    !twoBefore?.marks.includes('i'),
  )
}

/** NFC, spaces instead of line breaks, plain hyphens, no unprintable characters. */
function redactText(text: string): string {
  return inNormalForm(text, 'NFC')
    .toWellFormed()
    .replace(/[\t\r\n\u0085\u2028\u2029]/g, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\u0000-\u001F\u007F\u00AD\u200B\u2060-\u2064\uFEFF\uFFFD\u202A-\u202E\u2066-\u2069]/g, '')
}

/** Moves spaces, unbalanced or enclosing brackets, and lone punctuation at the edge of a mark out of it. */
function settle(characters: Character[]): Character[] {
  const same = (a: Character | undefined, b: Character | undefined) =>
    a !== undefined && b !== undefined && a.href === b.href && a.marks.join() === b.marks.join()
  const settled = characters.map((character, index) => {
    if (character.text !== ' ' && character.text !== '\u00a0') return character
    const [before, after] = [characters[index - 1], characters[index + 1]]
    if (same(before, character) && same(character, after)) return character
    return {
      text: character.text,
      marks: before && after ? before.marks.filter((mark) => after.marks.includes(mark)) : [],
      href: before?.href === after?.href ? before?.href : undefined,
    }
  })
  const isItalic = (character: Character | undefined) => character?.marks.includes('i') ?? false
  for (let from = 0; from < settled.length; from++) {
    if (!isItalic(settled[from])) continue
    let to = from
    while (isItalic(settled[to + 1])) to++
    const stretch = settled.slice(from, to + 1).map((character) => character.text)
    const count = (bracket: string) => stretch.filter((text) => text === bracket).length
    const upright = (index: number) => {
      const character = settled[index]!
      settled[index] = { ...character, marks: character.marks.filter((mark) => mark !== 'i') }
    }
    if (stretch.every((text) => /[.,;: ]/.test(text))) for (let at = from; at <= to; at++) upright(at)
    const [opens, closes] = [stretch[0] === '(', stretch.at(-1) === ')']
    const wrapped = opens && closes && count('(') === 1 && count(')') === 1
    if (closes && (wrapped || count(')') > count('('))) upright(to)
    if (opens && (wrapped || count('(') > count(')'))) upright(from)
    from = to
  }
  return settled
}

function joined(characters: Character[]): Run[] {
  const runs: Run[] = []
  for (const { text, marks, href } of characters) {
    const last = runs.at(-1)
    if (last && last.href === href && last.marks.join() === marks.join()) last.text += text
    else runs.push({ text, marks, ...(href === undefined ? {} : { href }) })
  }
  return runs
}

/** Outermost first: subscripts and superscripts are nested inside italics. */
const ORDER: Mark[] = ['b', 'i', 'u', 's', 'sc', 'sub', 'sup']

const TITLE_TAGS: Partial<Record<Mark, string>> = { i: 'i', sub: 'sub', sup: 'sup' }
const HTML_TAGS: Partial<Record<Mark, string>> = { b: 'strong', i: 'em', u: 'u', s: 's', sub: 'sub', sup: 'sup' }

/** Inline markup as in titles (contract, inline-markup): three marks, everything else escaped text. */
export const titleMarkup = (runs: Run[]): string =>
  markup(
    runs.map(({ text, marks }) => ({ text, marks })),
    TITLE_TAGS,
  )

export const htmlOf = (runs: Run[]): string => markup(runs, HTML_TAGS)

function markup(runs: Run[], tags: Partial<Record<Mark, string>>): string {
  let html = ''
  const open: string[] = []
  const opened = (tag: string) => tag.split(' ')[0]!
  const closeTo = (depth: number) => {
    while (open.length > depth) html += `</${opened(open.pop()!)}>`
  }
  for (const run of runs) {
    const wanted = [
      ...(run.href === undefined ? [] : [`a href="${escapeAttribute(run.href)}"`]),
      ...ORDER.filter((mark) => run.marks.includes(mark) && tags[mark]).map((mark) => tags[mark]!),
    ]
    let shared = 0
    while (shared < open.length && open[shared] === wanted[shared]) shared++
    closeTo(shared)
    for (const tag of wanted.slice(shared)) {
      html += `<${tag}>`
      open.push(tag)
    }
    html += escapeText(run.text)
  }
  closeTo(0)
  return html
}
