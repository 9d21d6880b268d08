import type { FullTextOutline } from '../../../../../contract/api/full-texts.ts'
import type { Api } from '../../../../../contract/api/api.ts'
import { isApiError } from '../../../../client/api-error.ts'

/** A part of a full text in the loader data of its page. `html` is empty on the server, see `PageMarkup`. */
export interface LoadedText {
  outline: FullTextOutline
  part: number
  html: string
}

/** A part of an article's full text; null if the journal has none, or not for readers yet. */
export async function loadText(api: Api, id: string, page: number): Promise<LoadedText | null> {
  try {
    const text = await api.fullTexts.get({ id, page })
    return text && { outline: text.outline, part: text.meta.page, html: text.html }
  } catch (error) {
    // Whether there is such an article is answered by its record: its submitter, for one, also sees a draft.
    if (isApiError(error) && error.statusCode < 500) return null
    throw error
  }
}
