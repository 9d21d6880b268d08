import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { aSignedIn, PASSWORD } from '../../../tests/support/builders.ts'
import { openTestJournal, type TestJournal } from '../../../tests/support/databases.ts'
import { aMultipart, aPdf } from '../../../tests/support/multipart.ts'

const NO_ROOM = 'The disk is full. Nothing was saved.'

let number = 0
const newcomer = () => {
  const username = `newcomer_${++number}`
  return {
    fullName: `Newcomer ${'of the garden '.repeat(5)}`,
    username,
    email: `${username}@plants.test`,
    password: PASSWORD,
    phoneNumber: '+92 300 1234567',
    location: 'M'.repeat(200),
  }
}

/** Signs up users until the disk is full. */
async function untilFull(journal: TestJournal): Promise<{ account: ReturnType<typeof newcomer>; last: unknown }> {
  for (;;) {
    const account = newcomer()
    const answer = await journal.post('/auth/register', account)
    if (answer.status === 201) continue
    expect(answer.status, answer.text).toBe(507)
    return { account, last: answer.body.message }
  }
}

async function expectRefusedWhole(journal: TestJournal, email: string) {
  const people = await journal.database.db.selectFrom('users').select('id').where('email', '=', email).execute()
  expect(people, 'an account that was refused').toEqual([])
  expect((await journal.get('/health')).status).toBe(200)
  expect((await journal.get('/posts/published')).status).toBe(200)
}

test('a database that may not grow refuses a sign-up whole, and takes it once it may', async () => {
  const journal = await openTestJournal('sqlite')
  const { db } = journal.database
  const pages = (await sql<{ page_count: number }>`pragma page_count`.execute(db)).rows[0]!.page_count
  await sql.raw(`pragma max_page_count = ${pages + 1}`).execute(db)
  const { account, last } = await untilFull(journal)
  expect(last).toBe(NO_ROOM)
  await expectRefusedWhole(journal, account.email)
  await sql.raw('pragma max_page_count = 1000000').execute(db)
  expect((await journal.post('/auth/register', account)).status).toBe(201)
  await journal.close()
})

const folder = () => mkdtempSync(join(inject('temporaryFolder'), 'disk-'))
const mounted = (at: string) =>
  process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', at]).status === 0

describe('on a disk that is full', () => {
  let disk: string
  let real = false
  let journal: TestJournal
  beforeAll(async () => {
    disk = folder()
    real = mounted(disk)
    if (real) journal = await openTestJournal('sqlite', { dataDir: disk, uploads: { spareBytes: 0 } })
  })
  afterAll(async () => {
    if (!real) return
    await journal.close().catch(() => {})
    spawnSync('umount', [disk])
  })

  /** Fills the disk except for a given number of bytes. */
  const fill = (left: number) => {
    const reserve = join(disk, 'reserve')
    writeFileSync(reserve, Buffer.alloc(left))
    for (let size = 1 << 20; size >= 4096; size /= 2) {
      for (let number = 0; ; number++) {
        const filler = join(disk, `filler-${size}-${number}`)
        try {
          writeFileSync(filler, Buffer.alloc(size))
        } catch {
          rmSync(filler, { force: true })
          break
        }
      }
    }
    rmSync(reserve)
  }
  const free = () => {
    for (const name of readdirSync(disk)) if (name.startsWith('filler-')) rmSync(join(disk, name))
  }

  test.for([0, 20_000, 70_000])(
    'with %i bytes left a sign-up is refused whole, and comes in later',
    async (left, { skip }) => {
      if (!real) return skip('needs root, to mount a small file system')
      fill(left)
      const { account, last } = await untilFull(journal)
      expect(last).toBe(NO_ROOM)
      await expectRefusedWhole(journal, account.email)
      free()
      expect((await journal.post('/auth/register', account)).status).toBe(201)
    },
  )

  test('an upload is refused and leaves nothing, and comes in later', async ({ skip }) => {
    if (!real) return skip('needs root, to mount a small file system')
    const author = await aSignedIn(journal)
    const { body, headers } = aMultipart({ name: 'paper.pdf', content: aPdf('x'.repeat(200_000)) })
    const upload = () => journal.send('POST', '/files/upload', body, { as: author, headers })
    fill(50_000)
    const answer = await upload()
    expect(answer.status, answer.text).toBe(507)
    expect(answer.body.message).toBe(NO_ROOM)
    expect(readdirSync(join(disk, 'files', 'incoming'))).toEqual([])
    free()
    expect((await upload()).status).toBe(201)
  })
})
