import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { aSignedIn } from '../../../../tests/support/builders.ts'
import { EICAR, honest, startClamd, type TestClamd } from '../../../../tests/support/clamd.ts'
import { openTestJournal, type TestJournal } from '../../../../tests/support/databases.ts'
import { aMultipart } from '../../../../tests/support/multipart.ts'
import { CLAMD_ADDRESS, openVirusScanner } from './virus-scanner.ts'

const AWAY =
  'Files cannot be checked for viruses right now, so none can be uploaded. Please try again in a few minutes.'

describe('uploads are shown to the virus scanner', () => {
  const opened: { close: () => Promise<void> }[] = []
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
  })
  const scanning = async (clamd: { url: string }, timeoutMs?: number): Promise<TestJournal> => {
    const scanner = openVirusScanner(clamd.url, timeoutMs === undefined ? {} : { timeoutMs })
    const journal = await openTestJournal('sqlite', { uploads: { scanner } })
    opened.push(journal)
    return journal
  }
  const start = async (...given: Parameters<typeof startClamd>): Promise<TestClamd> => {
    const clamd = await startClamd(...given)
    opened.push(clamd)
    return clamd
  }
  const upload = async (journal: TestJournal, content: Buffer) => {
    const { body, headers } = aMultipart({ name: 'notes.txt', content })
    return journal.send('POST', '/files/upload', body, { as: await aSignedIn(journal), headers })
  }
  const kept = ({ dataDir }: TestJournal) =>
    readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

  const expectRefused = async (journal: TestJournal, content = Buffer.from('seeds')) => {
    const answer = await upload(journal, content)
    expect([answer.status, answer.body.message], answer.text).toEqual([503, AWAY])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(kept(journal)).toEqual([])
    expect(journal.logged).not.toEqual([])
    const { db } = journal.database
    expect(await db.selectFrom('files').select('id').execute()).toEqual([])
    expect(await db.selectFrom('upload_reservations').select('id').execute()).toEqual([])
  }

  test('what it finds clean is kept', async () => {
    const clamd = await start()
    const content = Buffer.alloc(1_000_000, 'seeds and soil\n')
    expect((await upload(await scanning(clamd), content)).status).toBe(201)
    expect(clamd.shown.map((shown) => shown.equals(content))).toEqual([true])
    await expect.poll(clamd.open).toBe(0)
  })

  test('what it finds infected is refused in a sentence', async () => {
    const journal = await scanning(await start())
    const answer = await upload(journal, Buffer.from(`dear editor ${EICAR}`))
    expect([answer.status, answer.body.message]).toEqual([415, 'This file was rejected by the virus scanner.'])
    expect(kept(journal)).toEqual([])
  })

  test('by a socket in the file system as well', async () => {
    const path = join(mkdtempSync(join(inject('temporaryFolder'), 'clamd-')), 'clamd.ctl')
    const journal = await scanning(await start(honest, { path }))
    expect((await upload(journal, Buffer.from('seeds'))).status).toBe(201)
    expect((await upload(journal, Buffer.from(EICAR))).status).toBe(415)
  })

  test('nothing is kept while nobody is there', async () => {
    const clamd = await startClamd()
    await clamd.close()
    await expectRefused(await scanning(clamd))
    await expectRefused(await scanning({ url: 'unix:/nobody/listens/here' }))
  })

  test.each<[string, Parameters<typeof startClamd>]>([
    ['closes without an answer', [(socket) => void socket.end()]],
    ['breaks off', [(socket) => void socket.resetAndDestroy()]],
    ['breaks off at once', [honest, { early: (socket) => void socket.resetAndDestroy() }]],
    ['answers something else', [(socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\nstream: OK')]],
    ['answers something like a verdict', [(socket) => void socket.end('stream: OK, but\0')]],
    ['answers in part', [(socket) => void socket.end('stream: OK')]],
    ['finds the file too long', [(socket) => void socket.end('INSTREAM size limit exceeded. ERROR\0')]],
    ['talks without end', [(socket) => void setInterval(() => socket.write('x'.repeat(1000)), 1).unref()]],
  ])('nor while it %s', async (_what, given) => {
    await expectRefused(await scanning(await start(...given), 2000))
  })

  test('nor while it hangs, whether it reads or not', async () => {
    const large = Buffer.alloc(9_000_000, 'seeds and soil\n')
    const hanging: Parameters<typeof startClamd>[] = [[() => {}], [honest, { early: (socket) => void socket.pause() }]]
    for (const given of hanging) {
      const journal = await scanning(await start(...given), 500)
      await expectRefused(journal, large)
    }
  })

  test('nor while it hangs for a few seconds, and the author is not kept waiting to the last', async () => {
    const large = Buffer.alloc(9_000_000, 'seeds and soil\n')
    const limits = { timeoutMs: 3_600_000, silentMs: 300 }
    const hanging: Parameters<typeof startClamd>[] = [[() => {}], [honest, { early: (socket) => void socket.pause() }]]
    for (const given of hanging) {
      const scanner = openVirusScanner((await start(...given)).url, limits)
      const journal = await openTestJournal('sqlite', { uploads: { scanner } })
      opened.push(journal)
      await expectRefused(journal, large)
      expect(journal.logged.join()).toContain('clamd did nothing for 300 ms')
    }
  })

  test('nor while its machine takes no connection', async () => {
    // An address for documentation: nothing answers there, however the network fails.
    const scanner = openVirusScanner('tcp://192.0.2.1:3310', { timeoutMs: 3_600_000, connectMs: 300 })
    const journal = await openTestJournal('sqlite', { uploads: { scanner } })
    opened.push(journal)
    await expectRefused(journal)
  })

  test('nor when it has answered before it has read', async () => {
    // A verdict on a file that was not scanned completely does not count.
    const early = (socket: Socket) => void socket.end('stream: OK\0')
    await expectRefused(await scanning(await start(() => {}, { early }), 2000), Buffer.alloc(9_000_000, 'seeds\n'))
  })

  test('many at once', async () => {
    const clamd = await start()
    const journal = await scanning(clamd)
    const contents = Array.from({ length: 12 }, (_, at) => Buffer.from(at % 3 ? `seeds ${at}` : EICAR))
    const answers = await Promise.all(contents.map((content) => upload(journal, content)))
    expect(answers.map(({ status }) => status)).toEqual(contents.map((_, at) => (at % 3 ? 201 : 415)))
  })

  const real = ['/run/clamav/clamd.ctl', '/var/run/clamav/clamd.ctl'].find((path) => existsSync(path))
  test.skipIf(real === undefined)('a real clamd, where one runs, says the same', async () => {
    const journal = await scanning({ url: `unix:${real}` })
    expect((await upload(journal, Buffer.from('seeds'))).status).toBe(201)
    expect((await upload(journal, Buffer.from(EICAR))).status).toBe(415)
  })
})

test.each([
  ['tcp://127.0.0.1:3310', true],
  ['tcp://clamav:3310', true],
  ['tcp://[::1]:3310', true],
  ['unix:/run/clamav/clamd.ctl', true],
  ['127.0.0.1:3310', false],
  ['tcp://127.0.0.1', false],
  ['http://127.0.0.1:3310', false],
  ['unix:clamd.ctl', false],
])('%s as an address: %s', (url, right) => {
  expect(CLAMD_ADDRESS.test(url)).toBe(right)
})

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
test.skipIf(!hasIpv6)('an IPv6 address is connected to', async () => {
  const clamd = await startClamd(honest, { host: '::1' })
  const log = { error: () => {}, warn: () => {} }
  await openVirusScanner(clamd.url).scan(import.meta.filename, log)
  expect(clamd.shown).toHaveLength(1)
  await clamd.close()
})
