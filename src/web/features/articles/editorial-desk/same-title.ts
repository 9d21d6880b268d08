import { plainTitle } from '../../../../contract/domain/inline-markup.ts'
import { inNormalForm } from '../../../../contract/domain/normal-form.ts'

/**
 * True when somebody has typed the title of an article, as plain text: 'H2O' for H₂O, in any case and
 * with any spaces, dashes and quotation marks, which a keyboard may not have.
 */
export const isSameTitle = (typed: string, title: string): boolean => essence(typed) === essence(plainTitle(title))

/** Letters and digits alone; a title without any is compared as it stands. */
function essence(text: string): string {
  const plain = inNormalForm(text, 'NFKC').toLowerCase().trim()
  return plain.replace(/[^\p{L}\p{N}\p{M}]+/gu, '') || plain
}
