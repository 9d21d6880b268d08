import { expect, test } from 'vitest'
import { aPng } from '../../tests/support/multipart.ts'
import { aGifOf, aJpegOf, aPngOf, aWebpOf } from '../../tests/support/pictures.ts'
import { ANIMATION_MAX_PIXELS, IMAGE_MAX_PIXELS } from '../contract/rules/files/file-rules.ts'
import { hasTooManyPixels, imagePixels } from './image-pixels.ts'
import { inspectFile } from '../journal/publication/files/inspect.ts'

const MOST = [10_000, IMAGE_MAX_PIXELS / 10_000] as const

test.each([
  ['a PNG', 'png', aPngOf],
  ['a JPEG', 'jpg', aJpegOf],
  ['a progressive JPEG', 'jpeg', (width: number, height: number) => aJpegOf(width, height, 0xc2)],
  ['a GIF', 'gif', (width: number, height: number) => aGifOf(width, height)],
  ['a GIF whose frame is larger than its screen', 'gif', (w: number, h: number) => aGifOf(w, h, { screen: [1, 1] })],
  ['a WebP', 'webp', aWebpOf.lossy],
  ['a lossless WebP', 'webp', aWebpOf.lossless],
  ['an extended WebP', 'webp', aWebpOf.extended],
])('%s may have 50 megapixels and not one line more', async (_what, extension, make) => {
  const [width, height] = MOST
  expect(imagePixels(make(width, height))).toEqual({ canvas: IMAGE_MAX_PIXELS, frames: IMAGE_MAX_PIXELS })
  await expect(inspectFile(`plate.${extension}`, make(width, height))).resolves.toMatch(/^image\//)
  await expect(inspectFile(`plate.${extension}`, make(width, height + 1))).rejects.toMatchObject({
    kind: 'too_large',
    message: expect.stringContaining('at most 50 megapixels'),
  })
})

test.each([
  ['PNG', 'png', (frames: number) => aPngOf(10_000, 5_000, frames)],
  ['GIF', 'gif', (frames: number) => aGifOf(10_000, 5_000, { frames })],
  ['WebP', 'webp', (frames: number) => aWebpOf.animated(10_000, 5_000, frames)],
])('an animated %s is measured with all its frames', async (_what, extension, make) => {
  expect(imagePixels(make(10))).toEqual({ canvas: IMAGE_MAX_PIXELS, frames: ANIMATION_MAX_PIXELS })
  await expect(inspectFile(`a.${extension}`, make(10))).resolves.toMatch(/^image\//)
  await expect(inspectFile(`a.${extension}`, make(11))).rejects.toMatchObject({ kind: 'too_large' })
})

test('the bomb that was found: 400 megapixels in a few bytes', async () => {
  const bomb = aPngOf(20_000, 20_000)
  expect(bomb.length).toBeLessThan(1000)
  await expect(inspectFile('plate.png', bomb)).rejects.toMatchObject({ kind: 'too_large' })
})

test('a picture that ends before it says its size is no picture', async () => {
  for (const whole of [aPngOf(5, 5), aJpegOf(5, 5), aGifOf(5, 5), aWebpOf.lossy(5, 5), aWebpOf.lossless(5, 5)]) {
    for (let length = 0; length < whole.length; length++) {
      const pixels = imagePixels(whole.subarray(0, length))
      expect(pixels === null || !hasTooManyPixels(pixels)).toBe(true)
    }
  }
  await expect(inspectFile('plate.jpg', aJpegOf(5, 5).subarray(0, 30))).rejects.toMatchObject({
    kind: 'unsupported_type',
    message: 'This image could not be read. Please save it again as PNG, JPEG, GIF or WebP.',
  })
})

test('measuring takes time by the length of the file and no more', () => {
  const worst = (length: number) => [
    Buffer.concat([aPng().subarray(0, 33), Buffer.alloc(length)]),
    Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(length, 0xff)]),
    Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(length)]),
    Buffer.concat([aGifOf(1, 1).subarray(0, 19), Buffer.alloc(length, Buffer.from([0x21, 0x01, 0x01, 0x00, 0x00]))]),
    Buffer.concat([aWebpOf.lossy(1, 1), Buffer.alloc(length)]),
  ]
  // Of the processor, and the best of three: on a busy machine a clock counts the work of others.
  const measured = (content: Buffer) => {
    const before = process.threadCpuUsage()
    imagePixels(content)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  const spent = (length: number) => worst(length).map((content) => Math.min(...[1, 2, 3].map(() => measured(content))))
  spent(100_000)
  const [once, fourTimes] = [spent(500_000), spent(2_000_000)]
  for (const [at, ms] of fourTimes.entries()) expect(ms).toBeLessThan(once[at]! * 8 + 100)
})
