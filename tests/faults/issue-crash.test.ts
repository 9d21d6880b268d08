import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../../src/platform/call.ts'
import type { Db } from '../../src/platform/database/connect.ts'
import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import { now } from '../../src/platform/ids.ts'
import { aFile, anArticle, aUser, aVolume } from '../support/builders.ts'
import { eachDatabase, type TestJournal } from '../support/databases.ts'
import { withDoiPrefix } from '../support/doi-prefix.ts'
import { times } from '../support/long.ts'
import { callerFor } from '../support/review-builders.ts'

const KILLS = times(8, 100)
/** One to learn how long it takes, and as many as are begun until it is killed. */
const ISSUES = KILLS * 3
const ARTICLES = 3

/** Publishes one issue, and is killed somewhere within the next, or the one after. Answers what was acknowledged. */
async function publishUntilKilled({ where }: TestJournal, caller: Caller, at: number): Promise<Set<string>> {
  const child = fork(join(import.meta.dirname, 'issue-process.ts'), {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', WHERE: JSON.stringify(where), CALLER: JSON.stringify(caller) },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  const acknowledged = new Set<string>()
  let [begunAt, tookMs] = [0, 0]
  const again = Promise.withResolvers<void>()
  child.on('message', (message: { begun?: string; published?: string }) => {
    if (message.published) {
      acknowledged.add(message.published)
      tookMs ||= performance.now() - begunAt
    } else {
      if (acknowledged.size) again.resolve()
      begunAt = performance.now()
    }
  })
  await Promise.race([again.promise, exit])
  await Promise.race([sleep(tookMs * 1.5 * at), exit])
  child.kill('SIGKILL')
  await exit
  return acknowledged
}

/** What of an issue there is: all that its publication writes, counted. */
async function writtenOf(db: Db, id: string, articleIds: readonly string[]) {
  const volume = await db.selectFrom('volumes').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  const articles = await db
    .selectFrom('articles')
    .select(['published_at', 'doi', 'volume_id'])
    .where('id', 'in', articleIds)
    .execute()
  const waiting = await db.selectFrom('scheduled_articles').select('article_id').where('volume_id', '=', id).execute()
  const texts = await db.selectFrom('held_texts').select('file_id').where('article_id', 'in', articleIds).execute()
  const sources = await db
    .selectFrom('article_files')
    .select('file_id')
    .where('article_id', 'in', articleIds)
    .where('kind', '=', 'source')
    .execute()
  const versions = await db.selectFrom('article_versions').select('number').where('article_id', 'in', articleIds).execute() // prettier-ignore
  const deposits = await db.selectFrom('deposits').select('id').where('article_id', 'in', articleIds).execute()
  const emails = await db.selectFrom('outbox').select('kind').where('article_id', 'in', articleIds).execute()
  const entries = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject', 'in', [id, ...articleIds])
    .where('action', 'in', ['volume.publish-issue', 'article.approve'])
    .execute()
  return {
    state: volume.state,
    days: new Set(articles.map(({ published_at }) => published_at)).size,
    public: articles.filter(({ published_at, volume_id }) => published_at !== null && volume_id === id).length,
    dois: articles.filter(({ doi }) => doi !== null).length,
    ...{ texts: texts.length, sources: sources.length },
    ...{ waiting: waiting.length, versions: versions.length, deposits: deposits.length, emails: emails.length },
    entries: entries.length,
  }
}

const BEFORE = {
  ...{ state: 'planned', days: 1, public: 0, dois: 0, waiting: ARTICLES, versions: 0, deposits: 0, emails: 0 },
  ...{ texts: ARTICLES, sources: 0, entries: 0 },
}
const AFTER = {
  ...{ state: 'published', days: 1, public: ARTICLES, dois: ARTICLES, waiting: 0, versions: ARTICLES },
  ...{ deposits: ARTICLES, emails: ARTICLES, entries: ARTICLES + 1, texts: 0, sources: ARTICLES },
}

describe('a process that is killed while it publishes issues', () => {
  withDoiPrefix('10.5555')
  eachDatabase((open) => {
    test(
      `at ${KILLS} points leaves each of them planned or published, whole`,
      async () => {
        const journal = await open()
        const { database } = journal
        const editor = await aUser(database, { role: 'admin' })
        const issues = new Map<string, string[]>()
        for (let made = 0; made < ISSUES; made++) {
          const { id } = await aVolume(database, { release: 'issue', state: 'planned' })
          issues.set(id, [])
          for (let position = 0; position < ARTICLES; position++) {
            const article = await anArticle(database, { state: 'pending' })
            const { id: pdf } = await aFile(database, { owner: editor })
            const held = { article_id: article.id, volume_id: id, pdf_file_id: pdf, version: article.version }
            await database.db
              .insertInto('scheduled_articles')
              .values({ ...held, issue: null, page_num: null, reviews: null, held_at: now() })
              .execute()
            const { id: text } = await aFile(database, { owner: editor, name: 'paper.docx' })
            await database.db
              .insertInto('held_texts')
              .values({ article_id: article.id, file_id: text, body: '<body><p>Leaves.</p></body>', back: '' })
              .execute()
            issues.get(id)!.push(article.id)
          }
        }
        const outcomes = { before: 0, after: 0 }
        const published = new Set<string>()
        for (let killed = 0; killed < KILLS; killed++) {
          const acknowledged = await publishUntilKilled(journal, callerFor(editor), (killed + 0.5) / KILLS)
          const missing = await database.transaction(async (tx) => {
            // A database server may still be at the end of what the process had sent: this waits for it.
            await touchPublicSite(tx)
            for (const id of acknowledged) published.add(id)
            let unacknowledged = 0
            for (const [id, articleIds] of issues) {
              const written = await writtenOf(tx, id, articleIds)
              expect(written).toEqual(published.has(id) || written.state === 'published' ? AFTER : BEFORE)
              if (written.state !== 'published' || published.has(id)) continue
              published.add(id)
              unacknowledged++
            }
            return unacknowledged
          })
          // Of those that were under way one at most was published and not acknowledged.
          expect(missing).toBeLessThanOrEqual(1)
          outcomes[missing ? 'after' : 'before']++
        }
        expect(outcomes.before).toBeGreaterThan(0)
        expect(published.size).toBeGreaterThanOrEqual(KILLS)
      },
      times(300_000, 900_000),
    )
  })
})
