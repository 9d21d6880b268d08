import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A line of a page as it is set: its place and size in points. */
export interface PdfLine {
  text: string
  x: number
  y: number
  size: number
}

/** It says nothing of what is wrong with a file, makes no code out of fonts, and reads none from elsewhere. */
const SAFE = { verbosity: 0, isEvalSupported: false, useSystemFonts: true, disableFontFace: true }

/** The lines of each page, in the order of the file; nothing of what else the PDF contains. */
export async function pdfPages(content: Uint8Array, mostCharacters = Infinity): Promise<PdfLine[][]> {
  // A copy, because the library takes the bytes away.
  const document = await getDocument({ data: Uint8Array.from(content), ...SAFE }).promise
  const pages: PdfLine[][] = []
  let room = mostCharacters
  for (let number = 1; number <= document.numPages && room > 0; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const lines = linesOf(items.filter((item) => 'str' in item))
    room -= lines.reduce((sum, { text }) => sum + text.length, 0)
    pages.push(lines)
    page.cleanup()
  }
  return pages
}

/** Longer than any article: what follows is not read. */
const MOST_CHARACTERS = 4_000_000

/** The text of each page, a line of the page in each line. */
export async function pageTexts(content: Uint8Array): Promise<string[]> {
  const pages = await pdfPages(content, MOST_CHARACTERS)
  return pages.map((lines) => lines.map(({ text }) => text).join('\n'))
}

interface TextItem {
  str: string
  hasEOL: boolean
  transform: unknown[]
  height: number
}

function linesOf(items: TextItem[]): PdfLine[] {
  const lines: PdfLine[] = []
  let line: (PdfLine & { parts: string[] }) | undefined
  const end = () => {
    if (line) lines.push({ text: line.parts.join(''), x: line.x, y: line.y, size: line.size })
    line = undefined
  }
  for (const { str, hasEOL, transform, height } of items) {
    if (str !== '') {
      line ??= { text: '', parts: [], x: Number(transform[4]), y: Number(transform[5]), size: height }
      line.parts.push(str)
      line.size = Math.max(line.size, height)
    }
    if (hasEOL) end()
  }
  end()
  return lines.filter(({ text }) => text.trim() !== '')
}
