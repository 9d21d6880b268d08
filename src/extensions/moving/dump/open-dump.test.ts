import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, inject, test } from 'vitest'
import { ZipFile } from 'yazl'
import { openDump } from './open-dump.ts'

const folder = mkdtempSync(join(inject('temporaryFolder'), 'dumps-'))
const SQL = Buffer.from(`-- a dump\n${'INSERT INTO t VALUES (1);\n'.repeat(50_000)}`)

function zipOf(...files: [name: string, content: Buffer][]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of files) zip.addBuffer(content, name)
  zip.end()
  return buffer(zip.outputStream)
}

type Content = Buffer | (() => Promise<Buffer>)

const bytesOf = (content: Content) => (Buffer.isBuffer(content) ? content : content())

async function opened(content: Buffer): Promise<{ sha256: string; read: Buffer }> {
  const file = join(folder, 'dump')
  writeFileSync(file, content)
  const dump = await openDump(file, () => {})
  const read = Buffer.concat(await Array.fromAsync(dump.chunks))
  return { sha256: dump.sha256(), read }
}

const refusal = (content: Buffer) =>
  opened(content).then(
    () => 'read',
    (error: Error) => error.message,
  )

describe('a dump is opened by what it is, whatever its name', () => {
  test.each<[name: string, content: Content]>([
    ['.sql', SQL],
    ['.sql with a mark of UTF-8', Buffer.concat([Buffer.from('\ufeff'), SQL])],
    ['.gz', gzipSync(SQL)],
    ['.gz of two parts', Buffer.concat([gzipSync(SQL.subarray(0, 1000)), gzipSync(SQL.subarray(1000))])],
    ['.zst', zstdCompressSync(SQL)],
    ['.zip', () => zipOf(['__MACOSX/._dump.sql', Buffer.from('x')], ['export/dump.SQL', SQL], ['readme.txt', SQL])],
  ])('%s', async (_name, content) => {
    const bytes = await bytesOf(content)
    const { sha256, read } = await opened(bytes)
    expect(read.equals(SQL)).toBe(true)
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })
})

describe('what is no dump that can be read is refused with what to do', () => {
  const tar = Buffer.alloc(600)
  tar.write('toc.dat', 0)
  tar.write('ustar', 257)
  test.each<[name: string, content: Content, sentence: string]>([
    ['nothing', Buffer.alloc(0), 'is empty'],
    ['xz', Buffer.from('\u00fd7zXZ\0...', 'latin1'), 'xz -d FILE'],
    ['bzip2', Buffer.from('BZh91AY'), 'bzip2 -d FILE'],
    ['7z', Buffer.from('7z\u00bc\u00af\u0027\u001c', 'latin1'), '7z'],
    ['PostgreSQL’s custom format', Buffer.from('PGDMP\u0001'), 'pg_restore -f dump.sql FILE'],
    ['custom format, packed', gzipSync(Buffer.from('PGDMP\u0001')), 'pg_restore -f dump.sql FILE'],
    ['a tar archive', tar, 'tar archive'],
    ['a tar archive, packed', zstdCompressSync(tar), 'tar archive'],
    ['packed twice', gzipSync(gzipSync(SQL)), 'packed twice'],
    ['UTF-16', Buffer.from('\ufeffINSERT', 'utf16le'), '--result-file'],
    ['XML', Buffer.from('<?xml version="1.0"?>'), 'XML'],
    ['a ZIP without a dump', () => zipOf(['readme.txt', SQL]), 'no file that ends in .sql'],
    ['a ZIP with two', () => zipOf(['a.sql', SQL], ['b.sql', SQL]), 'more than one file'],
  ])('%s', async (_name, content, sentence) => {
    expect(await refusal(await bytesOf(content))).toContain(sentence)
  })

  test('a packed file that ends early, wherever, or is damaged', async () => {
    // As the program zstd packs.
    const withChecksum = zstdCompressSync(SQL, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const zip = await zipOf(['dump.sql', SQL])
    for (const packed of [gzipSync(SQL), zstdCompressSync(SQL)])
      for (let cut = 4; cut < packed.length; cut += Math.ceil(packed.length / 40))
        expect(await refusal(packed.subarray(0, cut)), `cut at ${cut}`).toContain('The dump is cut short')
    for (let cut = 4; cut < zip.length; cut += Math.ceil(zip.length / 40))
      expect(await refusal(zip.subarray(0, cut)), `cut at ${cut}`).toContain('damaged or cut short')
    for (const packed of [gzipSync(SQL), withChecksum]) {
      packed.fill(0xff, 20, 40)
      expect(await refusal(packed)).toContain('damaged')
    }
  })
})
