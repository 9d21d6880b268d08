import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { aTask } from '../../../../tests/support/worker-tasks.ts'
import { WorkerProcesses } from '../../../platform/workers/workers.ts'
import { aPicture } from '../../../../tests/support/png.ts'
import { imageEncoder } from './encode-image.ts'

describe('a process of its own', () => {
  const workers = new WorkerProcesses()
  afterAll(() => workers.end())

  test('makes the copies of a picture', async () => {
    const encoded = await imageEncoder(workers)(() => Readable.from([aPicture(700, 350)]))
    expect(encoded?.size).toEqual({ width: 700, height: 350 })
    expect(encoded?.variants.map(({ width, format }) => `${width}.${format}`)).toEqual([
      '320.avif',
      '320.webp',
      '640.avif',
      '640.webp',
    ])
  })

  const folder = mkdtempSync(join(inject('temporaryFolder'), 'encode-'))
  const size = '{ width: 400, height: 400 }'
  const copies = (content: string) => `['avif', 'webp'].map((format) => ({ width: 320, format, content: ${content} }))`

  test('is believed if it says what was asked', async () => {
    const task = aTask(`return { size: ${size}, variants: ${copies('Buffer.from("copy")')} }`)
    const encoded = await imageEncoder(workers, task)(() => Readable.from(['x']))
    expect(Buffer.from(encoded!.variants[1]!.content).toString()).toBe('copy')
  })

  test.each([
    ['dies', 'process.exit(1)'],
    ['throws', 'throw new Error("decoder")'],
    ['ends without a word', 'process.exit(0)'],
    ['says nonsense', 'return "made"'],
    ['leaves a copy out', `return { size: ${size}, variants: [] }`],
    ['makes other copies', `return { size: { width: 700, height: 1 }, variants: ${copies('Buffer.from("x")')} }`],
    ['makes empty copies', `return { size: ${size}, variants: ${copies('Buffer.alloc(0)')} }`],
    ['makes copies of something else', `return { size: ${size}, variants: ${copies('"x"')} }`],
    ['knows no size', `return { size: { width: -1, height: 1.5 }, variants: [] }`],
  ])('that %s makes none', async (_what, code) => {
    expect(await imageEncoder(workers, aTask(code))(() => Readable.from([aPicture(700, 350)]))).toBeNull()
  })

  test('that hangs is ended', async () => {
    const alive = join(folder, 'alive')
    const task = aTask(
      `(await import('node:fs')).writeFileSync(${JSON.stringify(alive)}, String(process.pid)); for (;;);`,
      { timeoutMs: 1000 },
    )
    expect(await imageEncoder(workers, task)(() => Readable.from([aPicture(700, 350)]))).toBeNull()
    const pid = readFileSync(alive, 'utf8')
    await expect
      .poll(() => !existsSync(`/proc/${pid}`) || /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1')))
      .toBe(true)
  })
})
