import { htmlTree, type HtmlNode } from '../../../platform/html/tree.ts'
import { prepareWord, type Formula, ROLES } from './prepare.ts'

/** A picture in a document; its name is that of its file in the text. */
export interface WordPicture {
  name: string
  content: Uint8Array
}

/** A Word document as a tree of simple HTML. */
export interface ReadWord {
  nodes: HtmlNode[]
  formulas: Formula[]
  pictures: WordPicture[]
  /** What is lost or was changed, in plain sentences. */
  warnings: string[]
}

const EXTENSIONS: Record<string, string> = {
  ...{ 'image/png': 'png', 'image/jpeg': 'jpg', 'image/jpg': 'jpg', 'image/gif': 'gif' },
  ...{ 'image/tiff': 'tif', 'image/webp': 'webp' },
}

/** Of all that the library can read; the roles have been given by `prepareWord`. */
const STYLE_MAP = [
  ...(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const).map((role) => `p.${ROLES[role]} => ${role}:fresh`),
  `p.${ROLES.title} => p.title:fresh`,
  `p.${ROLES.caption} => p.caption:fresh`,
  `p.${ROLES.quote} => blockquote > p:fresh`,
  "r[style-name='Emphasis'] => em",
]

const MOST_PICTURES = 100

export async function readWord(
  content: Buffer,
  { withPictures, mostBytes }: { withPictures: boolean; mostBytes?: number },
): Promise<ReadWord> {
  const { default: mammoth } = await import('mammoth')
  const { content: prepared, formulas, textBoxes, hasChanges } = await prepareWord(content, mostBytes)
  const pictures: WordPicture[] = []
  const unshown: string[] = []
  const { value } = await mammoth.convertToHtml(
    { buffer: prepared },
    {
      styleMap: STYLE_MAP,
      // Of the file itself nothing decides how it is read, and nothing outside of it is.
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async (image) => {
        const extension = EXTENSIONS[image.contentType]
        const number = pictures.length + unshown.length + 1
        if (!extension || pictures.length === MOST_PICTURES) {
          unshown.push(image.contentType)
          return { src: '' }
        }
        const name = `picture-${number}.${extension}`
        pictures.push({ name, content: withPictures ? await image.readAsBuffer() : new Uint8Array() })
        return { src: name }
      }),
    },
  )
  return { nodes: htmlTree(value), formulas, pictures, warnings: warningsOf({ textBoxes, hasChanges, unshown }) }
}

function warningsOf(found: { textBoxes: number; hasChanges: boolean; unshown: string[] }): string[] {
  const { textBoxes, hasChanges, unshown } = found
  const kinds = [...new Set(unshown.map((type) => type.replace(/^image\/(?:x-)?/, '').toUpperCase() || 'unknown'))]
  return [
    ...(textBoxes
      ? [
          textBoxes === 1
            ? 'One text box is left out. Move its text into the document.'
            : `${textBoxes} text boxes are left out. Move their text into the document.`,
        ]
      : []),
    ...(unshown.length
      ? [
          `${unshown.length === 1 ? 'One image cannot be shown' : `${unshown.length} images cannot be shown`} in a browser (${kinds.join(', ')}). Replace each with a PNG or JPEG.`,
        ]
      : []),
    ...(hasChanges ? ['The document has tracked changes. They are shown as if all were accepted.'] : []),
  ]
}
