import { textOfHtml } from '../text/html-text.ts'
import { escapeText, inNormalForm } from '../text/plain-text.ts'
import { plainTitle } from '../text/inline-markup.ts'

/** The maximum for authors, in visible characters. */
export const KEY_MESSAGE_MAX = 2000

/** The maximum shown in lists of articles, in visible characters. */
export const LISTED_KEY_MESSAGE = 300

/** The summary of an article as inline markup: its key message, otherwise its abstract. */
export const summaryOf = ({ excerpt, abstract }: { excerpt: string; abstract: string }): string =>
  excerpt.trim() || escapeText(textOfHtml(abstract))

/**
 * True if a key message only repeats the first sentences of the abstract. Lists use such an excerpt, but
 * above the abstract it would be a duplicate.
 */
export function repeatsAbstract(keyMessage: string, abstract: string): boolean {
  const message = letters(plainTitle(keyMessage))
  const text = textOfHtml(abstract, { headings: false })
  // Of an abstract only as much is looked at as is needed, up to a space: what follows does not change its letters.
  for (let length = 2 * message.length; ; length *= 2) {
    const end = text.indexOf(' ', length)
    const beginning = letters(end < 0 ? text : text.slice(0, end))
    if (end < 0 || beginning.length >= message.length) return beginning.startsWith(message)
  }
}

const letters = (text: string): string =>
  inNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
