import { isBlankHtml, isMarkupTooLong, MARKUP_TOO_LONG } from '../../contract/domain/rich-text.ts'
import { invalid } from '../domain-error.ts'
import { refuseHugePictures } from './pictures.ts'
import { sanitiseRichText } from './sanitise.ts'

/**
 * The rich text of a field as it is kept: cleaned. What cleaning leaves must still say something, and is
 * measured again: a bare `<` has become four characters.
 */
export function keptRichText(field: string, html: string, required: string): string {
  const cleaned = sanitiseRichText(html)
  if (isBlankHtml(cleaned)) throw invalid(field, required)
  if (isMarkupTooLong(cleaned)) throw invalid(field, MARKUP_TOO_LONG)
  refuseHugePictures(cleaned, field)
  return cleaned
}
