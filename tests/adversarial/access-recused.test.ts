import { beforeAll, describe, expect, test } from 'vitest'
import { openCase } from '../../src/journal/peer-review/cases/open-case.ts'
import { addressOf, bodyOf, cases } from './access-cases.ts'
import { aSignedIn } from '../support/builders.ts'
import { eachDatabase, type TestJournal } from '../support/databases.ts'
import { times } from '../support/long.ts'
import { becomeSomeoneElse, WAYS_TO_BE_RECUSED, type Recusing } from './recused.ts'
import { callerFor } from '../support/review-builders.ts'

/**
 * An administrator who is recused from a manuscript in peer review, in whatever way, gets on every call about it what an
 * author gets, to the letter; and still does once nothing of what recused them can be found any more. Each call is tried
 * in some of the ways, in turns, and in all of them by `npm run test:long`.
 */
describe('a recused administrator', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    interface Way {
      name: string
      make?: (given: Recusing) => Promise<unknown>
      isFormer?: boolean
    }
    const SUBMITTER: Way = { name: 'the submitter' }
    const WAYS: Way[] = Object.entries(WAYS_TO_BE_RECUSED).flatMap(([name, make]) => [
      { name, make },
      { name: `formerly ${name}`, make, isFormer: true },
    ])
    let turn = 0

    /** Nobody is asked to review what is accepted: it happened before. */
    const whileReviewed = async (articleId: string, work: () => Promise<unknown>) => {
      const ofCase = journal.database.db.updateTable('review_cases').where('article_id', '=', articleId)
      const isAccepted =
        (await ofCase.set({ stage: 'screening' }).where('stage', '=', 'accepted').executeTakeFirst()).numUpdatedRows >
        0n
      await work()
      if (isAccepted) await ofCase.set({ stage: 'accepted' }).execute()
    }

    const aboutArticles = cases.filter(({ endpoint }) => endpoint.path.includes('{id}'))

    test.each(aboutArticles)('$named', async ({ endpoint, method, send }) => {
      /** The answer to someone with this role; null if the call is not about an article of theirs or another's. */
      const answerAs = async (role: 'author' | 'admin', way: Way) => {
        const owner = await aSignedIn(journal)
        const {
          path = {},
          body,
          headers = {},
        } = await send({
          ...{ journal, owner },
          administrator: await aSignedIn(journal, { role: 'admin' }),
        })
        const { db } = journal.database
        const article = await db.selectFrom('articles').selectAll().where('id', '=', path.id!).executeTakeFirst()
        if (!article || article.submitter_id !== owner.user.id) return null
        const opened = await db
          .selectFrom('review_cases')
          .select('number')
          .where('article_id', '=', article.id)
          .executeTakeFirst()
        const [receivedOn, at] = ['2026-05-02', new Date().toISOString()]
        if (!opened) {
          await journal.database.transaction((tx) =>
            openCase(tx, { articleId: article.id, submitterId: owner.user.id, receivedOn, at }),
          )
        }
        const recused = way.make ? await aSignedIn(journal, { role: 'admin' }) : owner
        if (way.make) {
          const editor = callerFor((await aSignedIn(journal, { role: 'admin' })).user)
          const given = { database: journal.database, articleId: article.id, user: recused.user, editor }
          await whileReviewed(article.id, () => way.make!(given))
          if (way.isFormer) await becomeSomeoneElse(given)
        }
        await db.updateTable('users').set({ role }).where('id', '=', recused.user.id).execute()
        const answer = await journal.send(method, addressOf(endpoint, path), bodyOf(method, body), {
          as: recused,
          headers,
        })
        return { status: answer.status, fields: Object.keys(answer.body ?? {}), message: answer.body?.message }
      }
      const own = await answerAs('admin', SUBMITTER)
      expect(own).toEqual(await answerAs('author', SUBMITTER))
      if (own === null) return
      for (let at = 0; at < times(1, WAYS.length); at++) {
        const way = WAYS[turn++ % WAYS.length]!
        expect(await answerAs('admin', way), way.name).toEqual(await answerAs('author', way))
      }
    })
  })
})
