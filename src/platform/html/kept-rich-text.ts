import { isBlankHtml, isMarkupTooLong, MARKUP_TOO_LONG } from '../../contract/rules/text/rich-text.ts'
import { invalid } from '../errors.ts'
import { refuseHugePictures } from './pictures.ts'
import { sanitiseRichText } from './sanitise.ts'

/**
 * Sanitises the rich text of a field for storage. The result must not be empty, and is measured again: a bare
 * `<` becomes four characters.
 */
export function keptRichText(field: string, html: string, required: string): string {
  const cleaned = sanitiseRichText(html)
  if (isBlankHtml(cleaned)) throw invalid(field, required)
  if (isMarkupTooLong(cleaned)) throw invalid(field, MARKUP_TOO_LONG)
  refuseHugePictures(cleaned, field)
  return cleaned
}
