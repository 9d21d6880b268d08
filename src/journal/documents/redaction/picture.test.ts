import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, inject, test } from 'vitest'
import { aGifOf } from '../../../../tests/support/pictures.ts'
import { redactFile } from './redact-file.ts'
import { redactPicture, orientationExif, orientationIn } from './picture.ts'
import { WITHHELD, LOOK } from './withheld.ts'

const PERSON = 'Ayesha Qureshi'
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${PERSON}"/></rdf:RDF></x:xmpmeta>`

/** A picture whose halves differ, so that it shows how it is turned; with all that cameras write. */
const photograph = (orientation: number) => {
  const left = { create: { width: 24, height: 24, channels: 3 as const, background: 'red' } }
  return sharp({ create: { width: 48, height: 24, channels: 3, background: 'blue' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .withExif({ IFD0: { Artist: PERSON, Copyright: PERSON }, IFD3: { GPSLatitudeRef: 'N' } })
    .withXmp(XMP)
    .withIccProfile('srgb')
    .withMetadata({ orientation })
}
const upright = (content: Uint8Array) => sharp(content).autoOrient().raw().toBuffer({ resolveWithObject: true })

const FORMATS: [type: string, make: (orientation: number) => Promise<Buffer>][] = [
  ['image/jpeg', (orientation) => photograph(orientation).jpeg().toBuffer()],
  ['image/jpeg', (orientation) => photograph(orientation).jpeg({ progressive: true }).toBuffer()],
  ['image/png', (orientation) => photograph(orientation).png().toBuffer()],
  ['image/webp', (orientation) => photograph(orientation).webp().toBuffer()],
  ['image/webp', (orientation) => photograph(orientation).webp({ lossless: true }).toBuffer()],
]

describe.each(FORMATS)('%s', (type, make) => {
  test.each([1, 3, 6, 8])('loses its metadata and not a pixel, turned by %i', async (orientation) => {
    const content = await make(orientation)
    expect(content.includes(PERSON)).toBe(true)
    const answer = await redactFile(content, type, [PERSON, 'Qureshi'])
    expect(answer).toMatchObject({ withheld: LOOK.picture })
    const copy = Buffer.from('mayRelease' in answer ? answer.mayRelease! : [])
    for (const encoding of ['latin1', 'utf16le'] as const)
      expect(copy.toString(encoding)).not.toMatch(/Qureshi|xmpmeta/)
    const { data, info } = await upright(copy)
    const before = await upright(content)
    expect([info.width, info.height]).toEqual([before.info.width, before.info.height])
    expect(data.equals(before.data)).toBe(true)
    const { exif, xmp, icc } = await sharp(copy).metadata()
    expect([xmp, icc !== undefined]).toEqual([undefined, true])
    expect(exif?.length ?? 0).toBeLessThan(40)
  })

  test('cut short anywhere is withheld or still clean, never an error', async () => {
    const content = await make(6)
    for (let end = 0; end < content.length; end += Math.ceil(content.length / 60)) {
      const answer = await redactFile(content.subarray(0, end), type, [PERSON])
      if ('mayRelease' in answer) expect(Buffer.from(answer.mayRelease!).includes(PERSON)).toBe(false)
      else expect(answer).toEqual({ withheld: WITHHELD.unreadable })
    }
  })

  test('is cleaned to the same bytes a second time', async () => {
    const once = redactPicture(await make(6))
    expect(redactPicture(once).equals(once)).toBe(true)
  })
})

describe.each(FORMATS)('the colour profile of %s', (_type, make) => {
  /** A profile that a person has made for a screen of theirs, of the same length as the usual one. */
  const named = async () => {
    const { icc } = await sharp(await make(1)).metadata()
    const profile = Buffer.from(icc!)
    const tags = Array.from({ length: profile.readUInt32BE(128) }, (_, at) => 132 + at * 12)
    for (const at of tags.filter((each) => /desc|cprt/.test(profile.toString('latin1', each, each + 4))))
      profile.write(PERSON.slice(0, 12), profile.readUInt32BE(at + 4) + 12, 'latin1')
    const path = join(mkdtempSync(join(inject('temporaryFolder'), 'profile-')), 'screen.icc')
    writeFileSync(path, profile)
    return path
  }

  test('keeps its numbers and loses its words', async () => {
    const path = await named()
    const content = await make(1).then((picture) => sharp(picture).withIccProfile(path).toBuffer())
    const before = (await sharp(content).metadata()).icc!
    expect(before.includes('Ayesha')).toBe(true)
    const after = (await sharp(redactPicture(content)).metadata()).icc!
    expect(after.length).toBe(before.length)
    expect(after.includes('Ayesha')).toBe(false)
    const red = (profile: Buffer) => profile.subarray(profile.readUInt32BE(profile.indexOf('rXYZ') + 4)).subarray(0, 20)
    expect(red(after).equals(red(before))).toBe(true)
  })
})

describe('a JPEG', () => {
  const segment = (marker: number, text: string) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')])

  test.each([
    ['after its first scan', segment(0xe1, `Exif\0\0 ${PERSON}`)],
    ['as a comment after its first scan', segment(0xfe, PERSON)],
    ['in a segment that nobody knows', segment(0xf3, PERSON)],
    ['as the rest of a known segment', segment(0xee, `Adobe\0d\0\0\0\0\0${PERSON}`)],
  ])('loses what is written %s', async (_where, part) => {
    const whole = await FORMATS[1]![1](1)
    const end = whole.length - 2
    const noted = Buffer.concat([whole.subarray(0, end), part, whole.subarray(end)])
    expect(redactPicture(noted).includes(PERSON)).toBe(false)
  })

  test('loses a second picture', async () => {
    const first = await sharp(await FORMATS[0]![1](1))
      .jpeg()
      .toBuffer()
    expect(redactPicture(Buffer.concat([first, await FORMATS[0]![1](1)])).includes(PERSON)).toBe(false)
  })
})

test.each(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'dSIG', 'mkTS'])('a PNG keeps no chunk %s', async (kind) => {
  const whole = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const head = Buffer.from('\0\0\0\0....', 'latin1')
  head.writeUInt32BE(PERSON.length)
  head.write(kind, 4, 'latin1')
  const chunk = Buffer.concat([head, Buffer.from(PERSON), Buffer.alloc(4)])
  const noted = Buffer.concat([whole.subarray(0, 33), chunk, whole.subarray(33), chunk])
  expect(redactPicture(noted).includes(PERSON)).toBe(false)
})

test('what follows the end of a picture goes', async () => {
  for (const [, make] of FORMATS) {
    const content = Buffer.concat([await make(1), Buffer.from(`written by ${PERSON}`)])
    expect(redactPicture(content).includes(PERSON)).toBe(false)
  }
})

describe('a GIF', () => {
  const block = (kind: number, ...parts: string[]) =>
    Buffer.concat([
      Buffer.from([0x21, kind]),
      ...parts.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])),
      Buffer.from([0]),
    ])
  const whole = aGifOf(4, 4, { frames: 2 })
  const [head, frames] = [whole.subarray(0, 19), whole.subarray(19)]
  const repeats = block(0xff, 'NETSCAPE2.0', '\x01\x00\x00')

  test('loses comments and data of programs, and still repeats', () => {
    const noted = Buffer.concat([
      head,
      repeats,
      block(0xfe, `by ${PERSON}`),
      block(0xff, 'XMP DataXMP', XMP.slice(0, 200)),
      block(0x01, 'x'.repeat(12), PERSON),
      frames,
      Buffer.from(PERSON),
    ])
    expect(redactPicture(noted).equals(Buffer.concat([head, repeats, frames]))).toBe(true)
  })

  test('that is cut short is withheld', () => {
    expect(() => redactPicture(Buffer.concat([head, frames.subarray(0, 20)]))).toThrow(WITHHELD.unreadable)
  })
})

test('a PNG loses its texts', async () => {
  const content = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const note = Buffer.from(`\0\0\0\x14tEXtAuthor\0${PERSON}`.slice(0, 8 + 20), 'latin1')
  const noted = Buffer.concat([content.subarray(0, 33), note, Buffer.alloc(4), content.subarray(33)])
  expect(noted.includes('Ayesha')).toBe(true)
  const copy = redactPicture(noted)
  expect(copy.includes('Ayesha')).toBe(false)
  expect((await sharp(copy).metadata()).width).toBe(4)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i is read from what was written', (orientation) => {
  expect(orientationIn(orientationExif(orientation))).toBe(orientation)
})

test.each([Buffer.alloc(0), Buffer.from('II'), Buffer.from('MM\0\x2a\xff\xff\xff\xff', 'latin1')])(
  'EXIF data that cannot be read turn nothing',
  (tiff) => {
    expect(orientationIn(tiff)).toBe(1)
  },
)
