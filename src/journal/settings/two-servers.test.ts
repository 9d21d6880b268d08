import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anArticle, aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, newTextBuilder, type TestJournal } from '../../../tests/support/databases.ts'
import { useDefaultJournal } from '../../../tests/support/default-journal.ts'
import { times } from '../../../tests/support/long.ts'
import { createApp } from '../../app/app.ts'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { renderEmail } from '../../platform/email/render.ts'
import { now } from '../../platform/ids.ts'
import { openJournal } from './open-journal.ts'
import { startJournal } from './start.ts'
import { latestNumber } from './versions.ts'

const READERS = times(300, 1000)

/** Values and texts that name one number, so that a mixture of two publications is seen. */
const changesOf = (number: number) => ({
  values: {
    ...{ name: `Journal N${number}N`, abbreviation: `JN${number}N`, description: `Botany N${number}N.` },
    ...{ 'publisher.name': `Society N${number}N`, 'contact.supportEmail': `help-N${number}N@plants.test` },
  },
  texts: [
    {
      ...{ kind: 'page', slug: 'about' },
      source: `---\ntitle: About\ndescription: About.\n---\n\nText N${number}N of {{name}}, {{publisher.name}}.\n`,
    },
  ],
})

/** Every number that an answer names. */
const numbersIn = (text: string) => [...new Set([...text.matchAll(/N(\d+)N/gi)].map(([, number]) => Number(number)))]

describe('two servers of one journal', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let second: FastifyInstance
    let admin: SignedIn
    let places: string[]
    const onSecond = () => ({ ...journal.resources, ...openJournal(journal.database, newTextBuilder()) })

    beforeAll(async () => {
      journal = await open()
      journal.resources.currentJournal.rule()
      await startJournal(journal.database, journal.resources.textBuilder)
      admin = await aSignedIn(journal, { role: 'admin' })
      const { id } = await anArticle(journal.database)
      places = [
        ...[paths.atomFeed, paths.openSearch, paths.articleBibtex(id), paths.articleRis(id), paths.articleJats(id)],
        ...[`${paths.oai}?verb=Identify`, '/site.webmanifest', `${API_PREFIX}/pages/about`],
      ]
      second = await createApp({ resources: onSecond(), rates: { on: false }, trustProxy: 0 })
      return () => second.close()
    })
    afterAll(useDefaultJournal)

    const publish = async (number: number) => {
      const base = await latestNumber(journal.database.db)
      const made = await journal.post('/settings/versions', { base, ...changesOf(number) }, { as: admin })
      expect(made.status, made.text).toBe(201)
    }
    const ask = async (server: FastifyInstance, url: string) => {
      const { statusCode, body } = await server.inject({ url })
      expect(statusCode, url).toBe(200)
      return body
    }

    test('what one publishes is in the next answer of the other, also where it was kept', async () => {
      for (const number of [1, 2, 3]) {
        await publish(number)
        for (const place of places)
          for (let time = 0; time < 2; time++)
            expect([place, numbersIn(await ask(second, place))]).toEqual([place, [number]])
      }
    })

    test('and in the next email that the other sends', async () => {
      await publish(4)
      const { currentJournal, emailTemplates, publicUrl } = onSecond()
      const text = await currentJournal.withLatest(async () => {
        const template = emailTemplates.get('submission-received')!
        return renderEmail(template, template.example, { publicUrl, at: now() }).text
      })
      expect(numbersIn(text)).toEqual([4])
    })

    test(`${READERS} readers meanwhile get the journal of before or of after, and never a mixture`, async () => {
      let published = 4
      let isOver = false
      let read = 0
      const seen = new Set<number>()
      const reader = async (server: FastifyInstance, at: number) => {
        for (let asked = at; !isOver || read < READERS; asked++) {
          const place = places[asked % places.length]!
          const before = published
          const numbers = numbersIn(await ask(server, place))
          read++
          // What is kept is answered at once: without a pause nothing else would have its turn.
          await nextTurn()
          expect([place, numbers.length]).toEqual([place, 1])
          // Whatever had been published when it was asked for is in the answer.
          expect(numbers[0]).toBeGreaterThanOrEqual(before)
          seen.add(numbers[0]!)
        }
      }
      const readers = Promise.all([0, 1, 2, 3, 4, 5].map((at) => reader(at % 2 ? second : journal.app, at)))
      for (let number = 5; number < 12; number++) {
        await publish(number)
        published = number
      }
      isOver = true
      await readers
      expect(read).toBeGreaterThanOrEqual(READERS)
      expect(seen.size).toBeGreaterThan(2)
    })
  })
})
