import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { someArticles } from '../../tests/support/builders.ts'
import { eachDatabase, watchQueries } from '../../tests/support/databases.ts'
import { loadSampleContent } from '../extensions/importing/load-samples.ts'
import { ensureAdministrator } from '../journal/accounts/users/first-administrator.ts'

/** A user without rights, on every Linux. */
const NOBODY = 65_534
const MAIN = join(import.meta.dirname, 'serve.ts')

describe('the start', () => {
  test('loads no more modules than it did, and none of what is rarely needed', () => {
    const count = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
      await import(${JSON.stringify(MAIN)})
      console.log(JSON.stringify(loaded))`
    const { stdout } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', count],
      { encoding: 'utf8' },
    )
    const loaded = JSON.parse(stdout) as string[]
    expect(loaded.length).toBeLessThan(1880)
    expect(loaded.length).toBeGreaterThan(500)
    const packages = new Set(loaded.map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]))
    for (const rare of [
      '@simplewebauthn/server',
      'pdfkit',
      '@cantoo/pdf-lib',
      '@xmldom/xmldom',
      'pdfjs-dist',
      'age-encryption',
      'diff',
      'fontkit',
      'nodemailer',
      'pino-pretty',
      'prom-client',
      'vite',
    ]) {
      expect(packages).not.toContain(rare)
    }
  })

  test('in a folder that cannot be used is refused in a sentence with its path', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        '--input-type=module',
        '--eval',
        `(await import('./src/app/main.ts')).main()`,
      ],
      {
        encoding: 'utf8',
        cwd: join(import.meta.dirname, '..', '..'),
        env: { PATH: process.env.PATH, DATA_DIR: join(import.meta.filename, 'data') },
      },
    )
    expect(status).toBe(1)
    expect(stderr.trim()).toBe(
      `The journal cannot use its data folder (DATA_DIR). It is not a folder: ${join(import.meta.filename, 'data')}`,
    )
  })

  test.runIf(process.getuid?.() === 0)('with a database that belongs to someone else is refused in a sentence', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'journal-not-ours-'))
    try {
      chownSync(dataDir, NOBODY, NOBODY)
      const file = join(dataDir, 'journal.sqlite')
      writeFileSync(file, '', { mode: 0o600 })
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--input-type=module', '--eval', `(await import('./src/app/main.ts')).main()`],
        {
          encoding: 'utf8',
          ...{ uid: NOBODY, gid: NOBODY },
          cwd: join(import.meta.dirname, '..', '..'),
          env: { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' },
        },
      )
      expect(status).toBe(1)
      expect(stderr.trim()).toBe(`The journal cannot use its data folder (DATA_DIR). This user may not use it: ${file}`)
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })

  eachDatabase((open) => {
    test('reads no more of a large archive than of an empty one', async () => {
      const { database, resources } = await open()
      const administrator = { email: 'editor@example.org', password: 'Sunflower-42' }
      await ensureAdministrator(database, administrator)
      await someArticles(database, 20, { origin: 'imported' })
      const queries = await watchQueries(database, async (watched) => {
        expect(await loadSampleContent({ ...resources, database: watched })).toBe(0)
        expect(await ensureAdministrator(watched, administrator)).toBeUndefined()
      })
      expect(queries).toHaveLength(2)
      for (const query of queries) expect(query.sql).toMatch(/ limit /)
    })
  })
})
