import { figureName } from '../../../contract/rules/articles/pictures.ts'
import { parseJats, ImportProblem } from '../../documents/jats/model/parse.ts'
import { type FigureImage, renderFullText } from '../../documents/jats/html/render.ts'
import { readReferences } from '../../documents/jats/read/references.ts'
import type { RenderAnswer } from './render-texts.ts'

/** Renders the text of a JATS file; `images` are its figures, by `figureName`. */
export default (xml: Buffer, images: Record<string, FigureImage>): RenderAnswer => {
  const known = new Map(Object.entries(images))
  try {
    const document = parseJats(xml)
    return {
      text: renderFullText(document, { image: (href) => known.get(figureName(href)) }),
      references: readReferences(document),
    }
  } catch (error) {
    if (error instanceof ImportProblem) return { problem: error.message }
    throw error
  }
}
