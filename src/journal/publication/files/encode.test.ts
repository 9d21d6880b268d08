import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { aGifOf, aPngOf } from '../../../../tests/support/pictures.ts'
import { VARIANT_TYPES } from '../../../contract/rules/articles/pictures.ts'
import { encode, READ } from './encode.ts'
import { readOnly } from './picture-formats.ts'

// Other files of tests in this process may have read figures, which come in more formats.
beforeAll(() => readOnly(READ))

/** A picture without a plain area, as photographs are. */
const aPhotograph = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#6a8', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

describe('the copies of a photograph', async () => {
  const original = await aPhotograph(1000, 700)
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitude: '31/1 30/1 0/1', GPSLongitude: '74/1 20/1 0/1' } })
    .toBuffer()
  const { size, variants } = await encode(original)
  const reading = { operation: ['VipsForeignLoadHeif'] }
  sharp.unblock(reading)
  const copies = await Promise.all(variants.map(async (variant) => ({ ...variant, ...(await read(variant.content)) })))
  sharp.block(reading)

  test('have the listed widths and are upright', async () => {
    expect((await sharp(original).metadata()).exif).toBeDefined()
    expect(size).toEqual({ width: 700, height: 1000 })
    expect(copies.map(({ width, height, mediaType }) => [width, height, mediaType])).toEqual([
      [320, 457, VARIANT_TYPES.avif],
      [320, 457, VARIANT_TYPES.webp],
      [640, 914, VARIANT_TYPES.avif],
      [640, 914, VARIANT_TYPES.webp],
    ])
  })

  test('do not say where and with what it was taken', () => {
    for (const { exif, icc, xmp, iptc, orientation } of copies) {
      expect([exif, icc, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
    }
  })
})

async function read(content: Uint8Array) {
  const found = await sharp(content).metadata()
  return { ...found, mediaType: found.compression === 'av1' ? VARIANT_TYPES.avif : `image/${found.format}` }
}

/** The colour in the middle of the smallest copy. */
async function colourOf(content: Buffer): Promise<number[]> {
  const { variants } = await encode(content)
  const webp = variants.find(({ format }) => format === 'webp')!
  const { data, info } = await sharp(webp.content).raw().toBuffer({ resolveWithObject: true })
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(middle, middle + info.channels)]
}

const leaf = (channels: 3 | 4 = 3, alpha = 1) =>
  sharp({ create: { width: 330, height: 330, channels, background: { r: 40, g: 120, b: 60, alpha } } })

test.each([
  ['a CMYK JPEG', () => leaf().toColourspace('cmyk').jpeg()],
  ['a 16-bit PNG', () => leaf().toColourspace('rgb16').png()],
  ['a picture in a wide colour space', () => leaf().withIccProfile('p3').jpeg({ quality: 95 })],
  ['a progressive JPEG', () => leaf().jpeg({ progressive: true })],
  ['a PNG with a palette', () => leaf().png({ palette: true })],
  ['a lossless WebP', () => leaf().webp({ lossless: true })],
])('%s keeps its colours', async (_what, make) => {
  const colour = await colourOf(await make().toBuffer())
  for (const [channel, value] of [40, 120, 60].entries()) expect(Math.abs(colour[channel]! - value)).toBeLessThan(25)
})

test('what is transparent stays so', async () => {
  expect((await colourOf(await leaf(4, 0).png().toBuffer()))[3]).toBe(0)
})

test('of an animation the first frame stands for all', async () => {
  const frames = ['#f00', '#00f'].map((background) =>
    sharp({ create: { width: 330, height: 330, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  const animation = await sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ delay: [100, 100] })
    .toBuffer()
  expect((await sharp(animation).metadata()).pages).toBe(2)
  const [red = 0, , blue = 0] = await colourOf(animation)
  expect(red - blue).toBeGreaterThan(200)
})

test('a picture that is small already has none, but a size', async () => {
  const { size, variants } = await encode(await leaf().resize(200, 100).png().toBuffer())
  expect({ size, variants }).toEqual({ size: { width: 200, height: 100 }, variants: [] })
})

test.each([
  ['a bomb', async () => aPngOf(30_000, 30_000)],
  ['a picture that is cut off', async () => (await aPhotograph(400, 400).jpeg().toBuffer()).subarray(0, 9_000)],
  ['a GIF', async () => aGifOf(400, 400)],
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>')],
  ['a TIFF', () => leaf().tiff().toBuffer()],
  ['noise', async () => Buffer.alloc(5_000, 'plant')],
  ['nothing', async () => Buffer.alloc(0)],
])('%s is refused', async (_what, make) => {
  await expect(encode(await make())).rejects.toThrow()
})
