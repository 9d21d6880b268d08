import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { aFile, aSignedIn } from '../support/builders.ts'
import { eachDatabase, type TestJournal } from '../support/databases.ts'
import { withDoiPrefix } from '../support/doi-prefix.ts'
import { times } from '../support/long.ts'
import { aPublished, aReady, in10Minutes } from '../support/notice-builders.ts'

const NOTICES = times(12, 100)
/** How much longer the processes are left alive each time: on a slow machine too it comes to an end. */
const LONGER = times(2, 1.2)

/** Two processes at once, both killed after a time; true once one of them has come to its end. */
async function run({ where }: TestJournal, at: string, killAfterMs: number): Promise<boolean> {
  const processes = [1, 2].map(() =>
    fork(join(import.meta.dirname, 'notice-process.ts'), {
      env: { PATH: process.env.PATH, NODE_ENV: 'test', WHERE: JSON.stringify(where), AT: at },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  const results = await Promise.all(
    processes.map(async (child) => {
      const exit = once(child, 'exit')
      let isDone = false
      child.on('message', (message) => (isDone ||= message === 'done'))
      await once(child, 'message')
      await Promise.race([exit, sleep(killAfterMs)])
      child.kill('SIGKILL')
      await exit
      return isDone
    }),
  )
  return results.includes(true)
}

describe('a server that is killed while it publishes notices', () => {
  withDoiPrefix('10.5555')
  eachDatabase((open) => {
    test(
      `publishes each of ${NOTICES} wholly or not at all, and writes its emails and deposits once`,
      async () => {
        const journal = await open()
        const { db } = journal.database
        const [samina, bilal] = [
          await aSignedIn(journal, { role: 'admin' }),
          await aSignedIn(journal, { role: 'admin' }),
        ]
        const articles: Awaited<ReturnType<typeof aPublished>>[] = []
        for (let made = 0; made < NOTICES; made++) {
          const pdf = await aFile(journal.database)
          const article = await aPublished(journal, { doi: `10.5555/crash-${made}-${Date.now()}`, pdf })
          articles.push(article)
          const ready = await aReady(journal, samina, made % 2 ? 'removal' : 'retraction', [article.id])
          await journal.post(`/notices/${ready.id}/confirm`, { version: ready.version }, { as: bilal })
        }
        // As time passes, what a killed process has claimed is given to another.
        let at = in10Minutes().getTime()
        let kills = 0
        for (let patience = 20; ; patience *= LONGER) {
          if (await run(journal, new Date(at).toISOString(), Math.random() * patience)) break
          kills++
          await expectWhole()
          at += 11 * 60_000
          // So many kills of one and the same piece of work would be taken for its fault.
          await db.updateTable('jobs').set({ attempts: 0 }).execute()
        }
        expect(kills).toBeGreaterThan(1)
        // What the last of them has claimed, and not finished.
        for (;;) {
          at += 11 * 60_000
          if ((await run(journal, new Date(at).toISOString(), 600_000)) && (await openOnes()) === 0) break
        }
        await expectWhole()
        expect(
          (await db.selectFrom('notices').select('state').execute()).every(({ state }) => state === 'published'),
        ).toBe(true)

        async function openOnes(): Promise<number> {
          return (await db.selectFrom('notices').select('id').where('state', '=', 'confirmed').execute()).length
        }
        /** Of each notice all that its publication writes is there once, or nothing is. */
        async function expectWhole(): Promise<void> {
          const notices = await db
            .selectFrom('notices')
            .innerJoin('notice_articles', 'notice_articles.notice_id', 'notices.id')
            .innerJoin('articles', 'articles.id', 'notice_articles.about_id')
            .select(['notices.id', 'notices.kind', 'notices.state', 'notices.article_id', 'articles.id as about'])
            .select(['articles.doi', 'articles.standing', 'articles.pdf_file_id', 'articles.title'])
            .execute()
          const emails = await db
            .selectFrom('outbox')
            .select(['recipient', 'data'])
            .where('kind', '=', 'notice-published')
            .execute()
          const deposits = await db.selectFrom('deposits').select('doi').execute()
          const entries = await db
            .selectFrom('audit_entries')
            .select('subject')
            .where('action', '=', 'article.publish-notice')
            .execute()
          const own = await db
            .selectFrom('articles')
            .select(['id', 'title', 'doi'])
            .where('type', '=', 'retraction')
            .execute()
          for (const notice of notices) {
            const isOut = notice.state === 'published'
            const once = isOut ? 1 : 0
            const { ayesha, bruno } = articles.find(({ id }) => id === notice.about)!
            const told = emails
              .filter(({ data }) => data.includes(`"${notice.id}"`))
              .map(({ recipient }) => recipient.toLowerCase())
            for (const address of [ayesha, bruno]) expect(told.filter((to) => to === address)).toHaveLength(once)
            expect(deposits.filter(({ doi }) => doi === notice.doi)).toHaveLength(once)
            expect(entries.filter(({ subject }) => subject === notice.about)).toHaveLength(once)
            const itself = own.filter(({ title }) => title.endsWith(`: ${notice.title}`))
            expect(itself.map(({ id }) => id)).toEqual(isOut ? [notice.article_id] : [])
            for (const { doi } of itself) expect(deposits.filter((one) => one.doi === doi)).toHaveLength(1)
            expect(notice.standing).toBe(isOut ? (notice.kind === 'removal' ? 'removed' : 'retracted') : 'current')
            expect(notice.pdf_file_id === null).toBe(isOut && notice.kind === 'removal')
          }
        }
      },
      times(360_000, 900_000),
    )
  })
})
