import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aUser, type UserOptions } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, anEditor, decided } from '../../../../tests/support/review-builders.ts'
import { openSmtpServer } from '../../../../tests/support/smtp-server.ts'
import { deliverDue } from '../../../platform/email/deliver.ts'
import { newId } from '../../../platform/ids.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { answersOf, askAgain, askAuthors, change, type ListedAuthor, tellWaitingAuthors } from './confirmations.ts'
import { makePersonLink, sweepPersonLinks } from './links.ts'

describe('asking authors whether a list is right', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
    afterEach(() => void vi.useRealTimers())

    /** A manuscript of Ayesha, Bruno and Carla that has arrived; `emails` are those of the three. */
    const aManuscript = async ({ emails = [] as string[], ...options }: UserOptions & { emails?: string[] } = {}) => {
      const submitter = await aUser(journal.database, { email: `ayesha-${newId()}@plants.test`, ...options })
      const [ayesha = submitter.email, bruno = `bruno-${newId()}@plants.test`, carla = `carla-${newId()}@plants.test`] =
        emails
      const { id } = await aCase(journal.database, {
        submitter,
        contributors: [
          { role: 'Corresponding Author', full_name: 'Ayesha Malik', email: ayesha.toUpperCase() },
          { role: 'Author', full_name: 'Bruno Kovář', email: bruno },
          { role: 'Author', full_name: 'Carla Rossi', email: carla },
        ],
      })
      await journal.database.transaction((tx) => askAgain(tx, id, submitter.id))
      return { id, submitter, bruno, carla }
    }
    const listOf = (id: string): Promise<ListedAuthor[]> => loadAuthors(journal.database.db, [id])
    const ask = (id: string, list: readonly ListedAuthor[], by: string | null = null) =>
      journal.database.transaction((tx) => askAuthors(tx, id, list, { by }))
    const states = async (id: string) =>
      Object.fromEntries(
        (await answersOf(journal.database.db, id))!.answers.map(({ person, state }) => [
          person.fullName.split(' ')[0],
          state,
        ]),
      )
    const writtenTo = async (id: string) => {
      const rows = await journal.database.db
        .selectFrom('outbox')
        .select('recipient')
        .where('article_id', '=', id)
        .where('kind', '=', 'co-author-named')
        .orderBy('recipient')
        .execute()
      return rows.map(({ recipient }) => recipient)
    }
    const confirm = (id: string, name: string) =>
      journal.database.transaction(async (tx) => {
        const one = (await answersOf(tx, id))!.answers.find(({ person }) => person.fullName.startsWith(name))!
        await change(tx, one, { state: 'confirmed', answered_at: new Date().toISOString() })
      })

    test('everybody but the submitter gets one email, and the submitter has said yes by submitting', async () => {
      const { id, bruno, carla } = await aManuscript()
      expect(await writtenTo(id)).toEqual([bruno, carla])
      expect(await states(id)).toEqual({ Ayesha: 'confirmed', Bruno: 'asked', Carla: 'asked' })
    })

    test('what is sent follows from what was written with the submission: a server that dies sends it later, once', async () => {
      const server = await openSmtpServer()
      const ground = await open({ smtpUrl: server.url })
      const submitter = await aUser(ground.database)
      const bruno = `bruno-${newId()}@plants.test`
      const contributors = [{ role: 'Author' as const, full_name: 'Bruno Kovář', email: bruno }]
      const { id } = await aCase(ground.database, { submitter, contributors })
      await expect(
        ground.database.transaction(async (tx) => {
          await askAgain(tx, id, submitter.id)
          throw new Error('killed')
        }),
      ).rejects.toThrow('killed')
      expect(await deliverDue(ground.resources)).toBe(0)
      await ground.database.transaction((tx) => askAgain(tx, id, submitter.id))
      // Killed here: another process finds the email in the outbox, and looks for authors who wait as well.
      await tellWaitingAuthors(ground.database)
      await Promise.all([deliverDue(ground.resources), deliverDue(ground.resources)])
      const received = server.received.filter(({ to }) => to.includes(bruno))
      expect(received.map(({ subject }) => subject)).toEqual([
        expect.stringMatching(/^You are named as an author of manuscript \d{4}-\d{3}$/),
      ])
      expect(received[0]!.text).toMatch(/^http\S+\/authorship#[\w-]{43}$/m)
      await server.close()
    })

    test('a title or a name of which a mail program would make a link is not sent before an editor has read it', async () => {
      const server = await openSmtpServer()
      const ground = await open({ smtpUrl: server.url })
      const submitter = await aUser(ground.database, { fullName: 'Win at prize.pk' })
      const bruno = `bruno-${newId()}@plants.test`
      const { id } = await aCase(ground.database, {
        ...{ submitter, title: 'Seed rain, see evil.pk/now' },
        contributors: [{ role: 'Author', full_name: 'Bruno at prize.com', email: bruno }],
      })
      await ground.database.transaction((tx) => askAgain(tx, id, submitter.id))
      await deliverDue(ground.resources)
      const { text, html, subject } = await server.next(bruno)
      for (const part of [text, html, subject]) expect(part).not.toMatch(/prize|evil/)
      await server.close()
    })

    test('the letter of a decision leads the submitter to their page, and the others to one by link', async () => {
      const server = await openSmtpServer()
      const ground = await open({ smtpUrl: server.url })
      const submitter = await aUser(ground.database)
      const bruno = `bruno-${newId()}@plants.test`
      const contributors = [{ role: 'Author' as const, full_name: 'Bruno Kovář', email: bruno }]
      const { id } = await aCase(ground.database, { submitter, contributors })
      await decided(ground.database, await anEditor(ground.database), id, 'return')
      vi.setSystemTime(Date.now() + 11 * 60_000)
      await deliverDue(ground.resources)
      expect((await server.next(submitter.email)).text).toContain(`/dashboard/articles/${id}\n`)
      expect((await server.next(bruno)).text).toMatch(/^http\S+\/authorship#[\w-]{43}$/m)
      await server.close()
    })

    test('links are forgotten some time after their end', async () => {
      const { id, bruno } = await aManuscript()
      const { db } = journal.database
      const make = (at: string) =>
        journal.database.transaction((tx) =>
          makePersonLink(tx, '', { purpose: 'authorship', subjectId: id, email: bruno }, new Date(at)),
        )
      await make('2020-01-01T00:00:00.000Z')
      await make(new Date().toISOString())
      expect(await sweepPersonLinks(journal.database)).toBe(1)
      expect(await db.selectFrom('person_links').select('email').where('subject_id', '=', id).execute()).toHaveLength(1)
    })

    test('an address that is named twice, or is the submitter’s, is asked once and answers for one', async () => {
      const shared = `shared-${newId()}@plants.test`
      const { id } = await aManuscript({ emails: [shared, shared.toUpperCase(), shared] })
      expect(await writtenTo(id)).toEqual([shared])
      const own = await aManuscript()
      const again = await aManuscript({ emails: [own.submitter.email, own.submitter.email] })
      expect(await states(again.id)).toMatchObject({ Bruno: 'asked' })
      const { answers } = (await answersOf(journal.database.db, again.id))!
      expect(answers.map(({ email }) => email)).toEqual([own.submitter.email, '', again.carla])
    })

    test('nothing is sent for an account whose address is not confirmed, until it is', async () => {
      const { id, submitter, bruno, carla } = await aManuscript({ confirmed: false })
      await tellWaitingAuthors(journal.database)
      expect(await writtenTo(id)).toEqual([])
      expect(await states(id)).toEqual({ Ayesha: 'asked', Bruno: 'asked', Carla: 'asked' })
      await journal.database.db
        .updateTable('users')
        .set({ email_confirmed_at: new Date().toISOString() })
        .where('id', '=', submitter.id)
        .execute()
      await tellWaitingAuthors(journal.database)
      await tellWaitingAuthors(journal.database)
      expect(await writtenTo(id)).toEqual([bruno, carla])
      expect(await states(id)).toMatchObject({ Ayesha: 'confirmed' })
    })

    test('one address is written to ten times a day, and of the others the next day', async () => {
      const bruno = `bruno-${newId()}@plants.test`
      const all: string[] = []
      for (let number = 0; number < 12; number++) {
        const { id, submitter } = await aManuscript({ emails: [`a-${newId()}@plants.test`, bruno] })
        all.push(id)
        expect(submitter.email).not.toBe(bruno)
      }
      const told = async () => (await Promise.all(all.map(writtenTo))).filter((some) => some.includes(bruno)).length
      await tellWaitingAuthors(journal.database)
      expect(await told()).toBe(10)
      vi.setSystemTime(Date.now() + 25 * 3_600_000)
      await tellWaitingAuthors(journal.database)
      expect(await told()).toBe(12)
    })

    test('a changed order, name or corresponding author asks all of them again; an affiliation asks nobody', async () => {
      const { id, submitter } = await aManuscript()
      for (const name of ['Bruno', 'Carla']) await confirm(id, name)
      const [ayesha, bruno, carla] = (await listOf(id)) as [ListedAuthor, ListedAuthor, ListedAuthor]
      await ask(id, [{ ...ayesha, affiliation: 'Kew' }, bruno, carla])
      expect(await states(id)).toEqual({ Ayesha: 'confirmed', Bruno: 'confirmed', Carla: 'confirmed' })
      await ask(id, [ayesha, carla, bruno])
      expect(await states(id)).toEqual({ Ayesha: 'asked', Carla: 'asked', Bruno: 'asked' })
      expect((await writtenTo(id)).includes(submitter.email)).toBe(true)
      await ask(id, [ayesha, bruno, { ...carla, fullName: 'Carla Verdi' }], submitter.id)
      expect(await states(id)).toEqual({ Ayesha: 'confirmed', Bruno: 'asked', Carla: 'asked' })
      // The first list counts again, and so do the answers to it.
      await ask(id, [ayesha, bruno, carla])
      expect(await states(id)).toEqual({ Ayesha: 'confirmed', Bruno: 'confirmed', Carla: 'confirmed' })
    })

    test('another address asks its owner alone: the former one has not answered for them', async () => {
      const { id } = await aManuscript()
      for (const name of ['Bruno', 'Carla']) await confirm(id, name)
      const [ayesha, bruno, carla] = (await listOf(id)) as [ListedAuthor, ListedAuthor, ListedAuthor]
      await ask(id, [ayesha, { ...bruno, email: 'bruno@kew.test' }, carla])
      expect(await states(id)).toEqual({ Ayesha: 'confirmed', Bruno: 'asked', Carla: 'confirmed' })
      expect(await writtenTo(id)).toContain('bruno@kew.test')
    })
  })
})
