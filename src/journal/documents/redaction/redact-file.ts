import { redactOffice } from './office.ts'
import { redactPdf } from './pdf.ts'
import { redactPicture } from './picture.ts'
import { WITHHELD, Withheld, LOOK } from './withheld.ts'
import { namesLeft, SoughtNames } from './names-left.ts'
import { pdfPages } from '../pdf/pdf-text.ts'

/**
 * A file without its people, or the reason why authors cannot have it. `mayRelease` is a copy that is clean as far as
 * a program can tell: an editor has to look at it first, because of a name in its text, or of what only people see.
 */
export type RedactedFile = { redacted: Uint8Array } | { withheld: string; mayRelease?: Uint8Array }

/** Cleans a file and searches the result for its author; to be called in a process of its own (`documents.ts`). */
export async function redactFile(
  content: Buffer,
  mediaType: string,
  names: string[],
  affiliations: string[] = [],
): Promise<RedactedFile> {
  const sought = new SoughtNames(names, affiliations)
  try {
    const { redacted, look } = await redactedBytes(content, mediaType)
    const [left] = await namesLeft(Buffer.from(redacted), mediaType, sought)
    if (left?.where === 'inside') return { withheld: WITHHELD.inside(left.name, left.part) }
    const reasons = [...(left ? [LOOK.inText(left.name)] : []), ...look]
    return reasons.length ? { withheld: reasons.join(' '), mayRelease: redacted } : { redacted }
  } catch (error) {
    if (error instanceof Withheld) return { withheld: error.message }
    // What the libraries refuse, and archives that would be refused as uploads.
    if (error instanceof Error) return { withheld: WITHHELD.unreadable }
    throw error
  }
}

/** The copy, and why people have to look at it: what they see in it may be no text. */
async function redactedBytes(content: Buffer, mediaType: string): Promise<{ redacted: Uint8Array; look: string[] }> {
  if (mediaType.startsWith('application/vnd.openxmlformats-officedocument.')) {
    const { redacted, hasDrawings } = await redactOffice(content, mediaType)
    return { redacted, look: hasDrawings ? [LOOK.drawings] : [] }
  }
  if (mediaType === 'application/pdf') {
    const { redacted, hasDrawings, hasUnreadText, paints } = await redactPdf(content)
    if (hasDrawings) return { redacted, look: [LOOK.drawings] }
    return { redacted, look: hasUnreadText || (await hasUnreadPage(redacted, paints)) ? [LOOK.unread] : [] }
  }
  if (mediaType.startsWith('image/')) return { redacted: redactPicture(content), look: [LOOK.picture] }
  if (mediaType.startsWith('text/')) return { redacted: content, look: [] }
  throw new Withheld(WITHHELD.type)
}

/** Signs that stand for no letter. */
const NO_LETTER = /[\uFFFD\uE000-\uF8FF\u0000-\u0008]/

/** True if something is painted on a page of which a program can read nothing, or nonsense. */
async function hasUnreadPage(content: Uint8Array, paints: boolean[]): Promise<boolean> {
  const pages = await pdfPages(content)
  return pages.some((lines, at) => {
    const text = lines.map((line) => line.text).join('')
    return text === '' ? (paints[at] ?? true) : NO_LETTER.test(text)
  })
}
