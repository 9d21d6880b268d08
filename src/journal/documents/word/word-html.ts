import { renderFullText } from '../jats/html/render.ts'
import { parseJats } from '../jats/model/parse.ts'
import { readWord } from './read-word.ts'
import { bareArticle, wordToJats } from './to-jats.ts'

/** Longer texts are read as paragraphs alone, which takes a fraction of the time. */
const MOST_BYTES = 6 * 1024 * 1024

/** A whole Word document as it would be shown to readers, without its pictures; null if it cannot be. */
export async function wordHtml(content: Buffer): Promise<string | null> {
  try {
    const read = await readWord(content, { withPictures: false, mostBytes: MOST_BYTES })
    const text = renderFullText(parseJats(bareArticle(wordToJats(read, null))), { image: () => undefined })
    return text && text.parts.join('\n')
  } catch {
    return null
  }
}
