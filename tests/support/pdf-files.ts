import { deflateSync } from 'node:zlib'

/** The body of each numbered object of a PDF. Number 1 is the catalog, 2 the page tree, 3 the page. */
export type PdfObjects = Record<number, string>

interface PdfOptions {
  /** Replaces or adds objects. */
  objects?: PdfObjects
  /** Entries of the catalog, the page or the trailer besides those that every PDF has. */
  catalog?: string
  page?: string
  trailer?: string
  /** Stores all objects in a compressed object stream, as most programs do today. */
  compressed?: boolean
}

/** A PDF of one empty page that every reader opens, with whatever a test adds. */
export function aRealPdf({ objects = {}, catalog = '', page = '', trailer = '', compressed }: PdfOptions = {}): Buffer {
  const all: PdfObjects = {
    1: `<</Type/Catalog/Pages 2 0 R ${catalog}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200] ${page}>>`,
    ...objects,
  }
  return compressed ? withObjectStream(all, trailer) : withTable(all, trailer)
}

function withTable(objects: PdfObjects, trailer: string): Buffer {
  let body = '%PDF-1.7\n'
  const offsets: string[] = []
  const size = Math.max(...Object.keys(objects).map(Number)) + 1
  for (const [number, content] of Object.entries(objects)) {
    offsets[Number(number)] = `${String(body.length).padStart(10, '0')} 00000 n \n`
    body += `${number} 0 obj\n${content}\nendobj\n`
  }
  const table = Array.from({ length: size }, (_, number) => offsets[number] ?? '0000000000 65535 f \n').join('')
  return Buffer.from(
    `${body}xref\n0 ${size}\n${table}trailer\n<</Size ${size}/Root 1 0 R ${trailer}>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}

function withObjectStream(objects: PdfObjects, trailer: string): Buffer {
  // A stream cannot stand within another.
  const inside = Object.entries(objects).filter(([, content]) => !content.includes('stream'))
  const outside = Object.entries(objects).filter(([, content]) => content.includes('stream'))
  const holder = Math.max(...Object.keys(objects).map(Number)) + 1
  let at = 0
  const index = inside.map(([number, content]) => {
    const entry = `${number} ${at}`
    at += content.length + 1
    return entry
  })
  const head = `${index.join(' ')} `
  const packed = deflateSync(head + inside.map(([, content]) => content).join(' '))
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offset = () => parts.reduce((sum, part) => sum + part.length, 0)
  const offsets = new Map<number, number>()
  for (const [number, content] of outside) {
    offsets.set(Number(number), offset())
    parts.push(Buffer.from(`${number} 0 obj\n${content}\nendobj\n`, 'latin1'))
  }
  offsets.set(holder, offset())
  parts.push(
    Buffer.from(
      `${holder} 0 obj\n<</Type/ObjStm/N ${inside.length}/First ${head.length}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  )
  const table = holder + 1
  offsets.set(table, offset())
  const rows = Buffer.alloc((table + 1) * 6)
  for (let number = 0; number <= table; number++) {
    const position = inside.findIndex(([name]) => Number(name) === number)
    const kind = position >= 0 ? 2 : offsets.has(number) ? 1 : 0
    rows.writeUInt8(kind, number * 6)
    rows.writeUInt32BE(kind === 2 ? holder : (offsets.get(number) ?? 0), number * 6 + 1)
    rows.writeUInt8(kind === 2 ? position : 0, number * 6 + 5)
  }
  const start = offset()
  parts.push(
    Buffer.from(
      `${table} 0 obj\n<</Type/XRef/Size ${table + 1}/W[1 4 1]/Root 1 0 R ${trailer}/Length ${rows.length}>>\nstream\n`,
    ),
    rows,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`),
  )
  return Buffer.concat(parts)
}

const ATTACHED = {
  10: '<</Type/Filespec/F(a.txt)/UF(a.txt)/EF<</F 11 0 R>>>>',
  11: '<</Type/EmbeddedFile/Length 5>>\nstream\nhello\nendstream',
}

/** PDFs that do more than show pages, by what they do. */
export const ACTIVE_PDFS = {
  'a script on opening': { catalog: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>' },
  'a script by name': {
    catalog: '/Names<</JavaScript<</Names[(a)4 0 R]>>>>',
    objects: { 4: '<</S/JavaScript/JS(1)>>' },
  },
  'a script behind a link': {
    page: '/Annots[4 0 R]',
    objects: { 4: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/JavaScript/JS(1)>>>>' },
  },
  'a script in a form': {
    page: '/Annots[4 0 R]',
    catalog: '/AcroForm<</Fields[4 0 R]>>',
    objects: { 4: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]/AA<</K<</S/JavaScript/JS(1)>>>>>>' },
  },
  'a script with its name disguised': { page: '/AA<</O<</S/#4aavaScript/J#53(1)>>>>' },
  'a program to start': { catalog: '/OpenAction<</S/Launch/Win<</F(cmd.exe)>>>>' },
  'a program behind a link': {
    page: '/Annots[4 0 R]',
    objects: { 4: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A 5 0 R>>', 5: '<</S/Launch/F(cmd.exe)>>' },
  },
  'an attached file': { catalog: '/Names<</EmbeddedFiles<</Names[(a)10 0 R]>>>>', objects: ATTACHED },
  'an attached file as a note': {
    page: '/Annots[4 0 R]',
    objects: { 4: '<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 10 0 R>>', ...ATTACHED },
  },
} satisfies Record<string, PdfOptions>
