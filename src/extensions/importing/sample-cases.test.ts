import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tableNames } from '../../../tests/support/all-tables.ts'
import { aFile, aReviewer, aSignedIn, aUser, headersNow, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { aFollower } from '../../../tests/support/following-builders.ts'
import { aCase, decided, anEditor, withReports } from '../../../tests/support/review-builders.ts'
import { openSmtpServer, type SmtpServer } from '../../../tests/support/smtp-server.ts'
import { jobHandlers } from '../../app/background-work.ts'
import type { Today } from '../../contract/api/case-list.ts'
import { INVENTED_ONLY, isInventedAddress, NEVER, NOT_INVENTED } from '../../contract/rules/site/samples.ts'
import { fileUrl } from '../../contract/rules/files/file-rules.ts'
import { CASE_STAGES } from '../../contract/rules/peer-review/stages.ts'
import { takeDueSteps } from '../../journal/peer-review/cases/reminders.ts'
import { publicFigures } from '../../journal/peer-review/statistics/handlers.ts'
import { writeDigests } from '../../journal/publication/following/digest.ts'
import { deliverDue } from '../../platform/email/deliver.ts'
import { enqueue } from '../../platform/email/outbox.ts'
import { siteVersion } from '../../platform/database/site-version.ts'
import { runDueJobs } from '../../platform/jobs/run.ts'
import { sql } from 'kysely'
import { loadSampleCases } from './load-sample-cases.ts'
import { loadSampleContent } from './load-samples.ts'
import type { SampleManuscripts } from './sample-manuscripts.ts'
import { removeSampleContent } from './remove-samples.ts'

const DAY = 24 * 3_600_000
const START = Date.parse('2026-06-16T12:00:00Z')
const file = join(import.meta.dirname, '../../../sample/manuscripts.json')
const { manuscripts } = JSON.parse(readFileSync(file, 'utf8')) as SampleManuscripts

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-sample-'))
  mkdirSync(join(folder, 'articles'))
  cpSync(join(import.meta.dirname, '../../../tests/fixtures/jats/plain.xml'), join(folder, 'articles', 'plain.xml'))
  cpSync(file, join(folder, 'manuscripts.json'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Tables in which something stays of what was really done, or of the journal itself. */
const STAYS = new Set([
  'audit_entries',
  'sessions',
  'spent_tokens',
  'site_version',
  'server_processes',
  'shared_counts',
])

describe('sample manuscripts', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let smtp: SmtpServer
    let signedIn: SignedIn
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: START })
      smtp = await openSmtpServer()
      journal = await open({ smtpUrl: smtp.url })
      signedIn = await aSignedIn(journal, { role: 'admin', email: 'ada@journal.test' })
    })
    afterEach(async () => {
      vi.useRealTimers()
      await smtp.close()
    })
    const db = () => journal.database.db
    const load = async () => {
      await loadSampleContent(journal.resources, folder)
      return loadSampleCases(journal.resources, folder)
    }
    const admin = () => headersNow(journal, signedIn)
    const today = async (scope = 'all'): Promise<Today> =>
      (await journal.get(`/cases?scope=${scope}`, { as: await admin() })).body
    const idOf = async (number: string) =>
      (
        await db()
          .selectFrom('review_cases')
          .select('article_id')
          .where('number', '=', number)
          .executeTakeFirstOrThrow()
      ).article_id
    const post = async (path: string, body: unknown = {}) => {
      const answer = await journal.post(path, body, { as: await admin() })
      expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300)
      return answer
    }
    const deliver = () => deliverDue(journal.resources)
    const work = async () => {
      for (const handler of jobHandlers(journal.resources)) await runDueJobs(journal.resources, handler)
    }
    const rows = async () => {
      const counted = new Map<string, number>()
      for (const name of await tableNames(journal.database)) {
        if (STAYS.has(name)) continue
        const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db())
        counted.set(name, Number(rows[0]!.n))
      }
      return Object.fromEntries(counted)
    }
    const storedFiles = async () =>
      (await readdir(join(journal.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])).filter(
        (entry) => entry.isFile(),
      ).length

    test('come once, in every stage, with dates that count back from today', async () => {
      expect(await load()).toBe(manuscripts.length)
      expect(await load()).toBe(0)
      const cases = await db().selectFrom('review_cases').select(['stage', 'number']).execute()
      expect(new Set(cases.map(({ stage }) => stage))).toEqual(new Set(CASE_STAGES))
      const { lines, samples, figures } = await today()
      expect(samples).toBe('counted')
      expect(figures.decided).toBeGreaterThan(4)
      const shown = Object.fromEntries(lines.map(({ number, group, action }) => [number, action ?? group]))
      expect(shown).toMatchObject({
        ...{ 'S-01': 'authors', 'S-02': 'authors', 'S-03': 'decide', 'S-04': 'others', 'S-05': expect.any(String) },
        ...{ 'S-06': 'authors', 'S-07': 'invite-reviewers', 'S-08': 'others', 'S-09': 'screen', 'S-11': 'decide' },
        ...{ 'S-12': expect.stringMatching(/appeal|grievance/), 'S-13': 'closed', 'S-14': 'publish' },
        'S-15': 'invite-reviewers',
      })
      // Every page of a case can be opened.
      for (const { article_id } of await db().selectFrom('review_cases').select('article_id').execute()) {
        const { status, text } = await journal.get(`/cases/${article_id}`, { as: await admin() })
        expect(status, text).toBe(200)
      }
      // A year of decisions is enough for what the public reads.
      const figuresOfYear = (await publicFigures(db(), new Date()))!
      expect(figuresOfYear.decided).toBeGreaterThan(5)
      expect(figuresOfYear.ofSamples).toBe(true)
      // Real manuscripts are numbered as if there were none.
      const { id } = await aCase(journal.database)
      const real = db().selectFrom('review_cases').select('number').where('article_id', '=', id)
      expect(await real.executeTakeFirst()).toEqual({ number: '2026-001' })
    })

    test('wait for an administrator, and stay out of a journal that has anything of its own', async () => {
      const { database } = journal
      await loadSampleContent(journal.resources, folder)
      await aCase(database)
      expect(await loadSampleCases(journal.resources, folder)).toBe(0)
      const other = await open()
      await loadSampleContent(other.resources, folder)
      expect(await loadSampleCases(other.resources, folder)).toBe(0)
      await aUser(other.database, { role: 'admin' })
      const both = [loadSampleCases(other.resources, folder), loadSampleCases(other.resources, folder)]
      expect((await Promise.all(both)).toSorted()).toEqual([0, manuscripts.length])
    })

    test('go through every stage without an email to anyone, and leave nothing', async () => {
      const before = { rows: await rows(), files: await storedFiles() }
      await load()
      await work()
      // New, checked, invited.
      const fresh = await idOf('S-09')
      const { candidates } = (await journal.get(`/cases/${fresh}/candidates`, { as: await admin() })).body
      expect(candidates.every(({ emails }: { emails: string[] }) => emails.every(isInventedAddress))).toBe(true)
      const [one, two, three] = candidates.filter(({ reviewerId, whyNot }: never) => reviewerId && !whyNot)
      await post(`/cases/${fresh}/invitations`, {
        ...{ replyDays: 7, reportDays: 14, message: 'Please.', standby: [{ reviewerId: three.reviewerId }] },
        invite: [
          { reviewerId: one.reviewerId, despite: true },
          { reviewerId: two.reviewerId, despite: true },
        ],
      })
      const typed = { fullName: 'Ida Kew', email: 'ida@kew.invalid', affiliation: 'Kew', orcid: null }
      await post(`/cases/${fresh}/invitations`, {
        replyDays: 7,
        reportDays: 14,
        message: null,
        standby: [],
        invite: [{ person: typed, despite: true }],
      })
      // A message to the author, an answer, a note.
      await post(`/cases/${await idOf('S-15')}/messages`, { text: 'Please deposit them.' })
      // A decision that goes out, one that is undone, and one that declines.
      const ready = await idOf('S-03')
      const decide = async (id: string, kind: string) => {
        const prepared = (await journal.get(`/cases/${id}/decisions/prepare`, { as: await admin() })).body
        return post(`/cases/${id}/decisions`, {
          ...{ kind, letter: 'Dear authors, thank you.', exceptionReason: 'A sample.', files: [] },
          revisionDueOn: kind === 'minor' ? '2026-07-14' : null,
          releases: prepared.reports.map(({ id: reportId, toAuthors }: never) => ({
            reportId,
            text: toAuthors,
            changeReason: null,
            files: [],
          })),
          seenReports: prepared.reports.map(({ id: reportId }: never) => reportId),
        })
      }
      const made = await decide(ready, 'minor')
      await post(`/cases/${ready}/decisions/${made.body.decisionId ?? made.body.id}/undo`)
      await decide(ready, 'accept')
      await decide(await idOf('S-11'), 'decline')
      await post(`/cases/${await idOf('S-04')}/withdrawal`, { reason: 'A trial.' })
      // A guest editor with a real address.
      const guest = await aUser(journal.database, { email: 'guest@real.test' })
      await post(`/cases/${await idOf('S-08')}/guest-editors`, { email: guest.email })
      // Published, and followed by a reader.
      const published = await idOf('S-14')
      const pdf = await aFile(journal.database, { owner: signedIn.user, store: journal.resources.store })
      const approval = await journal.put(`/posts/${published}/approve`, { pdfUrl: fileUrl(pdf) }, { as: await admin() })
      expect([approval.status, approval.text.slice(0, 200)]).toEqual([200, expect.any(String)])
      await aFollower(journal.database, 'reader@real.test', published)
      await aFollower(journal.database, 'all@real.test')
      await db()
        .updateTable('follows')
        .set({ told_until: '2020-01-01T00:00:00.000Z' })
        .where('article_id', 'is', null)
        .execute()
      // Time passes: invitations are reminded of and lapse, reports and decisions are late.
      for (let day = 0; day < 60; day += 3) {
        vi.setSystemTime(START + day * DAY)
        await takeDueSteps(journal.database)
        await writeDigests(journal.database)
        await deliver()
      }
      await work()
      expect((await db().selectFrom('outbox').select('id').execute()).length).toBeGreaterThan(20)
      // Even what is made due by hand.
      await db().updateTable('outbox').set({ next_try_at: '2026-01-01T00:00:00.000Z' }).execute()
      await deliver()
      const left = await db()
        .selectFrom('outbox')
        .select(['next_try_at', 'sent_at', 'claimed_until'])
        .distinct()
        .execute()
      expect(left).toEqual([{ next_try_at: NEVER, sent_at: null, claimed_until: null }])
      // The mail server is there: what is about nothing invented arrives.
      await journal.database.transaction((tx) =>
        enqueue(tx, { kind: 'account-deleted', recipient: 'rosa@real.test', data: { name: 'Rosa' } } as never),
      )
      await deliver()
      expect(smtp.received.map(({ to }) => to)).toEqual([['rosa@real.test']])
      await db().deleteFrom('outbox').where('sent_at', 'is not', null).execute()
      // Nor a DOI, a deposit, a feed, a harvest.
      expect(await db().selectFrom('deposits').selectAll().execute()).toEqual([])
      expect(
        (await db().selectFrom('articles').select('doi').where('id', '=', published).executeTakeFirst())!.doi,
      ).toBeNull()
      const feed = await journal.app.inject({ url: '/feed.atom' })
      expect(feed.payload).not.toContain(published)
      const oai = await journal.app.inject({ url: '/oai?verb=ListRecords&metadataPrefix=oai_dc' })
      expect([oai.statusCode, oai.payload]).toEqual([200, expect.stringContaining('noRecordsMatch')])

      await db().deleteFrom('follows').where('article_id', 'is', null).execute()
      vi.setSystemTime(START)
      const removal = await journal.send('DELETE', '/samples', undefined, { as: await admin() })
      expect([removal.status, removal.body]).toEqual([
        200,
        expect.objectContaining({ manuscripts: manuscripts.length, reviewers: 15, articles: 1 }),
      ])
      await db().deleteFrom('users').where('id', '=', guest.id).execute()
      await work()
      expect(await rows()).toEqual(before.rows)
      expect(await storedFiles()).toBe(before.files)
      expect((await today()).samples).toBe('none')
      const again = await journal.send('DELETE', '/samples', undefined, { as: await admin() })
      expect(again.body.manuscripts).toBe(0)
      expect(await load()).toBe(0)
      const { actor_id } = await db()
        .selectFrom('audit_entries')
        .select('actor_id')
        .where('action', '=', 'sample-content.remove')
        .executeTakeFirstOrThrow()
      expect(actor_id).toBe(signedIn.user.id)
    })

    test('are reviewed by invented people alone, and nothing else is', async () => {
      await load()
      const invite = async (id: string, person: object) =>
        journal.post(
          `/cases/${id}/invitations`,
          { replyDays: 7, reportDays: 14, message: null, standby: [], invite: [{ ...person, despite: true }] },
          { as: await admin() },
        )
      const sample = await idOf('S-09')
      const known = await aReviewer(journal.database, { emails: ['marta@lund.test'] })
      const typed = { fullName: 'Sara Lund', email: 'sara@lund.test', affiliation: 'Lund', orcid: null }
      for (const person of [{ reviewerId: known.id }, { person: typed }]) {
        const { status, body } = await invite(sample, person)
        expect([status, body.message]).toEqual([400, expect.stringContaining(INVENTED_ONLY)])
      }
      const { body } = await journal.post(`/cases/${sample}/conflicts`, typed, { as: await admin() })
      expect(body.whyNot).toBe(INVENTED_ONLY)
      const { id } = await aCase(journal.database)
      const invented = await db().selectFrom('reviewers').select('id').where('is_sample', '=', 1).executeTakeFirst()
      for (const person of [{ reviewerId: invented!.id }, { person: { ...typed, email: 'sara@lund.invalid' } }]) {
        const { status, body } = await invite(id, person)
        expect([status, body.message]).toEqual([400, expect.stringContaining(NOT_INVENTED)])
      }
      const offered = (await journal.get(`/cases/${id}/candidates`, { as: await admin() })).body.candidates
      expect(offered.filter(({ emails }: { emails: string[] }) => emails.some(isInventedAddress))).toEqual([])
      expect(await db().selectFrom('outbox').selectAll().execute()).toEqual([])
    })

    test('count in figures only while there is nothing else', async () => {
      await load()
      const figures = async () => (await journal.get('/cases/figures', { as: await admin() })).body
      const alone = await today()
      expect(alone.figures.open).toBeGreaterThan(10)
      const act = async () => (await journal.get('/cases/count', { as: await admin() })).body.act
      expect(await act()).toBeGreaterThan(3)
      const version = await siteVersion(db())
      await aCase(journal.database)
      await aCase(journal.database)
      // Public figures are made again when the first one has arrived.
      expect(await siteVersion(db())).toBeGreaterThan(version)
      const beside = await today()
      expect([beside.samples, beside.figures]).toEqual([
        'uncounted',
        { medianDays: null, onTimePercent: null, decided: 0, open: 2 },
      ])
      expect(beside.lines.length).toBe(alone.lines.length + 2)
      expect(await act()).toBe(2)
      expect(await publicFigures(db(), new Date())).toBeNull()
      expect(await figures()).toMatchObject({ openCases: 2, late: 0 })
      // What is real counts as before.
      const editor = await anEditor(journal.database)
      const { id } = await aCase(journal.database)
      await withReports(journal.database, editor, id)
      await decided(journal.database, editor, id, 'minor')
      vi.setSystemTime(START + DAY)
      expect((await today()).figures.decided).toBe(1)
    })

    test('take nothing with them that is real', async () => {
      await load()
      const { id } = await aCase(journal.database)
      const reviewer = await aReviewer(journal.database)
      const before = await db().selectFrom('users').select('id').where('is_sample', '=', 0).execute()
      await removeSampleContent(journal.resources)
      expect(await db().selectFrom('review_cases').select('article_id').execute()).toEqual([{ article_id: id }])
      expect(await db().selectFrom('reviewers').select('id').execute()).toEqual([{ id: reviewer.id }])
      expect(await db().selectFrom('users').select('id').execute()).toHaveLength(before.length)
    })
  })
})
