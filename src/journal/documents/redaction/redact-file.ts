import { cleanOffice } from './office.ts'
import { cleanPdf } from './pdf.ts'
import { cleanPicture } from './picture.ts'
import { HELD_BACK, HeldBack, LOOK } from './withheld.ts'
import { namesLeft } from './names-left.ts'
import { pdfPages } from '../pdf/pdf-text.ts'
import { SoughtNames } from './sought-names.ts'

/**
 * A file without its people, or the reason why authors cannot have it. `mayRelease` is a copy that is clean as far as
 * a program can tell: an editor has to look at it first, because of a name in its text, or of what only people see.
 */
export type CleanedFile = { cleaned: Uint8Array } | { heldBack: string; mayRelease?: Uint8Array }

/** Cleans a file and searches the result for its author; to be called in a process of its own (`documents.ts`). */
export async function cleanFile(
  content: Buffer,
  mediaType: string,
  names: string[],
  affiliations: string[] = [],
): Promise<CleanedFile> {
  const sought = new SoughtNames(names, affiliations)
  try {
    const { cleaned, look } = await cleanedBytes(content, mediaType)
    const [left] = await namesLeft(Buffer.from(cleaned), mediaType, sought)
    if (left?.where === 'inside') return { heldBack: HELD_BACK.inside(left.name, left.part) }
    const reasons = [...(left ? [LOOK.inText(left.name)] : []), ...look]
    return reasons.length ? { heldBack: reasons.join(' '), mayRelease: cleaned } : { cleaned }
  } catch (error) {
    if (error instanceof HeldBack) return { heldBack: error.message }
    // What the libraries refuse, and archives that would be refused as uploads.
    if (error instanceof Error) return { heldBack: HELD_BACK.unreadable }
    throw error
  }
}

/** The copy, and why people have to look at it: what they see in it may be no text. */
async function cleanedBytes(content: Buffer, mediaType: string): Promise<{ cleaned: Uint8Array; look: string[] }> {
  if (mediaType.startsWith('application/vnd.openxmlformats-officedocument.')) {
    const { cleaned, hasDrawings } = await cleanOffice(content, mediaType)
    return { cleaned, look: hasDrawings ? [LOOK.drawings] : [] }
  }
  if (mediaType === 'application/pdf') {
    const { cleaned, hasDrawings, hasUnreadText, paints } = await cleanPdf(content)
    if (hasDrawings) return { cleaned, look: [LOOK.drawings] }
    return { cleaned, look: hasUnreadText || (await hasUnreadPage(cleaned, paints)) ? [LOOK.unread] : [] }
  }
  if (mediaType.startsWith('image/')) return { cleaned: cleanPicture(content), look: [LOOK.picture] }
  if (mediaType.startsWith('text/')) return { cleaned: content, look: [] }
  throw new HeldBack(HELD_BACK.type)
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
