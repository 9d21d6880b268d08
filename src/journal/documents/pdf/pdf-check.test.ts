import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { aTask } from '../../../../tests/support/worker-tasks.ts'
import { WorkerProcesses } from '../../../platform/workers/workers.ts'
import { ACTIVE_PDFS, aRealPdf } from '../../../../tests/support/pdf-files.ts'
import { PdfCheck } from './pdf-check.ts'
import { pdfFindings } from './pdf-findings.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(inject('temporaryFolder'), 'pdf-check-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const onDisk = (content: Uint8Array, extension = 'pdf'): string => {
  const path = join(folder, `${++files}.${extension}`)
  writeFileSync(path, content)
  return path
}
const finding = (name: string) => [/script/.test(name) ? 'script' : /program/.test(name) ? 'program' : 'attachment']

describe('what a PDF may do is found', () => {
  test.each(Object.entries(ACTIVE_PDFS))('%s', async (name, given) => {
    expect(await pdfFindings(aRealPdf(given))).toEqual(finding(name))
  })

  test.each(Object.entries(ACTIVE_PDFS))('%s, in compressed object streams', async (name, given) => {
    const content = aRealPdf({ ...given, compressed: true })
    // A byte search would not find it.
    if (!/attach/.test(name)) expect(content.toString('latin1')).not.toMatch(/JavaScript|JS\b|Launch/)
    expect(await pdfFindings(content)).toEqual(finding(name))
  })

  test('all of it at once', async () => {
    const { catalog, objects } = ACTIVE_PDFS['an attached file']
    const page = `${ACTIVE_PDFS['a script with its name disguised'].page}/Annots[4 0 R]`
    const links = ACTIVE_PDFS['a program behind a link'].objects
    expect((await pdfFindings(aRealPdf({ catalog, page, objects: { ...objects, ...links } }))).sort()).toEqual([
      'attachment',
      'program',
      'script',
    ])
  })

  test('nothing in one that only shows pages, and talks about scripts', async () => {
    const words = 'BT (On /JavaScript and /Launch, EmbeddedFiles /JS) Tj ET'
    const objects = { 4: `<</Length ${words.length}>>\nstream\n${words}\nendstream`, 5: '(/JavaScript)' }
    expect(await pdfFindings(aRealPdf({ page: '/Contents 4 0 R', objects }))).toEqual([])
    expect(await pdfFindings(aRealPdf({ page: '/Contents 4 0 R', objects, compressed: true }))).toEqual([])
  })
})

describe('what cannot be looked into is said', () => {
  const compressed = aRealPdf({ compressed: true }).toString('latin1')
  const broken = Buffer.from(compressed.replace(/(\/ObjStm[^]*?stream\n)[^]{20}/, `$1${'x'.repeat(20)}`), 'latin1')
  const unknown = Buffer.from(compressed.replace('FlateDecode', 'NobodyKnows'), 'latin1')

  test('a file that is protected by a password', async () => {
    const objects = { 9: '<</Filter/Standard/V 1/R 2/O(a)/U(b)/P -4>>' }
    const trailer = '/Encrypt 9 0 R/ID[(a)(b)]'
    expect(await pdfFindings(aRealPdf({ objects, trailer }))).toContain('unchecked')
  })

  test.each([
    ['nothing but its first line', Buffer.from('%PDF-1.7\n')],
    ['noise', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20_000, 'plant [<< 1 0 obj')])],
    ['an object stream that does not unpack', broken],
    ['an object stream of a kind that nobody knows', unknown],
    ['a nest of lists', aRealPdf({ objects: { 4: '['.repeat(200_000) } })],
  ])('%s', async (_what, content) => {
    expect(await pdfFindings(content)).toContain('unchecked')
  })
})

describe('a process of its own', () => {
  const workers = new WorkerProcesses({ atOnce: 1, memoryMegabytes: 400 })
  afterAll(() => workers.end())

  test('finds the same', async () => {
    const check = new PdfCheck(workers)
    expect(
      await check.findingsIn(onDisk(aRealPdf({ ...ACTIVE_PDFS['a script behind a link'], compressed: true }))),
    ).toEqual(['script'])
    expect(await check.findingsIn(onDisk(aRealPdf()))).toEqual([])
    expect(await check.findingsIn(onDisk(Buffer.from('%PDF-1.7\n')))).toEqual(['unchecked'])
  })

  test('that hangs is ended, and so is the wait for a turn', async () => {
    const alive = join(folder, 'alive')
    const task = aTask(
      `(await import('node:fs')).writeFileSync(${JSON.stringify(alive)}, String(process.pid)); for (;;);`,
      { timeoutMs: 1000 },
    )
    const check = new PdfCheck(workers, task)
    const path = onDisk(aRealPdf())
    expect(await Promise.all([1, 2, 3].map(() => check.findingsIn(path)))).toEqual(Array(3).fill(['unchecked']))
    const pid = Number(readFileSync(alive, 'utf8'))
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test.each([
    ['dies', 'process.exit(1)'],
    ['throws', 'throw new Error("parser")'],
    ['says nonsense', 'return { findings: "script" }'],
    ['ends without a word', 'process.exit(0)'],
  ])('that %s leaves the file unchecked', async (_what, code) => {
    const check = new PdfCheck(workers, aTask(code))
    expect(await check.findingsIn(onDisk(aRealPdf()))).toEqual(['unchecked'])
  })

  test('that would fill the memory is ended', async () => {
    // Half a gigabyte of blanks in half a megabyte, in a stream that must be unpacked to be checked.
    const packed = deflateSync(Buffer.alloc(512 * 1024 * 1024, ' '))
    const content = aRealPdf({
      objects: {
        4: `<</Type/ObjStm/N 1/First 10/Filter/FlateDecode/Length ${packed.length}>>\nstream\n${packed.toString('latin1')}\nendstream`,
      },
    })
    const check = new PdfCheck(new WorkerProcesses({ atOnce: 1, memoryMegabytes: 300 }))
    const before = process.memoryUsage.rss()
    expect(await check.findingsIn(onDisk(content))).toEqual(['unchecked'])
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // Zombie processes count as well.
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
