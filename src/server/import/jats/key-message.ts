import { wholeWords } from '../../../contract/whole-words.ts'

export const LONGEST_KEY_MESSAGE = 300

// A full stop after these does not end a sentence.
const ABBREVIATION =
  /(?:^|[\s(])(?:[A-Z]|e\.g|i\.e|cf|al|approx|ca|vs|var|subsp|ssp|spp?|pv|cv|cvs|f|sect|gen|nov|syn|fig|figs|no|vol|dr|st|resp|etc|min|max|incl)\.$/i

/** The first texts of a list up to about as much as a key message can hold. */
export function withinKeyMessage(texts: string[]): string[] {
  let length = 0
  const kept: string[] = []
  for (const text of texts) {
    if (length > LONGEST_KEY_MESSAGE) break
    kept.push(text)
    length += text.length
  }
  return kept
}

/** The first one or two sentences, never more than 300 characters, whole sentences or else whole words. */
export function keyMessage(texts: string[]): string {
  const sentences = texts.flatMap(sentencesIn)
  const [first = '', second] = sentences
  if (first.length > LONGEST_KEY_MESSAGE) return cutAtWord(first)
  const both = `${first} ${second}`
  return second !== undefined && both.length <= LONGEST_KEY_MESSAGE ? both : first
}

const PROMISE = /(?<![\s,;:(–-])[\s,;:(–-]+(?:(?:and|or|the|an?|of|in|on|to|for|with|by|from|that|which)[\s,;:(–-]*)?$/

function cutAtWord(text: string): string {
  // Nor at a word that promises another: 'and…' reads like a slip.
  return `${wholeWords(text, LONGEST_KEY_MESSAGE - 1).replace(PROMISE, '')}…`
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

function sentencesIn(text: string): string[] {
  const sentences: string[] = []
  let open = ''
  for (const { segment } of segmenter.segment(text)) {
    // A new sentence does not begin with a small letter, nor after an abbreviation.
    if (open && !ABBREVIATION.test(open.trim()) && !/^["'“‘(]?\p{Ll}/u.test(segment)) {
      sentences.push(open.trim())
      open = ''
    }
    open += segment
  }
  if (open.trim()) sentences.push(open.trim())
  return sentences
}
