import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, inject, test } from 'vitest'
import { stagedCopy } from '../moving-folder.ts'
import { readDump } from '../read-dump.ts'
import { foundFile, galleyKind, isWhatItSays } from './galley-files.ts'
import { oldModel } from './model.ts'
import { stagedSource } from './staged-source.ts'

const given = process.env.OJS_DATA ?? join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'data', 'ojs')

const newFolder = () => mkdtempSync(join(inject('temporaryFolder'), 'galleys-'))
const sha256 = (bytes: string) => createHash('sha256').update(bytes, 'latin1').digest('hex')

function folderWith(files: Record<string, string>): string {
  const folder = newFolder()
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes, 'latin1')
  }
  return folder
}

test.each([
  ['a.pdf', '%PDF-1.4 x', 'pdf'],
  ['a.pdf', '<!DOCTYPE html><html>404', 'html'],
  ['a.xml', '<?xml version="1.0"?><article/>', 'xml'],
  ['a.html', '\n<html>', 'html'],
  ['a.html', '<?xml version="1.0"?><!DOCTYPE html><html>', 'html'],
  ['a.epub', 'PK\x03\x04x', 'zip'],
  ['a.csv', 'plot;yield', 'other'],
])('%s with %j looks like %s', async (name, bytes, looks) => {
  const folder = folderWith({ [`journals/1/${name}`]: bytes })
  expect(await foundFile(folder, `journals/1/${name}`)).toEqual({
    ...{ state: 'there', path: `journals/1/${name}`, bytes: bytes.length, sha256: sha256(bytes), looks },
  })
})

test('what is not there, empty, or not within the folder', async () => {
  const folder = folderWith({
    'a/empty.pdf': '',
    'a/B.PDF': '%PDF-',
    'a/C.pdf': '1',
    'a/c.PDF': '2',
    'secret.txt': 'x',
  })
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'a/link.pdf'))
  symlinkSync(folder, join(folder, 'a/up'))
  const state = async (path: string) => (await foundFile(folder, path)).state
  expect(await state('a/none.pdf')).toBe('missing')
  expect(await state('none/none.pdf')).toBe('missing')
  expect(await state('secret.txt/x')).toBe('missing')
  expect(await state('a')).toBe('missing')
  expect(await state('a/empty.pdf')).toBe('empty')
  expect(await state('a/link.pdf')).toBe('refused')
  expect(await state('a/up/secret.txt')).toBe('refused')
  expect(await state('../x')).toBe('refused')
  expect(await foundFile(folder, 'a/b.pdf')).toMatchObject({ state: 'there', path: 'a/B.PDF' })
  expect(await state('A/C.PDF')).toBe('missing')
})

interface ExpectedFiles {
  articles: {
    ojsId: number
    galleys: { ojsGalleyId: number; kind: string; bytes?: number; sha256?: string; isReally?: string }[]
  }[]
}

describe.skipIf(!existsSync(join(given, 'made-330')))('the files of the given installations', () => {
  test.each([
    ['made-321', '3.2'],
    ['made-330', '3.3'],
    ['made-340', '3.4'],
    ['made-350', '3.5'],
  ] as const)(
    '%s: each galley has its bytes',
    async (set, family) => {
      const expected = JSON.parse(readFileSync(join(given, set, 'expected.json'), 'utf8')) as ExpectedFiles
      const folder = folderWith(untarred(join(given, set, 'files.tar.gz')))
      const dataDir = newFolder()
      const dump = join(given, set, 'database.sql.gz')
      await readDump(dataDir, { dump, files: null, publicFiles: null, config: null, journal: null })
      const source = stagedSource((await stagedCopy(dataDir))!.file)
      const wanted = new Map(
        expected.articles.flatMap(({ galleys }) => galleys.map((one) => [String(one.ojsGalleyId), one])),
      )
      let seen = 0
      for (const submission of oldModel(source, family, 'jbr')!.submissions()) {
        if (submission.kind !== 'article') continue
        for (const galley of submission.versions.flatMap(({ galleys }) => galleys)) {
          seen++
          const one = wanted.get(galley.id)!
          const kind = galleyKind(galley)
          if (one.kind === 'remote') {
            expect(kind, galley.id).toBe('remote')
            continue
          }
          const found = await foundFile(join(folder, 'files'), galley.file!.path!)
          if (one.kind !== 'file') {
            expect(found.state, galley.id).toBe(one.kind.split(' ')[0])
            continue
          }
          expect(found, galley.id).toMatchObject({ state: 'there', bytes: one.bytes, sha256: one.sha256 })
          expect(isWhatItSays(kind, found), galley.id).toBe(one.isReally === kind || kind === 'supplement')
        }
      }
      expect(seen).toBe(wanted.size)
      source.close()
    },
    60_000,
  )
})

/** The plain files of an archive, by their paths. */
function untarred(archive: string): Record<string, string> {
  const bytes = gunzipSync(readFileSync(archive))
  const files: Record<string, string> = {}
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0;) {
    const field = (from: number, length: number) =>
      bytes.toString('utf8', at + from, at + from + length).replace(/\0[^]*$/, '')
    const size = Number.parseInt(field(124, 12), 8)
    const prefix = field(345, 155)
    const name = prefix ? `${prefix}/${field(0, 100)}` : field(0, 100)
    if (['0', ''].includes(field(156, 1))) files[name] = bytes.toString('latin1', at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}
