import { cleanOffice } from './clean-office.ts'
import { cleanPdf } from './clean-pdf.ts'
import { cleanPicture } from './clean-picture.ts'
import { HELD_BACK, HeldBack } from './held-back.ts'
import { namesLeft } from './names-left.ts'
import { SoughtNames } from './sought-names.ts'

/**
 * A file without its people, or the reason why authors cannot have it. `mayRelease` is a copy that is clean but
 * for what people read in it, such as a signature at the end of a text: an editor who has read it may release it.
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
    const { cleaned, stamped } = await cleanedBytes(content, mediaType)
    const [left] = await namesLeft(Buffer.from(cleaned), mediaType, sought)
    if (left?.where === 'inside') return { heldBack: HELD_BACK.inside(left.name, left.part) }
    if (left) return { heldBack: HELD_BACK.inText(left.name), mayRelease: cleaned }
    return stamped ? { heldBack: HELD_BACK.stamp, mayRelease: cleaned } : { cleaned }
  } catch (error) {
    if (error instanceof HeldBack) return { heldBack: error.message }
    // What the libraries refuse, and archives that would be refused as uploads.
    if (error instanceof Error) return { heldBack: HELD_BACK.unreadable }
    throw error
  }
}

async function cleanedBytes(content: Buffer, mediaType: string): Promise<{ cleaned: Uint8Array; stamped: boolean }> {
  if (mediaType.startsWith('application/vnd.openxmlformats-officedocument.')) {
    return { cleaned: await cleanOffice(content, mediaType), stamped: false }
  }
  if (mediaType === 'application/pdf') return cleanPdf(content)
  if (mediaType.startsWith('image/')) return { cleaned: cleanPicture(content), stamped: false }
  if (mediaType.startsWith('text/')) return { cleaned: content, stamped: false }
  throw new HeldBack(HELD_BACK.type)
}
