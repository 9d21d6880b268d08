import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { inNormalForm } from '../../../../contract/rules/text/plain-text.ts'

/**
 * True if the typed text is the title of an article: 'H2O' for H₂O, in any case and ignoring spaces, dashes
 * and quotation marks, which may not be on the keyboard.
 */
export const isSameTitle = (typed: string, title: string): boolean => essence(typed) === essence(plainTitle(title))

/** Letters and digits only; a title without any is compared as it is. */
function essence(text: string): string {
  const plain = inNormalForm(text, 'NFKC').toLowerCase().trim()
  return plain.replace(/[^\p{L}\p{N}\p{M}]+/gu, '') || plain
}
