import { sql } from 'kysely'
import { apiTable } from '../../src/contract/api/api.ts'
import { API_PREFIX } from '../../src/contract/rules/site/path-roots.ts'
import { ACCESS } from '../../src/contract/rules/accounts/access.ts'
import type { Endpoint } from '../../src/contract/api/endpoint.ts'
import { askAgain } from '../../src/journal/peer-review/authorship/confirmations.ts'
import { nameColleague } from '../../src/journal/peer-review/link/co-review.ts'
import { send } from '../../src/journal/peer-review/cases/notify.ts'
import { MINUTE_MS } from '../../src/contract/rules/text/dates.ts'
import { writeDigests } from '../../src/journal/publication/following/digest.ts'
import { askToFollow } from '../../src/journal/publication/following/commands.ts'
import { correctArticle } from '../../src/journal/publication/articles/correct.ts'
import { askAboutNotice, draftNotice } from '../../src/journal/publication/notices/commands.ts'
import type { Caller } from '../../src/platform/call.ts'
import { anArticle } from '../support/builders.ts'
import { aFollower } from '../support/following-builders.ts'
import { anUnconfirmed } from '../support/request-builders.ts'
import { aCase, agreed, anEditor, invited, reported } from '../support/review-builders.ts'
import type { SmtpServer } from '../support/smtp-server.ts'
import { now } from '../../src/platform/ids.ts'
import { expect, type RunningJournal } from './support.ts'
import { withEmails as test } from './with-emails.ts'

/** Everything that the journal knows, apart from what the database keeps for itself. */
async function allRows({ database: { db } }: RunningJournal): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`.execute(db)
  const tables: Record<string, unknown[]> = {}
  for (const { name } of rows) {
    // This index cannot be read as a table: its words are those of `search_words`.
    if (name === 'search_spellings') continue
    // The server says there every twenty seconds that it runs.
    if (name === 'server_processes') continue
    tables[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows
      .map((row) => JSON.stringify(row))
      .sort()
  }
  return tables
}

/** Invitations, thanks, a copy of a report, a colleague's invitation, questions to authors and to a reader have been delivered. */
async function emailsOfEveryKind({ database, url }: RunningJournal, emails: SmtpServer) {
  const editor = await anEditor(database)
  const contributors = [
    { role: 'Corresponding Author' as const, full_name: 'Ayesha Malik', email: 'ayesha@plants.test' },
    { role: 'Author' as const, full_name: 'Bruno Kovář', email: 'bruno@plants.test' },
  ]
  const article = await aCase(database, { contributors })
  const [waiting, working, done, other] = await invited(database, editor, article.id, { count: 4 })
  await database.transaction((tx) => askAgain(tx, article.id, null))
  // Before they answer: who has answered is not sent an invitation any more.
  for (const { email } of [waiting!, working!, done!, other!]) await emails.next(email)
  await agreed(database, working!.id)
  await agreed(database, done!.id)
  await reported(database, done!.id)
  await database.transaction((tx) =>
    nameColleague(tx, working!.id, { fullName: 'Ana Fern', email: 'ana@ferns.test', orcid: null }),
  )
  const colleague = await database.db
    .updateTable('co_reviewers')
    .set({ state: 'invited' })
    .where('assignment_id', '=', working!.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const about = { articleId: article.id, assignmentId: working!.id }
  await database.transaction((tx) =>
    send(tx, 'co-reviewer-invitation', colleague.email, { ...about, coReviewerId: colleague.id }),
  )
  await aboutANotice({ database, url }, editor)
  for (const email of ['carla@plants.test', 'zahra@readers.test', 'omar@readers.test', 'lena@readers.test'])
    await emails.next(email)
  for (const { email } of [working!, done!, done!]) await emails.next(email)
  for (const email of ['ana@ferns.test', 'ayesha@plants.test', 'bruno@plants.test']) await emails.next(email)
  await expect
    .poll(() => database.db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute(), {
      timeout: 20_000,
    })
    .toEqual([])
  // Work in the background that is due or being done.
  const underWay = () =>
    database.db
      .selectFrom('jobs')
      .select('kind')
      .where(({ or, eb }) => or([eb('claim', 'is not', null), eb('run_after', '<=', now())]))
      .execute()
  await expect.poll(underWay, { timeout: 20_000 }).toEqual([])
}

/** An author has been asked about the draft of a notice. */
async function aboutANotice(
  { database, url }: Pick<RunningJournal, 'database' | 'url'>,
  editor: Caller,
): Promise<void> {
  const contributors = [{ role: 'Corresponding Author' as const, full_name: 'Carla Green', email: 'carla@plants.test' }]
  const article = await anArticle(database, { contributors })
  await database.transaction(async (tx) => {
    const words = { details: 'Table 2', why: 'A slip', foundBy: 'A reader', effect: 'None', action: 'We add it' }
    const id = await draftNotice(tx, editor, {
      ...{ kind: 'addendum', about: [article.id], what: 'A table was missing.', whoseError: 'journal' },
      ...words,
    })
    await askAboutNotice(tx, editor, { id, version: 1 })
  })
  await anUnconfirmed(database, article.id, { email: 'zahra@readers.test' })
  await database.transaction((tx) =>
    askToFollow(tx, {
      ...{
        email: 'omar@readers.test',
        about: [{ scope: 'article' as const, id: article.id }],
        rhythm: 'daily' as const,
      },
    }),
  )
  // Who follows is written to, with a link that ends it.
  const followed = await anArticle(database, { contributors })
  await aFollower(database, 'lena@readers.test', followed.id)
  await database.transaction((tx) =>
    correctArticle(tx, editor, {
      id: followed.id,
      version: followed.version,
      pageNum: '41-52',
      reason: 'It had none.',
    }),
  )
  // Who follows the journal gets the email of the morning.
  await aFollower(database, 'sana@readers.test')
  await anArticle(database, { contributors, published_at: new Date(Date.now() + 1000).toISOString() })
  await writeDigests(database, new Date(Date.now() + 20 * MINUTE_MS))
  // What the first reader has made, and is stored for others.
  await fetch(`${url}/api/posts/${article.id}/citations`)
  await fetch(`${url}/blog/${article.id}`)
}

/** The links whose owner needs no account. */
const SECRET = /\/(review|authorship|notice|report|following)#/

const linksIn = (text: string): string[] => [...text.matchAll(/https?:\/\/[^\s"'<>)]+/g)].map(([link]) => link)

test('a program that follows every link of every email, and every link behind it, changes nothing', async ({
  journal,
  emails,
}) => {
  test.setTimeout(180_000)
  await emailsOfEveryKind(journal, emails)
  expect(emails.received.filter(({ to }) => to.includes('sana@readers.test'))).not.toEqual([])
  const mailed = new Set(emails.received.flatMap(({ text, html }) => [...linksIn(text), ...linksIn(html)]))
  const secrets = [...mailed].flatMap((link) => (SECRET.test(link) ? [link.split('#')[1]!] : []))
  expect(secrets.length).toBeGreaterThanOrEqual(8)
  const before = await allRows(journal)

  // A scanner does not send the fragment, but one that runs for a person might send the secret in any other place.
  const calls = Object.values(apiTable as unknown as Record<string, Record<string, Endpoint>>)
    .flatMap((verbs) => Object.values(verbs))
    .filter(({ access }) => ACCESS[access].credential.endsWith(' link') || access === 'anyone')
    .map(({ path }) => `${journal.url}${API_PREFIX}${path.replace(/\{\w+\}/g, 'x')}`)
  const [secret] = secrets as [string]
  const followed = new Set<string>()
  const toFollow = [...mailed, ...calls, `${journal.url}/review?${secret}`, `${journal.url}/review/${secret}`]
  for (const page of ['authorship', 'notice', 'report', 'following'])
    toFollow.push(`${journal.url}/${page}?${secret}`, `${journal.url}/${page}/${secret}`)
  for (const address of toFollow) {
    const url = address.split('#')[0]!
    if (!url.startsWith(journal.url) || followed.has(url) || followed.size > 400) continue
    followed.add(url)
    for (const method of ['HEAD', 'GET']) {
      const schemes = ['Review', 'Author'].map((scheme) => ({ authorization: `${scheme} ${secret}` }))
      for (const headers of [{}, ...schemes] as Record<string, string>[]) {
        const answer = await fetch(url, { method, headers })
        expect(answer.status, `${method} ${url}`).not.toBe(500)
        const type = answer.headers.get('content-type') ?? ''
        const body = await answer.text()
        if (!type.includes('html')) continue
        for (const [, found] of body.matchAll(/(?:href|src|action)="([^"]+)"/g)) {
          toFollow.push(new URL(found!.replaceAll('&amp;', '&'), url).href)
        }
      }
    }
  }
  expect(followed.size).toBeGreaterThan(30)
  expect([...followed]).toContain(`${journal.url}/review`)
  expect([...followed]).toContain(`${journal.url}/authorship`)
  expect([...followed]).toContain(`${journal.url}/notice`)
  expect([...followed]).toContain(`${journal.url}/report`)
  expect([...followed]).toContain(`${journal.url}/following`)
  // Emails of other journeys may be among them.
  expect([...followed].filter((url) => url.includes('/unfollow?k='))).not.toEqual([])
  expect(await allRows(journal)).toEqual(before)
})

test('one that runs the page’s scripts notes that the link was opened, and nothing else', async ({
  page,
  journal,
  emails,
}) => {
  test.setTimeout(120_000)
  // Emails of other journeys may be among them, whose links open nothing any more.
  const earlier = emails.received.length
  await emailsOfEveryKind(journal, emails)
  const received = emails.received.slice(earlier)
  const links = new Set(received.flatMap(({ text }) => linksIn(text)).filter((link) => SECRET.test(link)))
  expect(links.size).toBeGreaterThanOrEqual(8)
  const withoutUse = async () => {
    const { review_links: opened, ...others } = await allRows(journal)
    return { ...others, opened: opened!.map((row) => ({ ...JSON.parse(row as string), last_used_at: '' })) }
  }
  const before = await withoutUse()
  for (const link of links) {
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  expect(await withoutUse()).toEqual(before)
})
