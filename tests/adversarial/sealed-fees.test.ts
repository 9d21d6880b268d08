import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../src/contract/rules/text/dates.ts'
import { UNDO_MINUTES } from '../../src/contract/rules/peer-review/undo.ts'
import { tellOfWaivers } from '../../src/journal/fees/tell.ts'
import { askForWaiver } from '../../src/journal/fees/waivers.ts'
import { withdrawManuscript } from '../../src/journal/peer-review/cases/withdraw.ts'
import { loadDecisions, lockCase } from '../../src/journal/peer-review/cases/case-rows.ts'
import { recuse } from '../../src/journal/peer-review/case/editors.ts'
import { ACCESS } from '../../src/contract/rules/accounts/access.ts'
import { addressOf, bodyOf, cases, endpoints, type Sent } from './access-cases.ts'
import { aDuty, aSectionEditorOf } from '../support/duty-builders.ts'
import { aSignedIn, type SignedIn } from '../support/builders.ts'
import { anInvoice, aPayment } from '../support/fee-builders.ts'
import { eachDatabase, type TestJournal } from '../support/databases.ts'
import { aCase, asCaller, authorsConfirmed, callerFor, decided, withReports } from '../support/review-builders.ts'

/**
 * A request to pay less is sealed to those who may decide until the decision is final: whatever they call, they get the same
 * answer, byte for byte, whether there is one or not.
 */
const WORD = 'quillwort'
/** A search for the word repeats it. */
const REASON = `The ${WORD} fund is empty.`

afterEach(() => void vi.useRealTimers())

/** The state of the server without how fast and full it is, and what it says of a clock that is held. */
const lasting = (text: string): string => {
  const { findings, ...rest } = JSON.parse(text) as { findings?: { id: string }[] }
  const kept = findings?.filter(({ id }) => !id.startsWith('clock'))
  return JSON.stringify({ ...rest, findings: kept }).replace(/\d+(?:\.\d+)?/g, 'n')
}

describe('until the decision is final', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let owner: SignedIn
    let coAuthor: SignedIn
    let editor: SignedIn
    let otherEditor: SignedIn
    let recused: SignedIn
    let section: SignedIn
    let guest: SignedIn
    let observer: SignedIn
    /** How many calls that change something were tried with and without. */
    let compared = 0
    beforeAll(async () => {
      journal = await open()
      owner = await aSignedIn(journal)
      coAuthor = await aSignedIn(journal)
      editor = await aSignedIn(journal, { role: 'admin' })
      otherEditor = await aSignedIn(journal, { role: 'admin' })
      recused = await aSignedIn(journal, { role: 'admin' })
      section = await aSignedIn(journal)
      guest = await aSignedIn(journal)
      observer = await aSignedIn(journal)
      await aDuty(journal.database, observer.user, 'observer')
    })
    const viewers = () => [editor, recused, coAuthor, section, guest, observer, undefined]

    const manuscript = async (): Promise<string> => {
      const contributors = [
        { full_name: 'Gulnora Nazarova', email: owner.user.email },
        { full_name: 'Farrukh Odinaev', email: coAuthor.user.email },
      ]
      const { id } = await aCase(journal.database, { submitter: owner.user, contributors })
      await aSectionEditorOf(journal.database, section.user, id)
      await journal.database.db
        .insertInto('case_editors')
        .values({
          ...{ article_id: id, user_id: guest.user.id, is_guest: 1, since: new Date().toISOString() },
          ...{ recused_at: null, reason: null },
        })
        .execute()
      const by = asCaller(recused)
      await journal.database.transaction((tx) => recuse(tx, by, { id, reason: 'A friend' }))
      return id
    }
    const reviewed = async (): Promise<string> => {
      const id = await manuscript()
      await withReports(journal.database, asCaller(editor), id)
      return id
    }
    const decidedAs = async (kind: 'accept' | 'minor' | 'decline'): Promise<string> => {
      const id = await reviewed()
      await authorsConfirmed(journal.database, id)
      await decided(journal.database, asCaller(editor), id, kind)
      return id
    }
    const withdrawn = async (): Promise<string> => {
      const id = await manuscript()
      await journal.database.transaction(async (tx) => {
        const { theCase } = await lockCase(tx, id)
        await withdrawManuscript(tx, callerFor(owner.user), 'author', theCase, 'We have found a mistake.')
      })
      return id
    }
    const askFor = (articleId: string) =>
      journal.database.transaction((tx) =>
        askForWaiver(tx, {
          ...{ articleId, by: owner.user.id, at: new Date().toISOString() },
          ...{ kind: 'part' as const, couldPay: 'USD 20', reason: REASON },
        }),
      )

    interface Asked {
      named: string
      /** The manuscript, of a call about one. */
      of: string | undefined
      address: string
      headers: Record<string, string>
    }
    /** Every call that reads, on these manuscripts and on what the table of calls makes. */
    const readingCalls = async (ids: readonly string[]): Promise<Asked[]> => {
      const asked: Asked[] = []
      const ground = { journal, owner, administrator: otherEditor }
      const add = (named: string, address: string, { headers = {} }: Sent = {}, of?: string) =>
        asked.push({ named, of, address, headers })
      for (const { named, endpoint, method, send } of cases) {
        if (method !== 'GET' || ['reviewers', 'own access'].includes(endpoint.access)) continue
        const sent = await send(ground)
        add(named, addressOf(endpoint, sent.path ?? {}, sent.query), sent)
      }
      for (const [named, endpoint] of endpoints) {
        if (endpoint.method !== 'GET' || endpoint.path.startsWith('/users') || endpoint.path.startsWith('/own'))
          continue
        if (endpoint.path.includes('{id}')) for (const id of ids) add(named, addressOf(endpoint, { id }), {}, id)
        for (const name of ['q', 'subject', 'about', 'state'] as const) {
          const values = { q: [WORD, 'waiver'], subject: ids, about: ['fee', 'article'], state: ['waiting'] }[name]
          if (name in endpoint.input.shape)
            for (const value of values) add(named, addressOf(endpoint, {}, { [name]: value }))
        }
      }
      return asked
    }
    const answersTo = async (
      asked: readonly Asked[],
      people: readonly (SignedIn | undefined)[] = viewers(),
    ): Promise<Map<string, string>> => {
      const answers = new Map<string, string>()
      for (const [at, viewer] of people.entries()) {
        for (const { named, address, headers } of asked) {
          const answer = await journal.send('GET', address, undefined, { as: viewer, headers })
          const text = named.startsWith('state.') ? lasting(answer.text) : answer.text
          const { etag, 'last-modified': modified } = answer.headers
          answers.set(`${at} ${named} ${address}`, [answer.status, etag, modified, text].join(' '))
        }
      }
      return answers
    }
    const different = (one: Map<string, string>, other: Map<string, string>) =>
      [...one].filter(([key, text]) => other.get(key) !== text).map(([key]) => key)

    test('every answer that is read is the same with and without; then they learn of it', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 5 * MINUTE_MS })
      const accepted = await decidedAs('accept')
      vi.useRealTimers()
      const ids = [await manuscript(), await reviewed(), await decidedAs('minor'), accepted]
      // They can no longer be asked for here; someone had asked before.
      ids.push(await decidedAs('decline'), await withdrawn())
      const asked = await readingCalls(ids)
      expect(asked.length).toBeGreaterThan(300)
      vi.useFakeTimers({ toFake: ['Date'] })
      await answersTo(asked, viewers().slice(0, 1))
      const without = await answersTo(asked)
      for (const id of ids) await askFor(id)
      // Nor does anything tell the editors.
      await tellOfWaivers(journal.database)
      const withWaivers = await answersTo(asked)
      expect(different(without, withWaivers)).toEqual([])
      expect(withWaivers.size).toBe(without.size)
      expect(without.size).toBeGreaterThan(300 * viewers().length)
      for (const text of withWaivers.values()) expect(text).not.toContain(REASON)

      vi.setSystemTime(Date.now() + (UNDO_MINUTES - 5) * MINUTE_MS)
      await tellOfWaivers(journal.database)
      const desk = (who: SignedIn) => journal.get('/fees/waivers', { as: who })
      expect((await desk(editor)).text).toContain(REASON)
      expect((await desk(editor)).body.toAnswer.map(({ articleId }: { articleId: string }) => articleId)).toEqual([
        accepted,
      ])
      // Recused editors never do.
      expect((await desk(recused)).body).toEqual({ toAnswer: [], totalToAnswer: 0, answered: [] })
      const lists = asked.filter(({ named }) => /^(fees|activity|emails)\.(?!kinds|preview)/.test(named))
      const later = await answersTo(lists)
      const seenBy = (viewer: number) =>
        [...later].flatMap(([key, text]) => (key.startsWith(`${viewer} `) ? [text] : []))
      expect(seenBy(0).join('\n')).toContain('fee-waiver-asked')
      expect(seenBy(1).length).toBeGreaterThan(5)
      for (const text of seenBy(1)) expect(text).not.toContain('fee-waiver-asked')
      for (const viewer of viewers().keys())
        if (viewer > 0) for (const text of seenBy(viewer)) expect(text).not.toContain(REASON)
    }, 300_000)

    test('an acceptance that is undone tells nothing, neither before nor after', async () => {
      const { db } = journal.database
      vi.useFakeTimers({ toFake: ['Date'] })
      // Long enough ago that nobody's session ends within the test.
      const start = Date.now() - (UNDO_MINUTES + 1) * MINUTE_MS
      vi.setSystemTime(start)
      const id = await decidedAs('accept')
      const asked = (await readingCalls([id])).filter(
        ({ named, of }) => of === id || /^(fees|activity|emails|cases|today)\./.test(named),
      )
      expect(asked.length).toBeGreaterThan(30)
      const differences = async (minutes: number) => {
        vi.setSystemTime(start + minutes * MINUTE_MS)
        await db.deleteFrom('waivers').where('article_id', '=', id).execute()
        await answersTo(asked, viewers().slice(0, 1))
        const without = await answersTo(asked)
        await askFor(id)
        await tellOfWaivers(journal.database)
        expect((await journal.get(`/cases/${id}`, { as: editor })).status).toBe(200)
        return different(without, await answersTo(asked))
      }
      const toldAt = () => db.selectFrom('waivers').select('told_at').where('article_id', '=', id).execute()
      expect(await differences(UNDO_MINUTES - 1)).toEqual([])
      expect(await toldAt()).toEqual([{ told_at: null }])
      const last = (await loadDecisions(db, id)).at(-1)!
      const undone = await journal.post(`/cases/${id}/decisions/${last.id}/undo`, {}, { as: editor })
      expect(undone.status, undone.text).toBe(200)
      expect(await differences(UNDO_MINUTES + 1)).toEqual([])
      expect(await toldAt()).toEqual([{ told_at: null }])
    }, 300_000)

    test('with a fees officer it is the same: asked, opened and answered before the decision', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      // Those of the tests before are sealed too, or were told to editors after the acceptance.
      await journal.database.db.deleteFrom('waivers').execute()
      await journal.database.db
        .deleteFrom('outbox')
        .where('kind', 'in', ['fee-waiver-asked', 'fee-waiver-sealed'])
        .execute()
      const [officer, both] = [await aSignedIn(journal), await aSignedIn(journal, { role: 'admin' })]
      for (const { user } of [officer, both]) await aDuty(journal.database, user, 'fees')
      const ids = [await manuscript(), await reviewed(), await decidedAs('minor'), await decidedAs('accept')]
      const asked = (await readingCalls(ids)).filter(
        ({ named, of }) =>
          of !== undefined || /^(fees|activity|emails|cases|caseList|duties|users|state)\./.test(named),
      )
      expect(asked.length).toBeGreaterThan(100)
      // Who has read the list before, and edits everything now: neither they nor others learn of a request by it.
      const former = await aSignedIn(journal)
      await aDuty(journal.database, former.user, 'fees')
      expect((await journal.get('/fees/sealed', { as: former })).body.sealed).toEqual([])
      await journal.database.db.updateTable('users').set({ role: 'admin' }).where('id', '=', former.user.id).execute()
      const editors = [...viewers(), both, former]
      await answersTo(asked, viewers().slice(0, 1))
      const without = await answersTo(asked, editors)
      for (const id of ids) await askFor(id)
      await tellOfWaivers(journal.database)
      expect(different(without, await answersTo(asked, editors))).toEqual([])

      const sealed = await journal.get('/fees/sealed', { as: officer })
      expect(sealed.body.sealed.map(({ articleId }: { articleId: string }) => articleId).toSorted()).toEqual(
        ids.toSorted(),
      )
      expect(sealed.text).not.toContain(REASON)
      for (const { number, articleId } of sealed.body.sealed) {
        const opened = await journal.post('/fees/opening', { number }, { as: officer })
        expect(opened.text).toContain(REASON)
        expect(opened.body.waiver).toMatchObject({ articleId, stage: 'review' })
      }
      expect(different(without, await answersTo(asked, editors))).toEqual([])

      for (const { waiver, articleId } of (await journal.get('/fees/waivers', { as: officer })).body.toAnswer) {
        const form = { askedAt: waiver.askedAt, outcome: 'whole', answer: 'Gladly.' }
        const answered = await journal.post(`/fees/${articleId}/waiver`, form, { as: officer })
        expect(answered.status, answered.text).toBe(200)
      }
      expect((await journal.get(`/manuscripts/${ids[0]}/fee`, { as: owner })).text).toContain('Gladly.')
      const answered = await answersTo(asked, editors)
      expect(different(without, answered)).toEqual([])
      for (const [key, text] of answered)
        if (!/ emails\.(kinds|preview)/.test(key)) expect(text, key).not.toMatch(/fee-waiver|fee\.open-waiver/)
    }, 300_000)

    test('an invoice and its payments are known to those alone who look after fees; nobody who decides again learns of a payment', async () => {
      const { db } = journal.database
      vi.useFakeTimers({ toFake: ['Date'] })
      const id = await reviewed()
      const moveTo = (stage: 'accepted' | 'reviewing') =>
        db.updateTable('review_cases').set({ stage }).where('article_id', '=', id).execute()
      await moveTo('accepted')
      const asked = (await readingCalls([id])).filter(
        ({ named, of }) => of === id || /^(fees|invoices|activity|emails|cases|today)\./.test(named),
      )
      expect(asked.length).toBeGreaterThan(30)
      const officer = await aSignedIn(journal)
      await aDuty(journal.database, officer.user, 'fees')
      const people = [...viewers(), officer]
      await answersTo(asked, viewers().slice(0, 1))
      const without = await answersTo(asked, people)
      const number = await anInvoice(journal.database, asCaller(otherEditor), id)
      await aPayment(journal.database, asCaller(otherEditor), number)
      const changed = different(without, await answersTo(asked, people))
      const theirs = ['0 ', `${people.length - 1} `]
      expect(changed.filter((key) => !theirs.some((who) => key.startsWith(who)))).toEqual([])
      for (const who of theirs)
        expect(changed.some((key) => key.startsWith(who) && key.includes('invoices.list'))).toBe(true)

      await moveTo('reviewing')
      const before = await answersTo(asked, people)
      await aPayment(journal.database, asCaller(otherEditor), number, 100)
      expect(different(before, await answersTo(asked, people))).toEqual([])
    }, 300_000)

    /** What differs between any two manuscripts. */
    const named = (text: string): string =>
      text
        .replace(/\b[0-9a-z]{12}\b/g, 'id')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
        .replace(/(dry soil|trial) \d+/g, '$1')
        .replace(/\d{4}-\d{3}\b/g, 'number')
        .replace(/(?:expires|signature|version)=[\w-]+/g, 'signed')

    const changing = cases
      .filter(
        ({ endpoint, method }) =>
          method !== 'GET' && endpoint.path.includes('{id}') && ACCESS[endpoint.access].credential === 'session',
      )
      // It was accepted for good: what is asked is known then, and an invoice waits for its answer.
      .filter(({ named }) => !(named.startsWith('invoices.issue') && named.includes('an accepted manuscript')))
    test.each(changing)('nothing that is done differs: $named', async ({ endpoint, method, send }) => {
      const { db } = journal.database
      const done = async (isAsked: boolean) => {
        const by = { owner: await aSignedIn(journal), administrator: await aSignedIn(journal, { role: 'admin' }) }
        const { path = {}, body, headers = {} } = await send({ journal, ...by })
        const article = await db
          .selectFrom('review_cases')
          .select('stage')
          .where('article_id', '=', path.id ?? '')
          .executeTakeFirst()
        if (!article) return null
        if (isAsked) await askFor(path.id!)
        const answer = await journal.send(method, addressOf(endpoint, path), bodyOf(method, body), {
          as: by.administrator,
          headers,
        })
        const entries = await db
          .selectFrom('audit_entries')
          .select(['action', 'before', 'after'])
          .where('subject', '=', path.id!)
          .orderBy('seq')
          .execute()
        const emails = await db
          .selectFrom('outbox')
          .select('kind')
          .where('article_id', '=', path.id!)
          .orderBy('kind')
          .execute()
        const kinds = [...new Set(emails.map(({ kind }) => kind))]
        return named(JSON.stringify({ status: answer.status, text: answer.text, entries, kinds }))
          .replaceAll(by.owner.user.full_name, 'owner')
          .replaceAll(by.owner.user.email, 'address')
          .replaceAll(by.administrator.user.full_name, 'editor')
      }
      const without = await done(false)
      if (without === null) return
      expect(await done(true)).toBe(without)
      compared++
    })

    test('calls that change a manuscript were compared', () => expect(compared).toBeGreaterThan(20))
  })
})
