import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../src/platform/database/connect.ts'
import { importSummary, progressLine } from './import-report.ts'

const root = join(import.meta.dirname, '..', '..')
const fixtures = join(root, 'tests', 'fixtures', 'jats')

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'journal-import-cli-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

/** Runs the command; kills it abruptly after a number of progress lines, if asked to. */
function importing(folder: string, killAfter = Infinity): Promise<{ code: number | null; out: string; err: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; out: string; err: string }>()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'scripts/tasks/import.ts'), folder],
    {
      cwd: place,
      env: { ...process.env, INIT_CWD: place, DATA_DIR: join(place, 'data'), DATABASE_URL: '' },
    },
  )
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    if ((out.match(/^\d+\/\d+ /gm)?.length ?? 0) >= killAfter) child.kill('SIGKILL')
  })
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  child.on('close', (code) => resolve({ code, out, err }))
  return promise
}

/** Invariants after every run, however it ended: complete articles, and a complete file for every row. */
async function expectConsistent(): Promise<number> {
  const database = connect({ file: join(place, 'data', 'journal.sqlite') })
  try {
    const { db } = database
    const articles = await db.selectFrom('articles').select(['id', 'doi']).execute()
    for (const table of ['article_contributors', 'article_files'] as const) {
      const having = new Set((await db.selectFrom(table).select('article_id').execute()).map((row) => row.article_id))
      for (const { id, doi } of articles) expect(having.has(id), `${doi} in ${table}`).toBe(true)
    }
    for (const { id, sha256 } of await db.selectFrom('files').select(['id', 'sha256']).execute()) {
      const bytes = readFileSync(join(place, 'data', 'files', id.slice(0, 2), id))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
    return articles.length
  } finally {
    await database.close()
  }
}

describe('npm run import', () => {
  test('tells what became of every file, and ends with 1 when one failed', async () => {
    mkdirSync(join(place, 'papers'))
    for (const name of ['plain.xml', 'broken.xml']) cpSync(join(fixtures, name), join(place, 'papers', name))
    const { code, out } = await importing('papers')
    expect(code).toBe(1)
    expect(out).toContain('1/2 broken.xml: failed')
    expect(out).toMatch(/^plain\.xml {3}Light & germination in Carex: CO2 at < 5 °C: a first look {2}added$/m)
    expect(out).toContain('2 files: 1 added, 1 failed.')
    expect(out).toContain('broken.xml, line 5: The element <italic> is closed by </article-title>.')
    rmSync(join(place, 'papers', 'broken.xml'))
    expect(await importing('papers')).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 file: 0 added, 1 unchanged, 0 failed.'),
    })
  })

  test('says in a sentence why it cannot begin', async () => {
    expect(await importing('nowhere')).toMatchObject({
      code: 1,
      err: `The folder "${join(place, 'nowhere')}" does not exist.\n`,
    })
    expect((await importing('')).err).toContain('Please name one folder')
    writeFileSync(join(place, 'data'), 'a file where the data folder should be')
    expect((await importing(fixtures)).code).toBe(1)
  })

  // The real articles if available, otherwise copies of a fixture, each with its own DOI.
  const shared = join(root, '..', 'shared', 'data', 'jats')
  const real = (() => {
    try {
      return readdirSync(shared).filter((name) => name.endsWith('.xml')).length === 40
    } catch {
      return false
    }
  })()
  test(`killed half-way and run again, it comes to the same 40 (${real ? 'the real articles' : 'made-up articles'})`, async () => {
    const folder = real ? shared : join(place, 'forty')
    if (!real) {
      mkdirSync(folder)
      const xml = readFileSync(join(fixtures, 'plain.xml'), 'utf8')
      for (let number = 10; number < 50; number++)
        writeFileSync(join(folder, `${number}.xml`), xml.replace('Test.1', `kill.${number}`))
    }
    let brought = 0
    for (const killAfter of [1, 7, 13]) {
      const { code } = await importing(folder, killAfter)
      expect(code).toBeNull()
      const now = await expectConsistent()
      expect(now).toBeGreaterThanOrEqual(brought)
      brought = now
    }
    expect(brought).toBeLessThan(40)
    const { code, out } = await importing(folder)
    expect(code, out).toBe(0)
    expect(await expectConsistent()).toBe(40)
    expect(out).toContain(`40 files: ${40 - brought} added, ${brought} unchanged, 0 failed.`)
  }, 120_000)
})

test('the progress bar fits the terminal', () => {
  expect(progressLine('a.xml', 20, 40, 80)).toBe('[############------------] 20/40 a.xml')
  expect(progressLine('a-very-long-name-of-a-file.xml', 40, 40, 40)).toBe('[########################] 40/40 a-ver…')
})

test('the summary counts and explains', () => {
  const report = { title: 'T', warnings: [] }
  const text = importSummary([
    { ...report, file: 'a.xml', result: 'added', warnings: ['The file names no licence.'] },
    { ...report, file: 'b.xml', result: 'PDF added' },
    { ...report, file: 'c.xml', title: '', result: 'failed', reason: 'The file is empty or is not XML.' },
  ])
  expect(text).toContain('3 files: 1 added, 1 PDF added, 1 failed.')
  expect(text).toContain('Worth knowing:\n  a.xml: The file names no licence.')
  expect(text).toContain('Not imported:\n  c.xml: The file is empty or is not XML.')
})
