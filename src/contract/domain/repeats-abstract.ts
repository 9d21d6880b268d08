import { textOfHtml } from './html-text.ts'
import { plainTitle } from './inline-markup.ts'
import { inNormalForm } from './normal-form.ts'

/**
 * True if a key message only repeats the first sentences of the abstract. Lists use such an excerpt, but
 * above the abstract it would be a duplicate.
 */
export function repeatsAbstract(keyMessage: string, abstract: string): boolean {
  const [message, beginning] = [plainTitle(keyMessage), textOfHtml(abstract, { headings: false })].map(letters)
  return message === '' || beginning!.startsWith(message!)
}

const letters = (text: string): string =>
  inNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
