import { LISTED_KEY_MESSAGE } from '../../../../contract/rules/articles/key-message.ts'
import { wholeWords } from '../../../../contract/rules/text/plain-text.ts'
import { plainText, type Run } from '../model/runs.ts'

/** An imported article gets as much as lists show in full. */
export const LONGEST_KEY_MESSAGE = LISTED_KEY_MESSAGE

// Abbreviations whose full stop does not end a sentence.
const ABBREVIATION =
  /(?:^|[\s(])(?:[A-Z]|e\.g|i\.e|cf|al|approx|ca|vs|var|subsp|ssp|spp?|pv|cv|cvs|f|sect|gen|nov|syn|fig|figs|no|vol|dr|st|resp|etc|min|max|incl)\.$/i

/** The first items of a list up to about the length of a key message. */
export function withinKeyMessage(texts: Run[][]): Run[][] {
  let length = 0
  const kept: Run[][] = []
  for (const text of texts) {
    if (length > LONGEST_KEY_MESSAGE) break
    kept.push(text)
    length += plainText(text).length
  }
  return kept
}

/** The first one or two sentences, at most 300 characters, cut at a sentence or otherwise at a word. */
export function keyMessage(texts: Run[][]): Run[] {
  const [first = [], second] = texts.flatMap(sentencesIn)
  if (plainText(first).length > LONGEST_KEY_MESSAGE) return cutAtWord(first)
  if (second === undefined) return first
  const both = [...first, { text: ' ', marks: [] }, ...second]
  return plainText(both).length <= LONGEST_KEY_MESSAGE ? both : first
}

// Nor after a word that needs a continuation: 'and…' looks like an error.
const PROMISE = /(?<![\s,;:(–-])[\s,;:(–-]+(?:(?:and|or|the|an?|of|in|on|to|for|with|by|from|that|which)[\s,;:(–-]*)?$/

function cutAtWord(runs: Run[]): Run[] {
  const cut = wholeWords(plainText(runs), LONGEST_KEY_MESSAGE - 1).replace(PROMISE, '')
  return [...sliceRuns(runs, 0, cut.length), { text: '…', marks: [] }]
}

/** The characters of a text from one position to another, with their marks. */
export function sliceRuns(runs: Run[], from: number, to: number): Run[] {
  let at = 0
  return runs.flatMap((run) => {
    const text = run.text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += run.text.length
    return text ? [{ ...run, text }] : []
  })
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

function sentencesIn(runs: Run[]): Run[][] {
  const sentences: Run[][] = []
  const text = plainText(runs)
  let from = 0
  const end = (to: number) => {
    const sentence = text.slice(from, to)
    const start = from + sentence.length - sentence.trimStart().length
    if (sentence.trim()) sentences.push(sliceRuns(runs, start, start + sentence.trim().length))
    from = to
  }
  for (const { segment, index } of segmenter.segment(text)) {
    const open = text.slice(from, index)
    // A sentence does not begin with a small letter, nor after an abbreviation.
    if (open && !ABBREVIATION.test(open.trim()) && !/^["'“‘(]?\p{Ll}/u.test(segment)) end(index)
  }
  end(text.length)
  return sentences
}
