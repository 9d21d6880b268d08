import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, inject, test } from 'vitest'
import { aPicture } from '../../../../tests/png.ts'
import { imageEncoder } from './encode-image.ts'

describe('a process of its own', () => {
  test('makes the copies of a picture', async () => {
    const encoded = await imageEncoder()(Readable.from([aPicture(700, 350)]))
    expect(encoded?.size).toEqual({ width: 700, height: 350 })
    expect(encoded?.variants.map(({ width, format }) => `${width}.${format}`)).toEqual([
      '320.avif',
      '320.webp',
      '640.avif',
      '640.webp',
    ])
  })

  const folder = mkdtempSync(join(inject('temporaryFolder'), 'encode-'))
  let programs = 0
  const running = (code: string): string => {
    const path = join(folder, `${++programs}.cjs`)
    writeFileSync(path, code)
    return path
  }
  const limits = { memoryMegabytes: 200, timeoutMs: 700 }
  const size = '{ width: 400, height: 400 }'
  const copies = (content: string) => `['avif', 'webp'].map((format) => ({ width: 320, format, content: ${content} }))`

  test('is believed if it says what was asked', async () => {
    const program = running(`process.send({ size: ${size}, variants: ${copies('Buffer.from("copy")')} })`)
    const encoded = await imageEncoder(program, limits)(Readable.from(['x']))
    expect(Buffer.from(encoded!.variants[1]!.content).toString()).toBe('copy')
  })

  test.each([
    ['dies', 'process.exit(1)'],
    ['throws', 'throw new Error("decoder")'],
    ['ends without a word', ''],
    ['says nonsense', 'process.send("made")'],
    ['leaves a copy out', `process.send({ size: ${size}, variants: [] })`],
    [
      'makes other copies',
      `process.send({ size: { width: 700, height: 1 }, variants: ${copies('Buffer.from("x")')} })`,
    ],
    ['makes empty copies', `process.send({ size: ${size}, variants: ${copies('Buffer.alloc(0)')} })`],
    ['makes copies of something else', `process.send({ size: ${size}, variants: ${copies('"x"')} })`],
    ['knows no size', `process.send({ size: { width: -1, height: 1.5 }, variants: [] })`],
  ])('that %s makes none', async (_what, code) => {
    expect(await imageEncoder(running(code), limits)(Readable.from([aPicture(700, 350)]))).toBeNull()
  })

  test('that hangs is ended', async () => {
    const alive = join(folder, 'alive')
    const program = running(`require('fs').writeFileSync(${JSON.stringify(alive)}, String(process.pid)); for (;;);`)
    expect(await imageEncoder(program, limits)(Readable.from([aPicture(700, 350)]))).toBeNull()
    const pid = readFileSync(alive, 'utf8')
    await expect
      .poll(() => !existsSync(`/proc/${pid}`) || /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1')))
      .toBe(true)
  })
})
