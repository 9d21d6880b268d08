import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aUser, type UserOptions } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase } from '../../../../tests/support/review-builders.ts'
import { newId } from '../../../platform/ids.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { answersOf, askAgain, askAuthors, change, type ListedAuthor, tellWaitingAuthors } from './confirmations.ts'

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
