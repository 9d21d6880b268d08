import { anArchive, rels, W, type OfficeParts } from './office-files.ts'

/** Word documents for tests, built from their parts. */

const M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const NAMESPACES = `${W} ${M} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A run; `properties` are elements such as `<w:i/>`. */
export const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
export const italic = (text: string): string => run(text, '<w:i/>')
export const bold = (text: string): string => run(text, '<w:b/>')
export const raised = (text: string): string => run(text, '<w:vertAlign w:val="superscript"/>')

/** A paragraph of runs, or of a text. */
export const p = (content: string, style = '', more = ''): string =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}${more}</w:pPr>${content.startsWith('<') ? content : run(content)}</w:p>`

export const h = (level: number, text: string): string => p(text, `Heading${level}`)
export const listed = (text: string, kind: 'bullet' | 'order', level = 0): string =>
  p(text, '', `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${kind === 'order' ? 2 : 1}"/></w:numPr>`)

/** A table of texts; a cell may be given with its properties: `<w:gridSpan w:val="2"/>`. */
export const tbl = (rows: (string | [text: string, properties: string])[][], { header = 0 } = {}): string =>
  `<w:tbl>${rows
    .map(
      (cells, row) =>
        `<w:tr>${row < header ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells
          .map((cell) => {
            const [text, properties] = typeof cell === 'string' ? [cell, ''] : cell
            return `<w:tc><w:tcPr>${properties}</w:tcPr>${text.startsWith('<w:p') || text.startsWith('<w:tbl') ? text : p(text)}</w:tc>`
          })
          .join('')}</w:tr>`,
    )
    .join('')}</w:tbl>`

export const drawing = (id: string, alt = ''): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture" descr="${alt}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`

export const linked = (id: string, text: string): string => `<w:hyperlink r:id="${id}">${run(text)}</w:hyperlink>`
export const footnoteMark = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`

/** A text box as newer programs write it; with the copy for older ones if asked. */
export const textBox = (text: string, { copy = false } = {}): string =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${p(text)}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice>${copy ? `<mc:Fallback><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${p(text)}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback>` : ''}</mc:AlternateContent></w:r>`

// Formulas.
export const mr = (text: string, properties = ''): string =>
  `<m:r>${properties && `<m:rPr>${properties}</m:rPr>`}<m:t>${escaped(text)}</m:t></m:r>`
export const math = (content: string): string => `<m:oMath>${content}</m:oMath>`
export const mathLine = (content: string): string => `<m:oMathPara>${math(content)}</m:oMathPara>`

export interface WordOptions {
  pictures?: Record<string, { name: string; content: Uint8Array }>
  links?: Record<string, string>
  footnotes?: string[]
  styles?: string
  parts?: OfficeParts
}

const HEADINGS = [1, 2, 3, 4]
  .map((n) => `<w:style w:type="paragraph" w:styleId="Heading${n}"><w:name w:val="heading ${n}"/></w:style>`)
  .join('')
const level = (format: string): string =>
  [0, 1, 2].map((at) => `<w:lvl w:ilvl="${at}"><w:numFmt w:val="${format}"/></w:lvl>`).join('')

/** A document with the styles of Word and lists of both kinds. */
export function aWordFile(
  body: string,
  { pictures = {}, links = {}, footnotes = [], styles = '', parts = {} }: WordOptions = {},
): Buffer {
  const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  const media = Object.entries(pictures)
  return anArchive({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="emf" ContentType="image/x-emf"/><Override PartName="/word/document.xml" ContentType="${office}.document.main+xml"/></Types>`,
    '_rels/.rels': rels(['rId1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<?xml version="1.0"?><w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${W}>${HEADINGS}<w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/></w:style>${styles}</w:styles>`,
    'word/numbering.xml': `<w:numbering ${W}><w:abstractNum w:abstractNumId="1">${level('bullet')}</w:abstractNum><w:abstractNum w:abstractNumId="2">${level('decimal')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num></w:numbering>`,
    'word/footnotes.xml': `<w:footnotes ${NAMESPACES}>${footnotes.map((text, index) => `<w:footnote w:id="${index + 1}">${p(text)}</w:footnote>`).join('')}</w:footnotes>`,
    'word/_rels/document.xml.rels': rels(
      ['s1', 'styles', 'styles.xml'],
      ['s2', 'numbering', 'numbering.xml'],
      ['s3', 'footnotes', 'footnotes.xml'],
      ...media.map(([id, { name }]): [string, string, string] => [id, 'image', `media/${name}`]),
      ...Object.entries(links).map(([id, url]): [string, string, string, string] => [
        id,
        'hyperlink',
        url.replaceAll('&', '&amp;'),
        'External',
      ]),
    ),
    ...Object.fromEntries(media.map(([, { name, content }]) => [`word/media/${name}`, content])),
    ...parts,
  })
}
