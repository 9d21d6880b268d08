import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { FILE_MAX_BYTES } from '../../../contract/rules/files/file-rules.ts'
import { aFile, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type OpenOptions, type TestJournal } from '../../../../tests/support/databases.ts'
import { aMultipart } from '../../../../tests/support/multipart.ts'
import { RawUpload } from '../../../../tests/support/raw-upload.ts'
import { workersHere } from '../../../../tests/support/workers-here.ts'
import { createApp } from '../../../app/app.ts'
import { PATIENCE } from '../../../platform/http/slow-senders.ts'
import { RESERVATION_MS, sweepReservations } from './reservations.ts'
import { UPLOADS_AT_ONCE, type UploadsAtOnce } from './uploads-under-way.ts'
import { Uploads } from './uploads.ts'

const SMALL = { name: 'notes.txt', content: Buffer.from('Seeds of Acacia. '.repeat(20)) }

describe('many uploads at once', () => {
  eachDatabase((open) => {
    const begun: RawUpload[] = []
    const begin = (...given: ConstructorParameters<typeof RawUpload>): RawUpload => {
      const upload = new RawUpload(...given)
      begun.push(upload)
      return upload
    }
    // A closing server waits for clients that are still connected.
    afterEach(() => begun.splice(0).forEach(({ socket }) => socket.destroy()))

    const listening = async (options: OpenOptions = {}): Promise<{ journal: TestJournal; port: number }> => {
      const journal = await open(options)
      await journal.app.listen({ host: '127.0.0.1', port: 0 })
      return { journal, port: (journal.app.server.address() as AddressInfo).port }
    }
    const count = async ({ database: { db } }: TestJournal, table: 'files' | 'upload_reservations') =>
      Number((await db.selectFrom(table).select(db.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()).rows)
    const onDisk = ({ dataDir }: TestJournal) =>
      readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const upload = async (journal: TestJournal, as: SignedIn, file = SMALL) => {
      const { body, headers } = aMultipart(file)
      return journal.send('POST', '/files/upload', body, { as, headers })
    }

    test('of 200 that one author holds open only a few are let in; the others are told at once', async () => {
      const { journal, port } = await listening()
      const author = await aSignedIn(journal)
      const held = Array.from({ length: 200 }, () => begin(port, author, SMALL, 10))
      const { each } = UPLOADS_AT_ONCE
      await expect.poll(() => held.filter((one) => one.received).length, { timeout: 10_000 }).toBe(200 - each)
      const refused = held.flatMap((one) => one.received ?? [])
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
      expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
      await expect.poll(() => count(journal, 'upload_reservations'), { timeout: 10_000 }).toBe(each)

      const kept = await Promise.all(held.filter((one) => !one.received).map((one) => one.finish()))
      expect(kept.map((answer) => answer?.status)).toEqual(Array(each).fill(201))
      expect([await count(journal, 'files'), await count(journal, 'upload_reservations')]).toEqual([each, 0])
    })

    test('whatever is held open, nobody passes what one account can keep, in several processes neither', async () => {
      const first = await listening()
      const { resources } = first.journal
      const second = await createApp({
        resources: { ...resources, uploads: new Uploads(resources.workers) },
        rates: { on: false },
        trustProxy: 0,
      })
      await second.listen({ host: '127.0.0.1', port: 0 })
      const ports = [first.port, (second.server.address() as AddressInfo).port]
      const author = await aSignedIn(first.journal)
      for (let kept = 0; kept < 195; kept++) await aFile(first.journal.database, { owner: author.user })
      const held = Array.from({ length: 16 }, (_, index) => begin(ports[index % 2]!, author, SMALL, 10))
      await expect.poll(() => count(first.journal, 'upload_reservations')).toBe(5)
      const answers = await Promise.all(held.map((one) => one.finish()))
      expect(answers.map((answer) => answer?.status).sort()).toEqual([
        ...Array<number>(5).fill(201),
        ...Array<number>(11).fill(429),
      ])
      expect(await count(first.journal, 'files')).toBe(200)
      for (const one of held) one.socket.destroy()
      await second.close()
    })

    test('what an upload had reserved is free again, however it ends', async () => {
      const { journal, port } = await listening()
      const author = await aSignedIn(journal)
      const broken = begin(port, author, SMALL, 10)
      await expect.poll(() => count(journal, 'upload_reservations')).toBe(1)
      broken.socket.destroy()
      await expect.poll(() => count(journal, 'upload_reservations')).toBe(0)
      await expect.poll(() => onDisk(journal)).toEqual([])

      expect((await upload(journal, author, { name: 'a.exe', content: SMALL.content })).status).toBe(415)
      expect((await upload(journal, author, { name: 'a.pdf', content: SMALL.content })).status).toBe(415)
      const { store, database } = journal.resources
      const { stage } = store
      const failing = (code: string) => () => Promise.reject(Object.assign(new Error('out of order'), { code }))
      for (const [code, status] of [
        ['EIO', 503],
        ['ENOSPC', 507],
      ] as const) {
        Object.assign(store, { stage: failing(code) })
        expect((await upload(journal, author)).status).toBe(status)
      }
      Object.assign(store, { stage })
      // The database goes away between the reservation and the file's row.
      const { transaction } = database
      let asked = 0
      Object.assign(database, {
        transaction: (work: Parameters<typeof transaction>[0]) =>
          ++asked === 2 ? failing('ECONNREFUSED')() : transaction(work),
      })
      expect((await upload(journal, author)).status).toBe(503)
      Object.assign(database, { transaction })
      expect([await count(journal, 'upload_reservations'), await count(journal, 'files')]).toEqual([0, 0])
      expect(onDisk(journal)).toEqual([])
      expect(journal.resources.uploads.underWay.bytesToCome).toBe(0)
    })

    test('a reservation survives the process that made it, and runs out', async () => {
      const journal = await open()
      const author = await aSignedIn(journal)
      const reserve = async (expiresInMs: number, reservations: number) => {
        for (let number = 0; number < reservations; number++) {
          await journal.database.db
            .insertInto('upload_reservations')
            .values({
              id: `${expiresInMs} ${number}`,
              owner_id: author.user.id,
              bytes: 1000,
              created_at: new Date().toISOString(),
              expires_at: new Date(Date.now() + expiresInMs).toISOString(),
            })
            .execute()
        }
      }
      await reserve(-1000, 100)
      await reserve(60_000, 59)
      expect((await upload(journal, author)).status).toBe(201)
      expect((await upload(journal, author)).status).toBe(429)
      await sweepReservations(journal.database.db)
      expect(await count(journal, 'upload_reservations')).toBe(59)
      // A reservation does not expire while the slowest permitted upload is still running.
      expect(RESERVATION_MS).toBeGreaterThan((FILE_MAX_BYTES / PATIENCE.windowBytes) * PATIENCE.windowMs * 1.5)
    })

    test('500 MB are 500 MB, counting what is still on its way', async () => {
      const journal = await open()
      const author = await aSignedIn(journal)
      const { id } = await aFile(journal.database, { owner: author.user })
      const room = async (bytes: number) =>
        journal.database.db
          .updateTable('files')
          .set({ bytes: 500 * 1024 * 1024 - bytes })
          .where('id', '=', id)
          .execute()
      await room(300)
      const refused = await upload(journal, author)
      expect([refused.status, refused.body.message]).toEqual([
        429,
        'One account can keep 200 files or 500 MB, and this would be more. Please write to support@example.org.',
      ])
      await room(5000)
      expect((await upload(journal, author)).status).toBe(201)
    })

    test('administrators are counted neither by the hour nor in all; nobody is with limits off', async () => {
      const journal = await open()
      const admin = await aSignedIn(journal, { role: 'admin' })
      for (let number = 0; number < 205; number++) expect((await upload(journal, admin)).status).toBe(201)

      const unlimited = await open({ uploads: { hourly: false } })
      const author = await aSignedIn(unlimited)
      for (let number = 0; number < 65; number++) expect((await upload(unlimited, author)).status).toBe(201)
    })

    test('a server at capacity says so, and has places left for administrators', async () => {
      const atOnce: UploadsAtOnce = { inAll: 5, forAdministrators: 2, each: 8 }
      const { journal, port } = await listening({ uploads: { atOnce } })
      const held = []
      for (let number = 0; number < 3; number++) {
        held.push(begin(port, await aSignedIn(journal), SMALL, 10))
      }
      await expect.poll(() => count(journal, 'upload_reservations')).toBe(3)
      const refused = await upload(journal, await aSignedIn(journal))
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '60'])
      expect(refused.body.message).toBe('The server is busy with uploads. Please try again in a minute.')
      expect((await upload(journal, await aSignedIn(journal, { role: 'admin' }))).status).toBe(201)
      for (const one of held) expect((await one.finish())?.status).toBe(201)
      expect((await upload(journal, await aSignedIn(journal))).status).toBe(201)
      // A server that is at capacity is not the sender's fault, and counts against nobody.
      expect(journal.logged).toEqual([])
    })

    test('what would fill the disk is refused before it comes', async () => {
      const { journal, port } = await listening({ uploads: { spareBytes: 1000 } })
      let free = 11 * 1024 * 1024
      Object.assign(journal.resources.store, { freeBytes: async () => free })
      const author = await aSignedIn(journal)
      const large = { name: 'data.csv', content: Buffer.alloc(FILE_MAX_BYTES, '1,2\n') }
      const one = begin(port, author, large, large.content.length)
      await expect.poll(() => count(journal, 'upload_reservations')).toBe(1)
      // There is space for one of them, and the first has not written anything yet.
      const other = begin(port, author, large, large.content.length)
      const answer = await other.answer
      expect([answer?.status, answer?.body.message]).toEqual([507, 'The disk is full. Nothing was saved.'])
      expect((await one.finish())?.status).toBe(201)
      free = 500
      expect((await upload(journal, author)).status).toBe(507)
      expect(await count(journal, 'upload_reservations')).toBe(0)
      expect(journal.logged.join()).toContain('the disk is nearly full')
    })

    test('40 files of 10 MB held open at once stay out of memory', async () => {
      const { journal, port } = await listening()
      const content = Buffer.alloc(FILE_MAX_BYTES, '1,2\n')
      const people = await Promise.all(Array.from({ length: 8 }, () => aSignedIn(journal)))
      const before = process.memoryUsage().arrayBuffers
      const held = people.flatMap((person) =>
        // They all send from one buffer, so any growth is the server's.
        Array.from({ length: 5 }, () => begin(port, person, { name: 'data.csv', content }, 1)),
      )
      await expect.poll(() => onDisk(journal).length, { timeout: 10_000 }).toBe(held.length)
      await expect.poll(() => journal.resources.uploads.underWay.bytesToCome, { timeout: 20_000 }).toBeLessThan(10_000)
      // 400 MB are on the disk; memory that is not collected yet is single chunks.
      await expect.poll(() => (process.memoryUsage().arrayBuffers - before) / 1024 / 1024).toBeLessThan(100)
      for (const one of held) one.socket.destroy()
      await expect.poll(() => onDisk(journal)).toEqual([])
    }, 180_000)
  })
})

test('among many processes each takes its part of the uploads, and authors still have one', () => {
  const { underWay } = new Uploads(workersHere, { processes: 16 })
  const author = { userId: 'ann', role: 'author' } as const
  for (let number = 0; number < 2; number++) underWay.begin(author, 1)
  expect(() => underWay.begin(author, 1)).toThrow('The server is busy with uploads.')
  underWay.begin({ userId: 'editor', role: 'admin' }, 1)
  expect(() => underWay.begin({ userId: 'editor', role: 'admin' }, 1)).toThrow('The server is busy')
})
