/** As much of a changed passage as is shown, in characters. */
const LONGEST = 400
/** As much of what stayed the same as is shown around it. */
const AROUND = 40

/**
 * Where two long texts differ: from the first difference to the last, with a few words around it, cut in
 * its middle where it is long. Empty texts where both say the same.
 */
export function changedPassage(before: string, after: string): { before: string; after: string } {
  if (before === after) return { before: '', after: '' }
  const shortest = Math.min(before.length, after.length)
  let start = 0
  while (start < shortest && before[start] === after[start]) start++
  let end = 0
  while (end < shortest - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const cut = (text: string): string => {
    const from = wordStart(text, start - AROUND)
    const to = wordEnd(text, text.length - end + AROUND)
    return `${from > 0 ? '… ' : ''}${shortened(text.slice(from, to).trim())}${to < text.length ? ' …' : ''}`.toWellFormed()
  }
  return { before: cut(before), after: cut(after) }
}

const shortened = (passage: string): string =>
  passage.length <= LONGEST
    ? passage
    : `${passage.slice(0, LONGEST / 2).trimEnd()} […] ${passage.slice(-LONGEST / 2).trimStart()}`

/** The beginning of the word at a position, looked for no farther than a long word is. */
function wordStart(text: string, at: number): number {
  if (at <= 0) return 0
  const space = text.lastIndexOf(' ', at)
  return at - space <= AROUND ? space + 1 : at
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.indexOf(' ', at)
  return space === -1 || space - at > AROUND ? Math.min(text.length, at + (space === -1 ? AROUND : 0)) : space
}
