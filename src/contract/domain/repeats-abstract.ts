import { textOfHtml } from './html-text.ts'
import { plainTitle } from './inline-markup.ts'
import { inNormalForm } from './normal-form.ts'

/**
 * True when a key message says no more than the abstract's first sentences, as those do that were taken
 * from it: lists need such an excerpt, but above the abstract it would be read twice.
 */
export function repeatsAbstract(keyMessage: string, abstract: string): boolean {
  const [message, beginning] = [plainTitle(keyMessage), textOfHtml(abstract, { headings: false })].map(letters)
  return message === '' || beginning!.startsWith(message!)
}

const letters = (text: string): string =>
  inNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
