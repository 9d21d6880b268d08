import {
  hasOversizedPicture,
  isBlankHtml,
  isMarkupTooLong,
  MARKUP_TOO_LONG,
  PICTURE_TOO_LARGE,
  RICH_TEXT_MAX,
} from '../rules/text/rich-text.ts'
import { text } from './field-schemas.ts'

/** A required rich-text field: it must contain words or pictures. Its lengths come first: to read a longer text is costly. */
export const richText = (required: string) =>
  text(RICH_TEXT_MAX)
    .refine((html) => !hasOversizedPicture(html), PICTURE_TOO_LARGE)
    .refine((html) => !isMarkupTooLong(html), { error: MARKUP_TOO_LONG, abort: true })
    .refine((html) => !isBlankHtml(html), required)
