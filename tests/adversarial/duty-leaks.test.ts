import { beforeAll, describe, expect, test } from 'vitest'
import { askForWaiver } from '../../src/journal/fees/waivers.ts'
import { newId, now } from '../../src/platform/ids.ts'
import type { StoredDuty } from '../../src/contract/rules/accounts/duties.ts'
import { addressOf, cases, endpoints } from './access-cases.ts'
import { aReviewer, aSignedIn, type SignedIn } from '../support/builders.ts'
import { eachDatabase, type TestJournal } from '../support/databases.ts'
import { aDuty } from '../support/duty-builders.ts'
import { earlier } from '../support/earlier.ts'
import { aCase, agreed, asCaller, authorsConfirmed, decided, invited, reported } from '../support/review-builders.ts'

/**
 * Whatever people in production, observers and fees officers read, of a manuscript under review and of an accepted one, it
 * names no reviewer and has no word of a report, a letter, a message or a note.
 */
const SECRETS = {
  reviewer: 'hiddenborough',
  'report for the authors': 'quillwort',
  'report for the editor': 'hornwort',
  letter: 'bladderwort',
  message: 'stonewort',
  note: 'liverwort',
}
const REQUEST = 'spearwort'

describe('of a manuscript', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let editor: SignedIn
    let ids: string[]
    beforeAll(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      editor = await aSignedIn(journal, { role: 'admin' })
      ids = [await aManuscript('minor', 0), await aManuscript('accept', 60)]
    })

    /** With a word of its own in everything that is secret. */
    const aManuscript = (kind: 'minor' | 'accept', minutesAgo: number): Promise<string> =>
      earlier(minutesAgo, async () => {
        const { database } = journal
        const { id } = await aCase(database, { submitter: author.user })
        const reviewers = [1, 2].map((one) =>
          aReviewer(database, { fullName: `Zahra Hiddenborough ${one}`, emails: [`${newId()}@hiddenborough.test`] }),
        )
        const assignments = await invited(database, asCaller(editor), id, { reviewers: await Promise.all(reviewers) })
        for (const assignment of assignments) {
          await agreed(database, assignment.id)
          await reported(database, assignment.id, {
            toAuthors: `Please say more about the ${SECRETS['report for the authors']}.`,
            toEditor: `I doubt the ${SECRETS['report for the editor']}.`,
          })
        }
        await authorsConfirmed(database, id)
        await decided(database, asCaller(editor), id, kind, {
          letter: `Dear authors,\n\nthank you for the ${SECRETS.letter}.`,
        })
        for (const [from_side, user] of [
          ['author', author],
          ['editor', editor],
        ] as const) {
          await database.db
            .insertInto('case_messages')
            .values({ id: newId(), article_id: id, from_side, user_id: user.user.id, text: SECRETS.message, at: now() })
            .execute()
        }
        const noted = await journal.post(`/cases/${id}/notes`, { text: `A ${SECRETS.note}.` }, { as: editor })
        expect(noted.status, noted.text).toBeLessThan(300)
        await database.transaction((tx) =>
          askForWaiver(tx, {
            ...{ articleId: id, by: author.user.id, at: now() },
            ...{ kind: 'nothing' as const, couldPay: '', reason: REQUEST },
          }),
        )
        return id
      })

    test.each(['production', 'fees', 'observer'] as const)(
      '%s reads none of it',
      async (duty: StoredDuty) => {
        const viewer = await aSignedIn(journal)
        await aDuty(journal.database, viewer.user, duty)
        const asked = new Map<string, Record<string, string>>()
        const ground = { journal, owner: author, administrator: editor }
        for (const { endpoint, method, send } of cases) {
          if (method !== 'GET') continue
          const { path = {}, query, headers = {} } = await send(ground)
          asked.set(addressOf(endpoint, path, query), headers)
        }
        for (const [, endpoint] of endpoints) {
          if (endpoint.method !== 'GET') continue
          for (const id of ids) if (endpoint.path.includes('{id}')) asked.set(addressOf(endpoint, { id }), {})
          for (const word of Object.values(SECRETS))
            if ('q' in endpoint.input.shape) asked.set(addressOf(endpoint, {}, { q: word }), {})
        }
        expect(asked.size).toBeGreaterThan(300)
        let read = ''
        for (const [address, headers] of asked) {
          const { status, text } = await journal.send('GET', address, undefined, { as: viewer, headers })
          // A search repeats its words.
          const answer = new URL(address, 'http://journal.test').searchParams.has('q') ? '' : text
          for (const [what, word] of Object.entries(SECRETS))
            expect(answer.toLowerCase().includes(word), `${what} in ${address} (${status})`).toBe(false)
          if (duty !== 'fees') expect(answer.includes(REQUEST), address).toBe(false)
          read += text
        }
        // They do read what is theirs.
        const { title } = await journal.database.db
          .selectFrom('articles')
          .select('title')
          .where('id', '=', ids[1]!)
          .executeTakeFirstOrThrow()
        expect(read).toContain(title)
      },
      120_000,
    )

    test('a search of theirs finds nothing by a secret word', async () => {
      for (const duty of ['production', 'fees', 'observer'] as const) {
        const viewer = await aSignedIn(journal)
        await aDuty(journal.database, viewer.user, duty)
        for (const word of Object.values(SECRETS)) {
          const { status, body } = await journal.get(`/production/articles?q=${word}`, { as: viewer })
          if (duty === 'production') expect(body.data).toEqual([])
          else expect(status).toBe(403)
        }
      }
    })
  })
})
