import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  anArchive,
  rels,
  sheetParts,
  SHEET_TYPE,
  slideParts,
  SLIDES_TYPE,
  wordParts,
  WORD_TYPE,
  type OfficeParts,
} from '../../../../tests/support/office-files.ts'
import { redactFile } from './redact-file.ts'
import { WITHHELD, LOOK } from './withheld.ts'
import { namesLeft, SoughtNames } from './names-left.ts'
import { parsePart } from '../word/xml-part.ts'

const PERSON = 'Ayesha Qureshi'
const NAMES = [PERSON, 'Qureshi', 'ayesha.q@example.org']

/** All that a file contains as one text, with what is written as UTF-16. */
function everything(parts: Record<string, Uint8Array>): string {
  return Object.entries(parts)
    .flatMap(([path, content]) => {
      const bytes = Buffer.from(content)
      return [path, bytes.toString('utf8'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le')]
    })
    .join('\n')
}

async function redacted(parts: OfficeParts, type: string): Promise<Record<string, Uint8Array>> {
  return unzipSync(await copyOf(anArchive(parts), type))
}
/** The copy for the authors, once an editor has looked at its pictures. */
async function copyOf(content: Buffer, type: string): Promise<Buffer> {
  const answer = await redactFile(content, type, NAMES)
  if ('redacted' in answer) return Buffer.from(answer.redacted)
  if (answer.withheld !== LOOK.drawings || !answer.mayRelease) throw new Error(answer.withheld)
  return Buffer.from(answer.mayRelease)
}
const textOf = (parts: Record<string, Uint8Array>, path: string): string => strFromU8(parts[path]!)

let photograph: Buffer<ArrayBuffer>
beforeAll(async () => {
  photograph = Buffer.from(
    await sharp({ create: { width: 40, height: 20, channels: 3, background: 'green' } })
      .jpeg()
      .withExif({ IFD0: { Artist: PERSON } })
      .toBuffer(),
  )
  expect(photograph.includes(PERSON)).toBe(true)
})

const DOCUMENTS: [what: string, type: string, parts: () => OfficeParts, content: [path: string, text: string][]][] = [
  [
    'a Word document',
    WORD_TYPE,
    () => wordParts(PERSON, { picture: photograph }),
    [
      ['word/document.xml', '<w:t>added words</w:t>'],
      ['word/document.xml', '<w:delText>removed words</w:delText>'],
      ['word/document.xml', '<w:t xml:space="preserve">The leaves </w:t>'],
      ['word/document.xml', 'open &amp; close'],
      ['word/document.xml', 'w:author="Reviewer"'],
      ['word/comments.xml', 'Please measure this again.'],
      ['word/comments.xml', 'w:initials="R"'],
      ['word/header1.xml', 'w:author="Reviewer"'],
      ['word/footnotes.xml', 'w:author="Reviewer"'],
      ['word/glossary/document.xml', 'w:author="Reviewer"'],
      ['word/settings.xml', 'trackRevisions'],
      ['word/_rels/document.xml.rels', 'https://example.org/leaf?a=1&amp;b=2'],
    ],
  ],
  [
    'a spreadsheet',
    SHEET_TYPE,
    () => sheetParts(PERSON),
    [
      ['xl/worksheets/sheet1.xml', '12 leaves'],
      ['xl/worksheets/sheet1.xml', '<pageSetup orientation="portrait"/>'],
      ['xl/comments1.xml', '<author>Reviewer</author><author>tc={12345678-1234-1234-1234-123456789012}</author>'],
      ['xl/comments1.xml', 'Count again.'],
      ['xl/threadedComments/threadedComment1.xml', 'personId="{00000000-0000-4000-8000-000000000001}"'],
      ['xl/persons/person.xml', 'displayName="Reviewer" id="{00000000-0000-4000-8000-000000000001}"'],
    ],
  ],
  [
    'slides',
    SLIDES_TYPE,
    () => slideParts(PERSON),
    [
      ['ppt/slides/slide1.xml', 'Leaves'],
      ['ppt/comments/comment1.xml', 'Label the axes.'],
      ['ppt/comments/comment1.xml', 'authorId="1"'],
      ['ppt/commentAuthors.xml', 'id="1" name="Reviewer" initials="R"'],
      ['ppt/authors.xml', 'id="{00000000-0000-4000-8000-000000000001}" name="Reviewer"'],
      ['ppt/comments/modern1.xml', 'authorId="{00000000-0000-4000-8000-000000000001}"'],
    ],
  ],
]

describe.each(DOCUMENTS)('%s', (_what, type, parts, content) => {
  test('keeps what was written, by "Reviewer"', async () => {
    const copy = await redacted(parts(), type)
    for (const [path, text] of content) expect(textOf(copy, path), path).toContain(text)
  })

  test('names its author in no part', async () => {
    expect(everything(unzipSync(anArchive(parts())))).toContain(PERSON)
    const all = everything(await redacted(parts(), type))
    for (const name of ['Ayesha', 'Qureshi', 'XQZ', '2024-05-06', 'AAAAAAAA-BBBB', '00AB12CD']) {
      expect(all.includes(name), name).toBe(false)
    }
    expect(all.toLowerCase()).not.toContain('qureshi')
  })

  test('is whole: its parts are well-formed, listed, and lead only to one another', async () => {
    const copy = await redacted(parts(), type)
    const paths = Object.keys(copy)
    expect(paths[0]).toBe('[Content_Types].xml')
    expect(paths.filter((path) => /docProps|customXml|people|printer|changes/.test(path))).toEqual([])
    for (const path of paths.filter((each) => /\.(?:xml|rels)$/.test(each))) parsePart(copy[path]!)
    const listed = [...textOf(copy, '[Content_Types].xml').matchAll(/PartName="\/([^"]*)"/g)].map(([, path]) => path!)
    for (const path of listed) expect(paths).toContain(path)
    for (const path of paths.filter((each) => each.endsWith('.rels'))) {
      const folder = path.replace(/_rels\/[^/]*$/, '')
      for (const [, target] of textOf(copy, path).matchAll(/Target="([^"]*)"\/>/g)) {
        expect(paths, path).toContain(new URL(target!, `file:///${folder}`).pathname.slice(1))
      }
      // What the part refers to is there.
      const source = path.replace(/_rels\/([^/]*)\.rels$/, '$1')
      const ids = [...textOf(copy, path).matchAll(/ Id="([^"]*)"/g)].map(([, id]) => id)
      const used = source in copy ? [...textOf(copy, source).matchAll(/r:(?:id|embed)="([^"]*)"/g)] : []
      for (const [, id] of used) expect(ids, source).toContain(id)
    }
  })

  test('is searched by another reader, which finds the author in the original and not in the copy', async () => {
    const original = await namesLeft(anArchive(parts()), type, new SoughtNames(NAMES))
    expect(original.map(({ part }) => part)).toContain('docProps/core.xml')
    expect(await namesLeft(await copyOf(anArchive(parts()), type), type, new SoughtNames(NAMES))).toEqual([])
  })
})

test('a photograph in a document loses what its camera wrote, and is still a photograph', async () => {
  const copy = await redacted(wordParts(PERSON, { picture: photograph }), WORD_TYPE)
  const picture = await sharp(copy['word/media/image1.jpeg']!).metadata()
  expect([picture.width, picture.exif]).toEqual([40, undefined])
})

describe('a name in the text', () => {
  const signed = (text: string) => wordParts(PERSON, { picture: photograph, body: `<w:p>${text}</w:p>` })
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`

  test.each([
    ['a signature', run('Best wishes, Ayesha Qureshi'), PERSON],
    ['cut by formatting', `${run('Best wishes, Qur')}${run('eshi')}`, 'Qureshi'],
    ['in capitals', run('QURESHI 2019'), 'Qureshi'],
    ['written with signs', run('&#x51;ureshi'), 'Qureshi'],
    ['an address', run('write to Ayesha.Q@example.org'), 'ayesha.q@example.org'],
  ])('%s holds the file back until an editor has read it', async (_what, text, name) => {
    const answer = await redactFile(anArchive(signed(text)), WORD_TYPE, NAMES)
    expect(answer).toMatchObject({ withheld: `${LOOK.inText(name)} ${LOOK.drawings}` })
    expect('mayRelease' in answer && Object.keys(unzipSync(answer.mayRelease!))).toContain('word/document.xml')
  })

  test.each([
    ['part of another word', run('The qureshium genus'), NAMES],
    ['an ordinary word', run('The leaves are green.'), ['Anna Green', 'Green']],
  ])('%s is none', async (_what, text, names) => {
    const parts = wordParts('Someone Else', { picture: photograph, body: `<w:p>${text}</w:p>` })
    expect(await redactFile(anArchive(parts), WORD_TYPE, names)).toMatchObject({ withheld: LOOK.drawings })
  })
})

describe('what only people can read', () => {
  const withoutPicture = (body: string): OfficeParts => {
    const parts = wordParts('Someone Else', { body })
    const without = (path: string, what: RegExp) => {
      parts[path] = String(parts[path]).replace(what, '')
    }
    without('word/_rels/document.xml.rels', /<Relationship Id="rId8"[^>]*>/)
    without('word/document.xml', /<w:p><w:r><w:drawing>.*?<\/w:p>/)
    delete parts['word/media/image1.jpeg']
    return parts
  }

  test.each([
    ['lines', '<a:custGeom><a:pathLst/></a:custGeom>'],
    ['lines in an older form', '<v:shape xmlns:v="v" path="m0,0c1,2,3,4,5,6e"/>'],
    ['a line in an older form', '<v:polyline xmlns:v="v" points="0,0,9,9"/>'],
  ])('is withheld until an editor has looked: %s', async (_what, shape) => {
    const parts = withoutPicture(`<w:p><w:r>${shape}</w:r></w:p>`)
    expect(await redactFile(anArchive(parts), WORD_TYPE, NAMES)).toMatchObject({
      withheld: LOOK.drawings,
      mayRelease: expect.any(Uint8Array),
    })
  })

  test('a document of nothing but text needs no look', async () => {
    expect(await redactFile(anArchive(withoutPicture('')), WORD_TYPE, NAMES)).toHaveProperty('redacted')
  })
})

describe('pictures of other kinds', () => {
  const declared = (type: string, content: Uint8Array): OfficeParts => {
    const parts = wordParts(PERSON, { picture: Buffer.from(content) })
    parts['[Content_Types].xml'] = String(parts['[Content_Types].xml']).replace('"image/jpeg"', `"${type}"`)
    return parts
  }
  const emf = (...records: Buffer[]) => {
    const head = Buffer.alloc(108)
    head.writeUInt32LE(1, 0)
    head.writeUInt32LE(108, 4)
    head.write(' EMF', 40, 'latin1')
    const text = Buffer.from(PERSON, 'utf16le')
    head.writeUInt32LE(PERSON.length, 60)
    head.writeUInt32LE(80, 64)
    text.copy(head, 80, 0, 28)
    return Buffer.concat([head, ...records, Buffer.from('0e000000140000000000000000000000140000000', 'hex')])
  }
  const record = (kind: number, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32LE(kind, 0)
    head.writeUInt32LE(8 + data.length, 4)
    return Buffer.concat([head, data])
  }
  const end = record(14, Buffer.alloc(12))

  test.each(['image/x-emf', 'image/bmp', 'image/png'])(
    'a photograph called %s is cleaned all the same',
    async (type) => {
      const copy = await redacted(declared(type, photograph), WORD_TYPE)
      expect(Buffer.from(copy['word/media/image1.jpeg']!).includes(PERSON)).toBe(false)
    },
  )

  test('a drawing of Windows loses its description, its comments and what follows its end', async () => {
    const comment = record(70, Buffer.concat([Buffer.alloc(4), Buffer.from(`GDIC${PERSON}..`, 'latin1')]))
    const content = Buffer.concat([emf(comment).subarray(0, 108 + comment.length), end, Buffer.from(PERSON)])
    expect(everything({ content })).toContain('Ayesha')
    const copy = await redacted(declared('image/x-emf', content), WORD_TYPE)
    expect(everything({ content: copy['word/media/image1.jpeg']! })).not.toContain('Ayes')
  })

  test.each([
    [
      'a drawing of Windows with a photograph in it',
      'image/x-emf',
      () => Buffer.concat([emf(record(81, photograph)).subarray(0, 116 + photograph.length), end]),
    ],
    [
      'a bitmap with a profile',
      'image/bmp',
      () => Buffer.from(`424d${'00'.repeat(12)}7c000000${'00'.repeat(120)}`, 'hex'),
    ],
    [
      'a drawing with a photograph written into it',
      'image/svg+xml',
      () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/jpeg;base64,/9j/4AAQ"/></svg>'),
    ],
    ['a TIFF', 'image/tiff', () => Buffer.from('II*\0')],
  ])('%s is withheld', async (_what, type, content) => {
    expect(await redactFile(anArchive(declared(type, content())), WORD_TYPE, NAMES)).toEqual({
      withheld: WITHHELD.unknown('word/media/image1.jpeg'),
    })
  })
})

describe('what cannot be cleaned is withheld', () => {
  const mainRels = 'word/_rels/document.xml.rels'
  const withRel = (type: string, target: string, mode?: string): OfficeParts => ({
    ...wordParts(PERSON, { picture: photograph }),
    [mainRels]: rels(['rId1', type, target, mode]),
    'word/other.bin': 'x',
  })
  const changed = (path: string, content: string | Uint8Array): OfficeParts => ({
    ...wordParts(PERSON, { picture: photograph }),
    [path]: content,
  })

  test.each([
    ['an embedded document', withRel('package', 'other.bin'), WITHHELD.embedded],
    ['an embedded object', withRel('oleObject', 'other.bin'), WITHHELD.embedded],
    ['another file as part of the text', withRel('aFChunk', 'other.bin'), WITHHELD.embedded],
    ['a part that nobody knows', withRel('novelty', 'other.bin'), WITHHELD.unknown('novelty')],
    ['a picture that is elsewhere', withRel('image', 'file:///C:/a.png', 'External'), WITHHELD.linked],
    ['a picture of a type that is not cleaned', withRel('image', 'other.bin'), WITHHELD.unknown('word/other.bin')],
    ['a picture that is none', changed('word/media/image1.jpeg', 'nothing'), WITHHELD.unreadable],
    ['XML that is cut short', changed('word/comments.xml', '<w:comments'), WITHHELD.unreadable],
    [
      'XML with entities',
      changed('word/comments.xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
      WITHHELD.unreadable,
    ],
    ['no list of types', changed('[Content_Types].xml', '<Types/>'), WITHHELD.unknown('word/document.xml')],
  ])('%s', async (_what, parts, withheld) => {
    expect(await redactFile(anArchive(parts), WORD_TYPE, NAMES)).toEqual({ withheld })
  })

  test('a file that is cut short, at any place', async () => {
    const whole = anArchive(wordParts(PERSON, { picture: photograph }))
    for (let end = 0; end < whole.length; end += Math.ceil(whole.length / 25)) {
      expect(await redactFile(whole.subarray(0, end), WORD_TYPE, NAMES)).toEqual({ withheld: WITHHELD.unreadable })
    }
  })

  test.each(['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint', 'video/mp4'])(
    'a file of type %s',
    async (type) => {
      expect(await redactFile(Buffer.alloc(1000), type, NAMES)).toEqual({ withheld: WITHHELD.type })
    },
  )
})
