import { changedRuns, type ReadWord } from '../articles/changed-words.ts'

/** A paragraph, list, table or the like, as it is written, and what is between it and the next one. */
export interface Paragraph {
  words: string
  after: string
}

/** A part of a joined text: what nobody or only one of the two has changed, or what is to be chosen. */
export type JoinedPart =
  | { from: 'both' | 'mine' | 'theirs'; paragraphs: readonly Paragraph[] }
  | { from: null; base: readonly Paragraph[]; mine: readonly Paragraph[]; theirs: readonly Paragraph[] }

const OPENS_LANGUAGE = /^:::[ \t]*[a-z]{2,3}$/
const OPENS_CODE = /^(`{3,}|~{3,})/
/** Of a longer line the beginning is enough to know what it opens. */
const LINE_MAX = 200

/** A text in its paragraphs, one after the other; what lies between two fences is one. */
export function paragraphsOf(text: string): Paragraph[] {
  const found: Paragraph[] = []
  let closes: string | null = null
  let isOpen = false
  const lines = text.split('\n')
  for (const [at, part] of lines.entries()) {
    const line = at < lines.length - 1 ? `${part}\n` : part
    if (!line) break
    const words = line.slice(0, LINE_MAX).trim()
    if (!words && line.trim() === '' && closes === null) {
      if (found.length) found.at(-1)!.after += line
      else found.push({ words: '', after: line })
      isOpen = false
      continue
    }
    const last = found.at(-1)
    if (isOpen && last) {
      last.words += last.after + line.trimEnd()
      last.after = line.slice(line.trimEnd().length)
    } else found.push({ words: line.trimEnd(), after: line.slice(line.trimEnd().length) })
    isOpen = true
    if (closes !== null) {
      if (words.startsWith(closes) && !words.replaceAll(closes[0]!, '')) closes = null
    } else if (OPENS_LANGUAGE.test(words)) closes = ':::'
    else closes = OPENS_CODE.exec(words)?.[1] ?? null
  }
  return found
}

/** Paragraphs as a text, with an empty line between two of them. */
export function textOf(paragraphs: readonly Paragraph[]): string {
  const shown = paragraphs.filter(({ words, after }, at) => words || (at === 0 && after))
  return shown
    .map(({ words, after }, at) => {
      const isApart = !words || /\n[^\S\n]*\n/.test(after)
      return words + (at === shown.length - 1 || isApart ? after : '\n\n')
    })
    .join('')
}

interface Edit {
  from: number
  to: number
  by: readonly Paragraph[]
  side: 'mine' | 'theirs'
}

const asRead = ({ words }: Paragraph): ReadWord => {
  const key = words.replaceAll('\r', '')
  return { text: key, key, isLatin: false, under: '' }
}
const isSame = (one: readonly Paragraph[], other: readonly Paragraph[]): boolean =>
  one.length === other.length && one.every((each, at) => asRead(each).key === asRead(other[at]!).key)

/** What one of the two has changed: which paragraphs of the base gave way to which. */
function editsOf(base: readonly Paragraph[], changed: readonly Paragraph[], side: Edit['side']): Edit[] {
  const edits: Edit[] = []
  let [x, y] = [0, 0]
  let removed = 0
  const add = (added: number) => {
    const by = changed.slice(y, y + added)
    // As many paragraphs as before are those, one by one.
    if (added === removed) edits.push(...by.map((one, at) => ({ from: x + at, to: x + at + 1, by: [one], side })))
    else edits.push({ from: x, to: x + removed, by, side })
    x += removed
    y += added
    removed = 0
  }
  for (const { kind, words } of changedRuns(base.map(asRead), changed.map(asRead))) {
    if (kind === 'removed') removed = words.length
    else if (kind === 'added') add(words.length)
    else {
      if (removed) add(0)
      x += words.length
      y += words.length
    }
  }
  if (removed) add(0)
  return edits
}

/** Whether two changes are of the same place; what one adds before or after a paragraph is not. */
const meets = (one: Pick<Edit, 'from' | 'to'>, other: Pick<Edit, 'from' | 'to'>): boolean =>
  (one.from === other.from && one.to === other.to) || (one.from < other.to && other.from < one.to)

const inOrder = (one: Edit, other: Edit): number => one.from - other.from || one.to - other.to

/** What a part of the base has become by the changes of one of the two. */
function changedPart(base: readonly Paragraph[], edits: readonly Edit[], from: number, to: number): Paragraph[] {
  const made: Paragraph[] = []
  let at = from
  for (const edit of edits) {
    made.push(...base.slice(at, edit.from), ...edit.by)
    at = edit.to
  }
  return [...made, ...base.slice(at, to)]
}

/** Two changes of one text, paragraph by paragraph: only what both have changed is to be chosen. */
export function joinedParts(base: string, mine: string, theirs: string): JoinedPart[] {
  const before = paragraphsOf(base)
  const edits = [
    ...editsOf(before, paragraphsOf(mine), 'mine'),
    ...editsOf(before, paragraphsOf(theirs), 'theirs'),
  ].toSorted(inOrder)
  const parts: JoinedPart[] = []
  let at = 0
  for (let next = 0; next < edits.length;) {
    const group = [edits[next++]!]
    const { from } = group[0]!
    let { to } = group[0]!
    while (next < edits.length && meets({ from, to }, edits[next]!)) {
      const edit = edits[next++]!
      group.push(edit)
      to = Math.max(to, edit.to)
    }
    if (at < from) parts.push({ from: 'both', paragraphs: before.slice(at, from) })
    at = to
    const of = (side: Edit['side']) => group.filter((edit) => edit.side === side)
    const [ours, others] = [of('mine'), of('theirs')]
    if (!ours.length || !others.length) {
      parts.push({ from: group[0]!.side, paragraphs: changedPart(before, group, from, to) })
      continue
    }
    const both = { mine: changedPart(before, ours, from, to), theirs: changedPart(before, others, from, to) }
    if (isSame(both.mine, both.theirs)) parts.push({ from: 'both', paragraphs: both.mine })
    else parts.push({ from: null, base: before.slice(from, to), ...both })
  }
  if (at < before.length) parts.push({ from: 'both', paragraphs: before.slice(at) })
  return parts
}
