import { diffArrays } from 'diff'

export interface ComparedRun {
  kind: 'same' | 'added' | 'removed'
  text: string
}

export interface ComparedParagraph {
  /** In the order in which to read them: what was removed before what replaces it. */
  runs: ComparedRun[]
  isChanged: boolean
}

/**
 * The cost of a comparison grows with the square of the number of changes. Beyond these, paragraphs that differ are
 * shown as a whole, removed and added.
 */
const MOST_PARAGRAPH_CHANGES = 1000
const MOST_WORD_CHANGES = 1500
/** For all paragraphs of a comparison together: about half a second. */
export const WORD_WORK = 4_000_000

/** Stands between two paragraphs when they are compared together. No paragraph contains it. */
const BREAK = '\n'

/** What a new version changes, word by word. Comparisons that belong together share a `budget`. */
export function compareTexts(
  before: readonly string[],
  after: readonly string[],
  budget = { work: WORD_WORK },
): ComparedParagraph[] {
  const paragraphs: ComparedParagraph[] = []
  const changes = { removed: [] as string[], added: [] as string[] }
  const compareChanges = () => {
    for (const each of comparedWords(changes, budget)) paragraphs.push(each)
    changes.removed = []
    changes.added = []
  }
  for (const { kind, values } of comparedParagraphs(before, after)) {
    // Not by spreading: there may be more than a call can have arguments.
    if (kind !== 'same') changes[kind] = changes[kind].concat(values)
    else {
      compareChanges()
      for (const text of values) paragraphs.push(whole('same', text))
    }
  }
  compareChanges()
  return paragraphs
}

const whole = (kind: ComparedRun['kind'], text: string): ComparedParagraph => ({
  runs: text === '' ? [] : [{ kind, text }],
  isChanged: kind !== 'same',
})

interface Stretch {
  kind: ComparedRun['kind']
  values: string[]
}

function comparedParagraphs(before: readonly string[], after: readonly string[]): Stretch[] {
  const found = stretches(before.map(oneLine), after.map(oneLine), MOST_PARAGRAPH_CHANGES)
  return (
    found ?? [
      { kind: 'removed', values: before.map(oneLine) },
      { kind: 'added', values: after.map(oneLine) },
    ]
  )
}

const oneLine = (text: string): string => text.replace(/[\r\n]/g, ' ')

function stretches(before: string[], after: string[], maxEditLength: number): Stretch[] | null {
  const found = diffArrays(before, after, { maxEditLength })
  return (
    found?.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      values: value,
    })) ?? null
  )
}

/** Paragraphs that differ, compared as one text, so that a paragraph that was split or moved up a line is recognised. */
function comparedWords(
  { removed, added }: { removed: string[]; added: string[] },
  budget: { work: number },
): ComparedParagraph[] {
  const inFull = [...removed.map((text) => whole('removed', text)), ...added.map((text) => whole('added', text))]
  if (!removed.length || !added.length) return inFull
  const most = Math.floor(Math.min(MOST_WORD_CHANGES, Math.sqrt(budget.work)))
  if (most < 1) return inFull
  const found = stretches(wordsOf(removed), wordsOf(added), most)
  const changes = found?.reduce((sum, { kind, values }) => sum + (kind === 'same' ? 0 : values.length), 0) ?? most
  budget.work -= changes ** 2
  return found ? paragraphsOf(found) : inFull
}

/** Words with the space after them, and the ends of paragraphs. */
const wordsOf = (paragraphs: string[]): string[] =>
  paragraphs.flatMap((text, index) => [...(index ? [BREAK] : []), ...(text.match(/\s+|[^\s]+/g) ?? [])])

function paragraphsOf(found: Stretch[]): ComparedParagraph[] {
  const paragraphs: ComparedRun[][] = [[]]
  for (const { kind, values } of found) {
    for (const [index, text] of values.join('').split(BREAK).entries()) {
      if (index) paragraphs.push([])
      if (text) paragraphs.at(-1)!.push({ kind, text })
    }
  }
  return paragraphs
    .filter((runs) => runs.length)
    .map((runs) => ({ runs, isChanged: runs.some(({ kind }) => kind !== 'same') }))
}

/** Unchanged paragraphs far from any change are folded into one entry. */
export type FoldedComparison = (ComparedParagraph | { folded: ComparedParagraph[] })[]

/** Keeps this many unchanged paragraphs around each change open. A single paragraph is not worth folding. */
export function foldUnchanged(paragraphs: readonly ComparedParagraph[], around = 1): FoldedComparison {
  const isNear = new Uint8Array(paragraphs.length)
  for (const [index, { isChanged }] of paragraphs.entries()) {
    if (isChanged) isNear.fill(1, Math.max(0, index - around), index + around + 1)
  }
  const result: FoldedComparison = []
  for (let at = 0; at < paragraphs.length;) {
    let end = at
    while (end < paragraphs.length && !isNear[end]) end++
    if (end - at > 1) result.push({ folded: paragraphs.slice(at, end) })
    else result.push(...paragraphs.slice(at, Math.max(end, at + 1)))
    at = Math.max(end, at + 1)
  }
  return result
}
