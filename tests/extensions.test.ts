import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const TABLE = join('src', 'extensions', 'extensions.ts')
/** It has a command and adds nothing to the running journal. */
const COMMAND_ALONE = ['static-export']

/** Of each extension an address and a kind of background work that go with it, and nouns without an address to open. */
const GOES_WITH: Record<string, { addresses: string[]; background: string[]; nouns?: string[] }> = {
  backups: { addresses: [], background: ['backups'] },
  crossref: { addresses: ['/api/deposits'], background: ['deposits'] },
  harvesting: { addresses: ['/oai?verb=Identify', '/lockss', '/doaj/articles.json'], background: [] },
  importing: { addresses: [], background: ['typesetting'], nouns: ['samples'] },
  'indexing-checklist': { addresses: ['/api/readiness'], background: [] },
  monitoring: { addresses: ['/api/state', '/api/metrics'], background: ['heartbeat'] },
  moving: { addresses: [], background: ['moving'] },
  usage: { addresses: ['/api/usage'], background: ['usage'] },
}
const STAYS = ['/api/posts/published', '/api/health/ready', '/feed.atom']
const ALL = Object.values(GOES_WITH).flatMap(({ addresses }) => addresses)

interface Opened {
  answers: Record<string, number>
  background: string[]
  nouns: string[]
}

/** Opens a copy of the journal that lacks the folder and the line of an extension. */
async function opened(without?: string): Promise<Opened> {
  const folder = mkdtempSync(join(inject('temporaryFolder'), 'extensions-'))
  try {
    for (const part of ['src', 'content', 'docs', 'sample', 'journal.config.ts', 'package.json'])
      cpSync(join(root, part), join(folder, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    if (without) {
      rmSync(join(folder, 'src', 'extensions', without), { recursive: true })
      const lines = readFileSync(join(folder, TABLE), 'utf8').split('\n')
      const left = lines.filter((line) => !line.includes(`'./${without}/extension.ts'`))
      expect(left).toHaveLength(lines.length - 1)
      writeFileSync(join(folder, TABLE), left.join('\n'))
    }
    const program = join(import.meta.dirname, 'support', 'open-without-site.ts')
    const env = {
      ...{ PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', BACKUP_EVERY_HOURS: '24' },
      ...{ CROSSREF_USER: 'name', CROSSREF_PASSWORD: 'password', METRICS_TOKEN: 'sixteen-letters-it-has' },
    }
    const { stdout } = await promisify(execFile)(process.execPath, [program, folder, ...STAYS, ...ALL], { env })
    return JSON.parse(stdout) as Opened
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('each folder of extensions has its line', () => {
  const folders = readdirSync(join(root, 'src', 'extensions'), { withFileTypes: true })
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const listed = readFileSync(join(root, TABLE), 'utf8').matchAll(/'\.\/([\w-]+)\/extension\.ts'/g)
  expect([...[...listed].map(([, name]) => name!), ...COMMAND_ALONE].sort()).toEqual(names.sort())
  expect([...Object.keys(GOES_WITH), ...COMMAND_ALONE].sort()).toEqual(names.sort())
})

let wholeJournal: Promise<Opened> | undefined

describe('a journal', () => {
  test('with all extensions answers the addresses of all', async () => {
    const { answers, background } = await (wholeJournal ??= opened())
    expect(Object.entries(answers).filter(([, status]) => status === 404 || status >= 500)).toEqual([])
    for (const { background: kinds } of Object.values(GOES_WITH))
      expect(background).toEqual(expect.arrayContaining(kinds))
  })

  test.each(Object.keys(GOES_WITH))('without the extension %s opens, and all but that goes on', async (name) => {
    const whole = await (wholeJournal ??= opened())
    const less = await opened(name)
    const { addresses, background, nouns = [] } = GOES_WITH[name]!
    const gone = addresses.map((address) => [address, 404])
    expect(less.answers).toEqual({ ...whole.answers, ...Object.fromEntries(gone) })
    expect(less.background).toEqual(whole.background.filter((kind) => !background.includes(kind)))
    expect(less.nouns).toEqual(
      whole.nouns.filter((noun) => !addresses.includes(`/api/${noun}`) && !nouns.includes(noun)),
    )
  })
})
