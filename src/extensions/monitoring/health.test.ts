import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { aMultipart, aPdf } from '../../../tests/support/multipart.ts'
import type { Finding } from '../../contract/rules/health/facts.ts'
import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import { openIntact } from '../../journal/publication/files/intact.ts'
import { newId } from '../../platform/ids.ts'
import { reportState } from './report.ts'
import { watch } from './watch.ts'

const MB = 1024 * 1024

describe('the state of the journal', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open({
        publicUrl: 'https://plants.test',
        backups: (where, dataDir) => ({
          ...{ everyHours: 24, folder: join(dataDir, 'backups'), bucket: null },
          source: { where, dataDir, s3: null, programFolder: dataDir },
        }),
      })
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    const findings = async (of = journal, as = admin) => (await of.get('/state', { as })).body.findings as Finding[]
    const idsOf = async (of?: TestJournal, as?: SignedIn) => (await findings(of, as)).map(({ id }) => id)
    const emailsAbout = (of: TestJournal, kind: string) =>
      of.database.db
        .selectFrom('outbox')
        .select('recipient')
        .where('kind', '=', kind as never)
        .execute()

    test('names what is wrong, and what to do, the worst first', async () => {
      const found = await findings()
      expect(found.map(({ id }) => id)).toEqual(['backups-none', 'emails-off'])
      const { db } = journal.database
      const at = new Date().toISOString()
      await db
        .insertInto('backups')
        .values({
          id: newId(),
          file_name: 'a',
          place: 'folder',
          started_at: at,
          finished_at: at,
          tested_at: at,
          removed_at: null,
          bytes: 1,
          sha256: 'x',
          fault: null,
        })
        .execute()
      expect(await idsOf()).toEqual(['emails-off'])
      const attention = (await journal.get('/state/attention', { as: admin })).body
      expect(attention).toMatchObject({ count: 1, today: [{ id: 'emails-off' }] })
    })

    test('says that emails have waited too long, with the mail server’s words and without addresses', async () => {
      const fresh = await open({ smtpUrl: 'smtp://127.0.0.1:9' })
      const as = await aSignedIn(fresh, { role: 'admin' })
      const old = new Date(Date.now() - 5 * 3_600_000).toISOString()
      const empty = {
        user_id: null,
        article_id: null,
        assignment_id: null,
        decision_id: null,
        claimed_until: null,
        sent_at: null,
        refused_at: null,
      }
      await fresh.database.db
        .insertInto('outbox')
        .values({
          id: newId(),
          kind: 'email-changed',
          recipient: 'rosa@plants.test',
          data: '{}',
          created_at: old,
          attempts: 3,
          next_try_at: old,
          last_error: '451 <rosa@plants.test> come back later',
          ...empty,
        })
        .execute()
      const found = (await findings(fresh, as)).find(({ id }) => id === 'emails-waiting')!
      expect(found.what).toBe(
        '1 email waits, the oldest for 5 hours. None has been sent yet. The mail server said: “451 <[email]> come back later”.',
      )
    })

    test('lists a damaged file until it is whole again', async () => {
      const { id } = await aFile(journal.database)
      const row = await journal.database.db
        .selectFrom('files')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await journal.resources.store.remove(id)
      await expect(openIntact(journal.resources, row)).rejects.toThrow('missing or damaged')
      const damaged = (await findings()).find((finding) => finding.id === 'files-damaged')!
      expect(damaged).toMatchObject({ level: 'now', what: expect.stringContaining(id) })
      const kept = await journal.resources.store.keep(id, Buffer.from('whole again'))
      await journal.database.db.updateTable('files').set(kept).where('id', '=', id).execute()
      expect(await idsOf()).not.toContain('files-damaged')
    })

    test('knows the processes that run, and their clocks, versions and work', async () => {
      const fresh = await open()
      const as = await aSignedIn(fresh, { role: 'admin' })
      fresh.resources.operation.background = {
        states: () => [{ kind: 'index', beganAt: null, succeededAt: null, failures: 4 }],
      }
      await watch(fresh.resources)
      const row = await fresh.database.db.selectFrom('server_processes').selectAll().executeTakeFirstOrThrow()
      expect(Math.abs(row.clock_ahead_ms)).toBeLessThan(HOUR_MS)
      await fresh.database.db
        .insertInto('server_processes')
        .values({ ...row, id: 'another', server: 'other 7', version: '9.9.9', clock_ahead_ms: 86_400_000 })
        .execute()
      const ids = await idsOf(fresh, as)
      expect(ids).toEqual(expect.arrayContaining(['clock-database', 'versions', 'work-index']))
      expect(ids.includes('two-servers')).toBe(fresh.engine === 'sqlite')
    })

    test('opens in time when the virus scanner and the files hang', async () => {
      const sockets = new Set<Socket>()
      const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})))
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      const { port } = silent.address() as AddressInfo
      const fresh = await open({
        uploads: { clamdUrl: `tcp://127.0.0.1:${port}` },
        smtpUrl: `smtp://127.0.0.1:${port}`,
      })
      const as = await aSignedIn(fresh, { role: 'admin' })
      fresh.resources.store.open = () => new Promise(() => {})
      // They never answer: that this does says that it has not waited for them.
      expect(await idsOf(fresh, as)).toEqual(expect.arrayContaining(['files', 'scanner']))
      for (const socket of sockets) socket.destroy()
      silent.close()
    })

    test('what cannot be found out is a finding, and what needs the operator is emailed once a day', async () => {
      const fresh = await open()
      const { resources } = fresh
      const as = await aSignedIn(fresh, { role: 'admin' })
      const parts = resources.healthFacts as Record<string, () => Promise<unknown>>
      parts.backups = () => Promise.reject(new Error('no such table'))
      const found = await findings(fresh, as)
      expect(found.find(({ id }) => id === 'unknown')?.what).toBe(
        'The journal could not find out how old the newest backup is.',
      )
      const at = new Date()
      const later = (hours: number) => new Date(at.getTime() + hours * HOUR_MS)
      const all = await Promise.all([1, 2, 3].map(() => reportState(resources, 'op@plants.test', at)))
      expect(all.filter(Boolean)).toHaveLength(1)
      expect(await reportState(resources, 'op@plants.test', later(20))).toBe(false)
      expect(await reportState(resources, 'op@plants.test', later(24))).toBe(true)
      const emails = await fresh.database.db
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', 'state-report')
        .execute()
      expect(emails.map(({ recipient }) => recipient)).toEqual(['op@plants.test', 'op@plants.test'])
      expect(emails[0]!.data).toContain('how old the newest backup is')
    })

    test('a disk that fills up is announced once, and then nothing is stored that can wait', async () => {
      const fresh = await open({ uploads: { spareBytes: 100 * MB } })
      const author = await aSignedIn(fresh)
      const as = await aSignedIn(fresh, { role: 'admin' })
      let free = 1000 * MB
      Object.assign(fresh.resources.store, { freeBytes: async () => free })
      const upload = async () => {
        const { body, headers } = aMultipart({ name: 'paper.pdf', content: aPdf() })
        return (await fresh.send('POST', '/files/upload', body, { as: author, headers })).status
      }
      const levelOf = async () => (await findings(fresh, as)).find(({ id }) => id.startsWith('disk-'))?.level
      const steps: [number, number, string | undefined, number][] = [
        [1000 * MB, 201, undefined, 0],
        [250 * MB, 201, 'soon', 1],
        [50 * MB, 507, 'now', 1],
        // A disk at its limit does not warn again.
        [310 * MB, 201, undefined, 1],
        [250 * MB, 201, 'soon', 1],
        [1000 * MB, 201, undefined, 1],
        [250 * MB, 201, 'soon', 2],
      ]
      for (const [bytes, status, level, emails] of steps) {
        free = bytes
        await watch(fresh.resources)
        expect([await upload(), await levelOf(), (await emailsAbout(fresh, 'disk-low')).length]).toEqual([
          status,
          level,
          emails,
        ])
        // What must go on goes on.
        expect((await fresh.get('/users/me', { as: author })).status).toBeLessThan(500)
        expect((await fresh.post('/auth/forgot-password', { email: author.user.email })).status).toBeLessThan(300)
      }
    })
  })
})
