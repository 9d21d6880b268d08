import { gzipSync } from 'node:zlib'
import type { Document } from '@xmldom/xmldom'
import { figureName } from '../../../contract/rules/articles/pictures.ts'
import { parseJats, ImportProblem } from '../../documents/jats/model/parse.ts'
import { type FigureImage, renderFullText } from '../../documents/jats/html/render.ts'
import { readReferences } from '../../documents/jats/read/references.ts'
import { normaliseText } from '../../documents/jats/write/normalise.ts'
import type { DeriveAnswer } from './derive-texts.ts'

/** A page is not lost because its export is: the first harvester has that tried again, and it is logged then. */
function exported(document: Document): Uint8Array | null {
  try {
    return gzipSync(JSON.stringify(normaliseText(document)))
  } catch {
    return null
  }
}

/**
 * Derives from a JATS file what the journal shows and gives away of it, and parses it once. `images` are its figures,
 * by `figureName`.
 */
export default (xml: Buffer, images: Record<string, FigureImage>): DeriveAnswer => {
  const known = new Map(Object.entries(images))
  try {
    const document = parseJats(xml)
    return {
      text: renderFullText(document, { image: (href) => known.get(figureName(href)) }),
      references: readReferences(document),
      jats: exported(document),
    }
  } catch (error) {
    if (error instanceof ImportProblem) return { problem: error.message }
    throw error
  }
}
