/** Maximum length shown of a changed passage. */
const LONGEST = 400
/** Length of the unchanged context shown around it. */
const AROUND = 40

/**
 * Where two long texts differ: from the first difference to the last, with a few words of context, shortened
 * in the middle. Empty if both are equal.
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

/** The start of the word at a position, looked for only within the length of a long word. */
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
