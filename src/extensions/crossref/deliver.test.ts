import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelJob, enqueueJob } from '../../platform/jobs/queue.ts'
import type { DepositState } from '../../contract/rules/articles/deposits.ts'
import { anArticle, aSignedIn, type ArticleOptions, type SignedIn } from '../../../tests/support/builders.ts'
import {
  openCrossrefServer,
  type CrossrefServer,
  type CrossrefTrouble,
} from '../../../tests/support/crossref-server.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { withDoiPrefix } from '../../../tests/support/doi-prefix.ts'
import { enqueueDeposit } from '../../journal/publication/dois/enqueue-deposit.ts'
import { newId } from '../../platform/ids.ts'
import { aReference } from '../../../tests/support/references.ts'
import { BAD_CREDENTIALS, Crossref } from './client.ts'
import { claimDeposit, deliverDeposits, depositWork } from './deliver.ts'
import { dueWork, startBackground } from '../../platform/jobs/background.ts'
import { replaceReferences } from '../../journal/publication/full-text/stored-text.ts'

const MINUTE = 60_000
const PREFIX = '10.5555'

describe('depositing', () => {
  withDoiPrefix(PREFIX)
  eachDatabase((open) => {
    let server: CrossrefServer
    let journal: TestJournal
    let administrator: SignedIn
    beforeAll(async () => {
      server = await openCrossrefServer({ prefix: PREFIX })
      journal = await open({ crossref: { ...login(), timeoutMs: 300 } })
      administrator = await aSignedIn(journal, { role: 'admin' })
    })
    afterAll(() => server.close())
    beforeEach(async () => {
      await journal.database.db.deleteFrom('deposits').execute()
      await journal.database.db.deleteFrom('outbox').execute()
      server.submissions.length = 0
      server.registered.clear()
      server.requests.length = 0
      server.queued = 0
    })
    afterEach(() => {
      server.trouble = null
      // Whatever goes wrong at Crossref's is no fault of this program, and its password never comes near a log.
      expect(journal.logged.splice(0)).toEqual([])
    })

    const login = () => ({ user: server.user, password: server.password, url: server.url })
    const aDeposit = async (options: ArticleOptions = {}) => {
      const article = await anArticle(journal.database, { doi: `${PREFIX}/jpbr.${newId()}`, ...options })
      await journal.database.transaction((tx) => enqueueDeposit(tx, article, 'approval'))
      return article
    }
    /** All rounds within the next minutes. */
    const round = (minutes = 0, resources = journal.resources) =>
      deliverDeposits(resources, { clock: () => new Date(Date.now() + minutes * MINUTE) })
    const all = () =>
      journal.database.db.selectFrom('deposits').selectAll().orderBy('created_at').orderBy('id').execute()
    const states = async () => (await all()).map(({ state }) => state)
    const only = async () => {
      const [deposit, ...others] = await all()
      expect(others).toEqual([])
      return deposit!
    }
    const emails = () =>
      journal.database.db.selectFrom('outbox').selectAll().where('kind', '=', 'deposit-failed').execute()

    test('with a clock that is a year ahead for a while, they go on as soon as it is right', async () => {
      await aDeposit()
      const year = 365 * 24 * 60
      server.trouble = 'busy'
      await round(year)
      server.trouble = null
      expect((await only()).next_try_at > new Date(Date.now() + MINUTE).toISOString()).toBe(true)
      expect(await dueWork(journal.database.db, [depositWork(journal.resources)], new Date())).toEqual(['deposits'])
      expect(await round()).toBe(1)
      expect(await only()).toMatchObject({ state: 'sent' })
    })

    test('sends what is waiting, and has the answer later', async () => {
      const { doi, title } = await aDeposit()
      expect(await round()).toBe(1)
      expect(await only()).toMatchObject({ state: 'sent', attempts: 1, last_error: null, claimed_until: null })
      expect(server.registered.size).toBe(0)
      // Not before its time.
      expect(await round()).toBe(0)
      expect(await round(2)).toBe(1)
      expect(await only()).toMatchObject({ state: 'accepted', submission_id: '1000000', claimed_until: null })
      expect(JSON.parse((await only()).messages!)).toEqual([{ status: 'Success', message: 'Successfully added' }])
      expect(server.registered.get(doi!)!.xml).toContain(title)
      expect(await emails()).toEqual([])
    })

    test('waits for the text of the article, with which its references come', async () => {
      const { id, doi } = await aDeposit()
      const { db } = journal.database
      await journal.database.transaction((tx) => enqueueJob(tx, 'texts', id))
      expect(await round()).toBe(0)
      expect(await only()).toMatchObject({ state: 'waiting', attempts: 0, tried_at: null, claimed_until: null })
      expect(server.requests).toEqual([])
      await cancelJob(db, 'texts', id)
      await journal.database.transaction((tx) =>
        replaceReferences(tx, id, [aReference({ doi: '10.1371/journal.pone.1' })]),
      )
      await round(2)
      await round(4)
      expect(server.registered.get(doi!)!.xml).toContain('<citation key="ref1"><doi>10.1371/journal.pone.1</doi>')
    })

    test('asks again while Crossref is at work', async () => {
      await aDeposit()
      server.queued = 2
      await round()
      await round(2)
      expect(await only()).toMatchObject({ state: 'sent', attempts: 2 })
      await round(10)
      await round(30)
      expect(await states()).toEqual(['accepted'])
      expect(server.submissions).toHaveLength(1)
    })

    test('without credentials leaves everything as it is', async () => {
      await aDeposit()
      expect(await round(0, { ...journal.resources, crossref: null })).toBe(0)
      expect(await only()).toMatchObject({ state: 'waiting', attempts: 0 })
    })

    test.each<[string, ArticleOptions]>([
      ['no DOI', { doi: null }],
      ['the DOI of another publisher', { doi: `10.1371/journal.${newId()}` }],
      ['a journal of first publication elsewhere', { source_journal: 'PLOS ONE' }],
      ['sample content', { origin: 'sample' }],
    ])('registers nothing for an article with %s', async (_what, options) => {
      await aDeposit(options)
      expect(await all()).toEqual([])
    })

    test.each<[CrossrefTrouble, string, boolean]>([
      ['busy', 'Crossref answered with the error 503.', true],
      ['throttled', 'Crossref asks for a pause: too many deposits are waiting there.', false],
      ['loses', 'Crossref could not be reached.', true],
      ['drops', 'Crossref could not be reached.', true],
      ['hangs', 'Crossref did not answer in time.', true],
      ['riddle', 'so it will be asked whether the deposit arrived.', true],
    ])('goes on after the trouble "%s", and sends once', async (trouble, sentence, isInDoubt) => {
      const { doi } = await aDeposit()
      server.trouble = trouble
      await round()
      const noted = await only()
      expect(noted).toMatchObject({ state: 'waiting', attempts: 1, last_error: expect.stringContaining(sentence) })
      expect(noted.tried_at !== null).toBe(isInDoubt)
      expect(JSON.stringify(noted)).not.toContain(server.password)
      server.trouble = null
      await round(2)
      await round(4)
      expect(await states()).toEqual(['accepted'])
      expect(server.submissions).toHaveLength(1)
      expect(server.registered.has(doi!)).toBe(true)
    })

    test('fails after two days of trouble, tells every administrator once, and not the author', async () => {
      await aDeposit()
      await aDeposit()
      server.trouble = 'busy'
      for (let hours = 0; hours < 80; hours += 6) await round(hours * 60)
      for (let hours = 80; hours < 160; hours += 6) await round(hours * 60)
      expect(await states()).toEqual(['failed', 'failed'])
      const administrators = await journal.database.db
        .selectFrom('users')
        .select('email')
        .where('role', '=', 'admin')
        .execute()
      expect((await emails()).map(({ recipient }) => recipient).sort()).toEqual(
        administrators.map(({ email }) => email).sort(),
      )
    })

    test('fails at once with a wrong password, and says which settings to look at', async () => {
      await aDeposit()
      const wrong = { ...journal.resources, crossref: new Crossref({ ...login(), password: 'Wrong-Password' }) }
      await round(0, wrong)
      expect(await only()).toMatchObject({ state: 'failed', last_error: BAD_CREDENTIALS })
      expect(JSON.stringify(await only())).not.toContain('Wrong-Password')
      // Nobody's password is tried again and again.
      const asked = server.requests.length
      await round(60, wrong)
      expect(server.requests).toHaveLength(asked)
      const sent = await journal.post('/deposits/failed', {}, { as: administrator })
      expect(sent.body).toEqual({ deposits: 1 })
      await round(1)
      await round(5)
      expect(await states()).toEqual(['superseded', 'accepted'])
    })

    test('repeats what Crossref says of a refused deposit', async () => {
      await aDeposit({ doi: `${PREFIX}/jpbr.refused` })
      server.registered.set(`${PREFIX}/jpbr.refused`, { timestamp: 99999999999999999n, xml: '' })
      await round()
      await round(2)
      const { state, messages } = await only()
      expect(state).toBe('refused')
      expect(messages).toContain('is less or equal to previously submitted version (DOI match)')
      expect(await emails()).toHaveLength(1)
      await round(60)
      expect(await states()).toEqual(['refused'])
    })

    test('takes a warning for registered', async () => {
      await aDeposit()
      server.trouble = 'conflict'
      await round()
      await round(2)
      expect(await only()).toMatchObject({
        state: 'warnings',
        messages: expect.stringContaining('Added with conflict'),
      })
      expect(await emails()).toEqual([])
    })

    test('does not take another page for an answer', async () => {
      await aDeposit()
      await round()
      server.trouble = 'broken log'
      await round(2)
      expect(await only()).toMatchObject({ state: 'sent', last_error: 'Crossref’s answer could not be understood.' })
      server.trouble = null
      await round(10)
      expect(await states()).toEqual(['accepted'])
    })

    test('gives up when Crossref does not say for days what became of it', async () => {
      await aDeposit()
      await round()
      server.submissions.length = 0
      for (let hours = 1; hours < 200; hours += 6) await round(hours * 60)
      expect(await only()).toMatchObject({
        ...{ state: 'failed', last_error: 'Crossref has not reported a result for days.' },
      })
      // It was sent once: Crossref had confirmed that.
      expect(server.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
    })

    describe('after a correction', () => {
      const correct = async (id: string) => {
        const { version } = await journal.database.db
          .selectFrom('articles')
          .select('version')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const answer = await journal.put(
          `/posts/${id}`,
          { version, reason: 'A letter was missing.', title: `Corrected title ${newId()}` },
          { as: administrator },
        )
        expect(answer.status).toBe(200)
        return answer.body as { title: string }
      }

      test('deposits again with a higher timestamp', async () => {
        const { id, doi } = await aDeposit()
        await round()
        await round(2)
        const former = server.registered.get(doi!)!
        const { title } = await correct(id)
        expect(await states()).toEqual(['accepted', 'waiting'])
        await round(4)
        await round(6)
        expect(await states()).toEqual(['accepted', 'accepted'])
        const registered = server.registered.get(doi!)!
        expect(registered.timestamp).toBeGreaterThan(former.timestamp)
        expect(registered.xml).toContain(title)
        expect(JSON.parse((await all())[1]!.messages!)[0].message).toBe('Successfully updated')
      })

      test('deposits again with a higher timestamp although the clock went back', async () => {
        const { id } = await aDeposit()
        await round(2 * 24 * 60)
        await round(2 * 24 * 60 + 2)
        await correct(id)
        await round(1)
        await round(3)
        expect(await states()).toEqual(['accepted', 'accepted'])
      })

      test.each<[string, () => Promise<unknown>]>([
        ['while it waits', async () => {}],
        ['while it is being sent', () => claimDeposit(journal.database.db, new Date())],
        ['while Crossref is at work', () => round()],
      ])('sends one newest deposit, corrected %s', async (_when, first) => {
        const { id, doi } = await aDeposit()
        await first()
        const { title } = await correct(id)
        expect(await states()).toEqual(['superseded', 'waiting'])
        await round(1)
        await round(3)
        expect(await states()).toEqual(['superseded', 'accepted'])
        expect(server.registered.get(doi!)!.xml).toContain(title)
      })

      test('of people deposits again, but not of a reviewer', async () => {
        const { id } = await aDeposit()
        const person = { fullName: 'Dalia Haddad', email: 'dalia@plants.test', affiliation: 'Amman' }
        const add = (role: string) =>
          journal.post(`/posts/${id}/contributors`, { ...person, role }, { as: administrator })
        expect((await add('Reviewer')).status).toBe(201)
        expect(await states()).toEqual(['waiting'])
        expect((await add('Author')).status).toBe(201)
        expect(await states()).toEqual(['superseded', 'waiting'])
      })
    })

    test('does not send an article that is archived, and deposits it when it is brought back', async () => {
      const { id } = await aDeposit()
      const archive = (is: boolean) => journal.put(`/posts/${id}/archive`, { archive: is }, { as: administrator })
      expect((await archive(true)).status).toBe(200)
      await round()
      expect(await only()).toMatchObject({
        ...{ state: 'superseded', last_error: 'The article is no longer public, so nothing was sent.' },
      })
      expect(server.requests).toEqual([])
      expect((await archive(false)).status).toBe(200)
      await round(1)
      await round(3)
      expect(await states()).toEqual(['superseded', 'accepted'])
    })

    test('two processes never send the same twice', async () => {
      for (let count = 0; count < 12; count++) await aDeposit()
      await Promise.all(Array.from({ length: 4 }, () => round()))
      expect(server.submissions).toHaveLength(12)
      await Promise.all(Array.from({ length: 4 }, () => round(2)))
      expect(new Set(await states())).toEqual(new Set<DepositState>(['accepted']))
    })

    describe('a process that dies', () => {
      /** A connection to Crossref that dies with its process at one point. */
      class Dying extends Crossref {
        readonly #at: 'before sending' | 'after sending'
        constructor(at: 'before sending' | 'after sending') {
          super({ ...login() })
          this.#at = at
        }
        override async send(batchId: string, xml: string): Promise<void> {
          if (this.#at === 'after sending') await super.send(batchId, xml)
          // Nothing is noted any more.
          return new Promise(() => {})
        }
      }
      const dies = async (at: 'before sending' | 'after sending') => {
        void round(0, { ...journal.resources, crossref: new Dying(at) })
        await expect.poll(async () => (await only()).tried_at).not.toBeNull()
        if (at === 'after sending') await expect.poll(() => server.submissions.length).toBe(1)
      }

      test('after claiming leaves it to the next', async () => {
        await aDeposit()
        await claimDeposit(journal.database.db, new Date())
        expect(await round(1)).toBe(0)
        expect(await round(6)).toBe(1)
        expect(server.submissions).toHaveLength(1)
      })

      test.each(['before sending', 'after sending'] as const)(
        '%s is found out, and nothing is sent twice',
        async (at) => {
          const { doi } = await aDeposit()
          await dies(at)
          expect(await round(1)).toBe(0)
          server.requests.length = 0
          await round(6)
          await round(8)
          expect(await states()).toEqual(['accepted'])
          expect(server.submissions).toHaveLength(1)
          // It asked before it did anything else.
          expect(server.requests[0]).toBe('GET /servlet/submissionDownload')
          expect(server.registered.has(doi!)).toBe(true)
        },
      )

      test('before the answer is noted lets the next one ask', async () => {
        await aDeposit()
        await round()
        await claimDeposit(journal.database.db, new Date(Date.now() + 2 * MINUTE))
        expect(await round(3)).toBe(0)
        expect(await round(8)).toBe(1)
        expect(await states()).toEqual(['accepted'])
      })
    })

    test('goes on in the background, and ends with its process', async () => {
      await aDeposit()
      const background = startBackground(journal.resources, [depositWork(journal.resources)])
      await expect.poll(states).toEqual(['sent'])
      await background.stop()
      await aDeposit()
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(await states()).toEqual(['sent', 'waiting'])
    })
  })
})
