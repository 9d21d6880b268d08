import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCategory, anArticle, aSignedIn, aVolume, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aFollower, followLink, unfollowLink } from '../../../../tests/support/following-builders.ts'
import { anAnnouncement } from '../../../../tests/support/news-builders.ts'
import { aNotice, aPublished, byLink } from '../../../../tests/support/notice-builders.ts'
import { openSmtpServer, type SmtpServer } from '../../../../tests/support/smtp-server.ts'
import type { OwnFollow } from '../../../contract/api/follows.ts'
import { NOTHING_BEHIND_LINK, UNCONFIRMED_DAYS } from '../../../contract/rules/articles/requests.ts'
import { FOLLOW_ASKED } from '../../../contract/rules/site/follow-states.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { deliverDue } from '../../../platform/email/deliver.ts'
import { forgetAsked } from '../../../platform/email/withdraw.ts'
import { newId } from '../../../platform/ids.ts'
import { personOf } from '../../../platform/personal-data-part.ts'
import { sweepUnconfirmed, TOO_MANY_EMAILS } from '../unconfirmed-addresses.ts'
import { announceNextMorning, nextMonthsMorning, nextMorning, sweepSendings, writeDigests } from './digest.ts'
import { followData } from './personal-data.ts'
import { countFollowers } from './rows.ts'

const anAddress = (name = 'zahra') => `${name}-${newId()}@readers.test`
const later = (ms: number) => new Date(Date.now() + ms)

test('what is published is written about once the morning has come, the next one at the latest', () => {
  const morning = (at: string) => nextMorning(new Date(at)).toISOString()
  expect(morning('2026-06-09T02:59:59.999Z')).toBe('2026-06-09T03:00:00.000Z')
  expect(morning('2026-06-09T03:00:00.000Z')).toBe('2026-06-10T03:00:00.000Z')
  expect(morning('2026-12-31T22:00:00.000Z')).toBe('2027-01-01T03:00:00.000Z')
})

describe('following by email', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let server: SmtpServer
    let samina: SignedIn
    let bilal: SignedIn
    beforeAll(async () => {
      server = await openSmtpServer()
      journal = await open({ smtpUrl: server.url })
      samina = await aSignedIn(journal, { role: 'admin' })
      bilal = await aSignedIn(journal, { role: 'admin' })
    })
    afterAll(() => server.close())

    const follow = (email: string, articleId: string | null = null) =>
      journal.post('/follows', {
        email,
        ...(articleId === null ? {} : { about: [{ scope: 'article', id: articleId }] }),
      })
    const rows = (email: string) =>
      journal.database.db.selectFrom('follows').selectAll().where('email', '=', email).orderBy('id').execute()
    const emailsTo = async (recipient: string, kind?: string) => {
      const found = await journal.database.db
        .selectFrom('outbox')
        .select(['kind', 'sent_at', 'data'])
        .where('recipient', '=', recipient)
        .orderBy('created_at')
        .execute()
      return kind === undefined ? found : found.filter((one) => one.kind === kind)
    }
    const received = (email: string) => server.received.filter(({ to }) => to.includes(email))
    const post = (path: string, form: Record<string, string>) =>
      journal.app.inject({
        ...{ method: 'POST', url: path, payload: new URLSearchParams(form).toString() },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })

    describe('an address', () => {
      test('is written to only when its link has been answered by a POST', async () => {
        const { id } = await anArticle(journal.database)
        const email = anAddress()
        expect(await follow(email.toUpperCase(), id)).toMatchObject({ status: 201, body: { message: FOLLOW_ASKED } })
        expect((await emailsTo(email)).map(({ kind }) => kind)).toEqual(['follow-confirm'])
        const notice = await aNotice(journal, [samina, bilal], 'correction', [id])
        expect(await emailsTo(email)).toHaveLength(1)

        const followId = (await rows(email))[0]!.id
        const link = await followLink(journal.database, followId)
        expect((await byLink(journal, link, '/following/open')).body).toMatchObject({ email, isConfirmed: false })
        expect(await countFollowers(journal.database.db, [id])).toBe(0)
        const said = await byLink(journal, link, '/following/confirm')
        expect(said.body).toMatchObject({ isConfirmed: true, about: { path: `/blog/${id}` }, others: [] })
        // Twice is once.
        await byLink(journal, link, '/following/confirm')
        expect(await countFollowers(journal.database.db, [id])).toBe(1)
        // What was published before is not news.
        expect(JSON.stringify(await emailsTo(email))).not.toContain(notice.id)
      })

      test('the answer and the emails are the same whether it follows already or not', async () => {
        const { id } = await anArticle(journal.database)
        const [follows, other] = [anAddress(), anAddress()]
        await aFollower(journal.database, follows, id)
        const said = []
        for (const email of [follows, other])
          for (let times = 0; times < 6; times++) {
            const { status, body } = await follow(email, id)
            said.push([email === follows, status, body.message])
          }
        expect(said.filter(([isFollower]) => isFollower).map(([, ...one]) => one)).toEqual(
          said.filter(([isFollower]) => !isFollower).map(([, ...one]) => one),
        )
        expect(said.at(-1)).toEqual([false, 429, TOO_MANY_EMAILS])
        expect(await emailsTo(follows)).toHaveLength(5)
        expect(await emailsTo(other)).toHaveLength(5)
        expect((await rows(follows))[0]!.confirmed_at).not.toBeNull()
      })

      test('many at once, for many articles, send it no more emails than the limit', async () => {
        const email = anAddress()
        const articles = []
        for (let count = 0; count < 8; count++) articles.push(await anArticle(journal.database))
        await Promise.all(articles.map(({ id }) => follow(email, id)))
        expect(await emailsTo(email)).toHaveLength(5)
      })

      test('what is not public cannot be followed, and no email says that it exists', async () => {
        const { id } = await anArticle(journal.database, { state: 'pending' })
        const email = anAddress()
        for (const one of [newId(), id]) expect((await follow(email, one)).status).toBe(404)
        expect(await rows(email)).toEqual([])
        expect(await emailsTo(email)).toEqual([])
      })

      test('that nobody has confirmed is deleted after a week', async () => {
        const email = anAddress()
        await follow(email)
        await deliverDue(journal.resources)
        await sweepUnconfirmed(journal.database, later((UNCONFIRMED_DAYS - 1) * DAY_MS))
        expect(await rows(email)).toHaveLength(1)
        await sweepUnconfirmed(journal.database, later((UNCONFIRMED_DAYS + 1) * DAY_MS))
        expect(await rows(email)).toEqual([])
        await forgetAsked(journal.database, Date.now() + 2 * DAY_MS)
        expect(await emailsTo(email)).toEqual([])
      })

      test('a link of another address, or of another kind, opens nothing', async () => {
        const [one, other] = [await aFollower(journal.database, anAddress()), anAddress('other')]
        const stolen = await followLink(journal.database, one, other)
        expect(await byLink(journal, stolen, '/following/open')).toMatchObject({
          status: 404,
          body: { message: NOTHING_BEHIND_LINK },
        })
        expect((await byLink(journal, await unfollowLink(journal.database, one), '/following/open')).status).toBe(401)
        expect((await byLink(journal, await followLink(journal.database, one), '/report/open')).status).toBe(401)
      })
    })

    describe('who follows an article', () => {
      test('hears of a notice once, and its authors as authors; editors learn a number', async () => {
        const { id, ayesha } = await aPublished(journal)
        const email = anAddress()
        await aFollower(journal.database, email, id)
        await aFollower(journal.database, ayesha, id)
        const notice = await aNotice(journal, [samina, bilal], 'retraction', [id])
        expect((await emailsTo(email)).map(({ kind }) => kind)).toEqual(['followed-article'])
        expect((await emailsTo(ayesha)).map(({ kind }) => kind)).toEqual(['notice-published'])
        expect(notice).toMatchObject({ followers: 2 })
        const waiting = (await journal.get('/emails?limit=100', { as: samina })).text
        expect(waiting).not.toContain(email)

        await deliverDue(journal.resources)
        const [sent] = received(email)
        expect(sent!.subject).toMatch(/^Retraction: /)
        expect(sent!.text).toContain(`/blog/${notice.articleId}`)
        // Its address is forgotten.
        expect(await emailsTo(email)).toEqual([])
        expect((await journal.get('/emails?limit=100', { as: samina })).text).not.toContain(email)
      })

      test('hears of a new version without a notice, with its reason', async () => {
        const { id, version } = await anArticle(journal.database)
        const email = anAddress()
        await aFollower(journal.database, email, id)
        const answer = await journal.put(
          `/posts/${id}`,
          { version, pageNum: '41-52', reason: 'The pages were missing.' },
          { as: samina },
        )
        expect(answer.status, answer.text).toBe(200)
        await deliverDue(journal.resources)
        const [sent, ...others] = received(email)
        expect(others).toEqual([])
        expect(sent!.subject).toMatch(/^Version 2: /)
        expect(sent!.text).toContain('The pages were missing.')
        expect(sent!.text).toContain(paths.articleCompare(id, 1, 2))
      })
    })

    describe('every email to a follower', () => {
      const aSent = async () => {
        const { id } = await aPublished(journal)
        const email = anAddress()
        await aFollower(journal.database, email, id)
        await aFollower(journal.database, email)
        await aNotice(journal, [samina, bilal], 'correction', [id])
        await deliverDue(journal.resources)
        const [sent] = received(email)
        return { id, email, sent: sent! }
      }

      test('can be ended by its program alone, as RFC 8058 says; a GET ends nothing', async () => {
        const { email, sent } = await aSent()
        const address = /^<(\S+)>$/.exec(sent.header('list-unsubscribe')!)![1]!
        expect(sent.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
        expect(sent.text).toContain(address)
        const { pathname, search } = new URL(address)
        for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
          await journal.app.inject({ method, url: pathname + search })
        expect((await rows(email)).filter(({ confirmed_at }) => confirmed_at)).toHaveLength(2)

        const answer = await post(pathname + search, { 'List-Unsubscribe': 'One-Click' })
        expect(answer.statusCode).toBe(200)
        expect(answer.headers.location).toBeUndefined()
        expect((await rows(email)).filter(({ confirmed_at }) => confirmed_at)).toMatchObject([{ scope: 'articles' }])
        // Twice is once.
        expect((await post(pathname + search, { 'List-Unsubscribe': 'One-Click' })).statusCode).toBe(200)
      })

      test('as a multipart form too, and with a link that has expired', async () => {
        const { email, sent } = await aSent()
        const { pathname, search } = new URL(sent.header('list-unsubscribe')!.slice(1, -1))
        await journal.database.db
          .updateTable('person_links')
          .set({ expires_at: '2020-01-01T00:00:00.000Z' })
          .where('email', '=', email)
          .execute()
        const boundary = 'abc'
        const payload = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`
        const answer = await journal.app.inject({
          ...{ method: 'POST', url: pathname + search, payload },
          headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        })
        expect(answer.statusCode).toBe(200)
        expect((await rows(email)).filter(({ confirmed_at }) => confirmed_at)).toHaveLength(1)
      })

      test('or by its page, alone or with all that is followed', async () => {
        const { email, sent } = await aSent()
        const { pathname, search } = new URL(sent.header('list-unsubscribe')!.slice(1, -1))
        const answer = await post(pathname + search, { from: 'page', all: 'yes' })
        expect([answer.statusCode, answer.headers.location]).toEqual([303, '/unfollow?state=ended'])
        expect((await rows(email)).filter(({ confirmed_at }) => confirmed_at)).toEqual([])
        const unknown = await post(`${pathname}?k=nothing`, { from: 'page' })
        expect(unknown.headers.location).toBe('/unfollow?state=unknown')
      })

      test('emails that wait when it ends are not sent', async () => {
        const { id } = await aPublished(journal)
        const email = anAddress()
        const followId = await aFollower(journal.database, email, id)
        await aNotice(journal, [samina, bilal], 'correction', [id])
        expect(await emailsTo(email)).toHaveLength(1)
        const stopped = await byLink(journal, await followLink(journal.database, followId), '/following/stop', {
          id: null,
        })
        expect(stopped.body).toMatchObject({ isConfirmed: false, others: [] })
        await deliverDue(journal.resources)
        expect(received(email)).toEqual([])
        expect(await emailsTo(email)).toEqual([])
      })

      test('an address that a mail server refuses for good follows nothing any more', async () => {
        const { id } = await aPublished(journal)
        const email = anAddress()
        await aFollower(journal.database, email, id)
        await aNotice(journal, [samina, bilal], 'correction', [id])
        server.trouble = 'unknown'
        await deliverDue(journal.resources)
        server.trouble = null
        expect(await rows(email)).toEqual([])
        expect((await journal.get('/emails?limit=100', { as: samina })).text).not.toContain(email)
      })
    })

    describe('who follows the journal', () => {
      const digestOf = (email: string) => received(email).filter(({ subject }) => /new publication/.test(subject))

      test('gets one email in the morning for all that is new, and none when nothing is', async () => {
        const email = anAddress()
        await aFollower(journal.database, email)
        const before = await anArticle(journal.database, { title: 'An old one' })
        await journal.database.db
          .updateTable('follows')
          .set({ told_until: new Date().toISOString() })
          .where('email', '=', email)
          .execute()
        const titles = ['Roots of <i>Prosopis</i>', 'Leaves & stems']
        const made = []
        for (const title of titles)
          made.push(await anArticle(journal.database, { title, published_at: later(1000).toISOString() }))
        await writeDigests(journal.database, later(20 * MINUTE_MS))
        // By another process too, or again after one that died.
        await Promise.all([1, 2].map(() => writeDigests(journal.database, later(21 * MINUTE_MS))))
        expect(await emailsTo(email, 'new-articles')).toHaveLength(1)
        await deliverDue(journal.resources)
        const [sent, ...others] = digestOf(email)
        expect(others).toEqual([])
        for (const { id } of made) expect(sent!.text).toContain(paths.article(id))
        expect(sent!.text).toContain('Roots of Prosopis')
        expect(sent!.html).toContain('<i>Prosopis</i>')
        expect(sent!.text).not.toContain(paths.article(before.id))
        expect(sent!.header('list-unsubscribe')).toBeTruthy()
        await writeDigests(journal.database, later(2 * DAY_MS))
        await deliverDue(journal.resources)
        expect(digestOf(email)).toHaveLength(1)
      })

      test('publishing enqueues it once a day, in the transaction that publishes', async () => {
        const jobs = () =>
          journal.database.db.selectFrom('jobs').select(['subject', 'run_after']).where('kind', '=', 'digest').execute()
        await journal.database.db.deleteFrom('jobs').where('kind', '=', 'digest').execute()
        const failed = journal.database.transaction(async (tx) => {
          await announceNextMorning(tx, '2026-06-09T10:00:00.000Z')
          throw new Error('The process ends here.')
        })
        await expect(failed).rejects.toThrow()
        expect(await jobs()).toEqual([])
        for (const at of ['2026-06-09T10:00:00.000Z', '2026-06-09T11:00:00.000Z'])
          await journal.database.transaction((tx) => announceNextMorning(tx, at))
        expect(await jobs()).toEqual([
          { subject: '2026-06-10', run_after: '2026-06-10T03:10:00.000Z' },
          // For those who read once a month.
          { subject: 'month 2026-07', run_after: '2026-07-01T03:10:00.000Z' },
        ])
        const { id } = await aPublished(journal)
        await aNotice(journal, [samina, bilal], 'correction', [id])
        expect((await jobs()).filter(({ subject }) => !subject.startsWith('month'))).toHaveLength(2)
      })
    })

    describe('categories, authors, keywords, volumes and news', () => {
      const TOMORROW = 20 * MINUTE_MS
      const inAnHour = (ms: number) => later(1000 + ms).toISOString()
      const emailsAbout = (email: string) =>
        journal.database.db.selectFrom('outbox').selectAll().where('recipient', '=', email).where('kind', '=', 'new-articles').execute() // prettier-ignore
      const idsIn = async (email: string) =>
        (await emailsAbout(email)).flatMap(({ data }) => (JSON.parse(data) as { articleIds: string[] }).articleIds)
      const ORCID = '0000-0002-1825-0097'
      const author = { full_name: 'Josiah Carberry', orcid: ORCID, email: 'josiah@plants.test' }
      const published = (more: Parameters<typeof anArticle>[1] = {}) =>
        anArticle(journal.database, { published_at: inAnHour(0), ...more })

      test('an article that fits several things that an address follows is written about once, with why', async () => {
        const category = await aCategory(journal.database, { name: 'Ecology & Climate' })
        await published({
          keywords: 'Drought stress',
          contributors: [author],
          published_at: '2020-01-01T00:00:00.000Z',
        })
        const email = anAddress()
        for (const followed of [
          { scope: 'category', id: category.id },
          { scope: 'author', id: ORCID },
          { scope: 'keyword', id: 'drought-stress' },
        ] as const)
          await aFollower(journal.database, email, followed)
        const both = await published({ category, keywords: 'drought stress, roots', contributors: [author] })
        const one = await published({ keywords: 'DROUGHT STRESS' })
        const other = await published({ keywords: 'drought' })
        const at = later(TOMORROW)
        // By two processes, and again by one whose clock is a day ahead, and is right again.
        await Promise.all([1, 2].map(() => writeDigests(journal.database, at)))
        await writeDigests(journal.database, new Date(at.getTime() + DAY_MS))
        await journal.database.db
          .updateTable('follows')
          .set({ told_until: '2026-01-01T00:00:00.000Z' })
          .where('email', '=', email)
          .execute()
        await writeDigests(journal.database, at)
        expect((await idsIn(email)).toSorted()).toEqual([both.id, one.id].toSorted())
        await deliverDue(journal.resources)
        const [sent, ...others] = received(email)
        expect(others).toEqual([])
        expect(sent!.text).toMatch(/Because you follow: Josiah Carberry, Ecology & Climate, drought stress/i)
        expect(sent!.text).not.toContain(paths.article(other.id))
        expect(sent!.html).toContain('Ecology &amp; Climate')
      })

      test('a clock that is wrong by a year or a month costs nobody an email, and tells nobody twice', async () => {
        const category = await aCategory(journal.database)
        const [daily, monthly] = [anAddress('daily'), anAddress('monthly')]
        await aFollower(journal.database, daily, { scope: 'category', id: category.id })
        await aFollower(journal.database, monthly, { scope: 'category', id: category.id }, 'monthly')
        const ids: string[] = []
        const publishedAfter = async (ms: number) => {
          const { id } = await published({ category, published_at: later(ms).toISOString() })
          ids.push(id)
        }
        /** The mornings of both rhythms, by processes whose clocks are so far ahead. */
        const mornings = (...ahead: number[]) =>
          Promise.all(
            ahead.flatMap((ms) =>
              (['daily', 'monthly'] as const).map((rhythm) => writeDigests(journal.database, later(ms), rhythm)),
            ),
          )
        const everybodyWasToldOnce = async () => {
          for (const email of [daily, monthly]) expect((await idsIn(email)).toSorted(), email).toEqual(ids.toSorted())
        }
        // Other tests have published until then.
        const [HOUR, MONTH, YEAR] = [60 * MINUTE_MS, 30 * DAY_MS, 365 * DAY_MS]

        await publishedAfter(HOUR)
        await mornings(YEAR)
        await everybodyWasToldOnce()
        // The clock is right again, in one process at first.
        await publishedAfter(2 * HOUR)
        await mornings(DAY_MS, YEAR)
        await everybodyWasToldOnce()
        // It is wrong, and something is published.
        await publishedAfter(YEAR + DAY_MS)
        await mornings(YEAR + 2 * DAY_MS)
        await sweepSendings(journal.database, later(YEAR + 2 * DAY_MS))
        await everybodyWasToldOnce()
        await publishedAfter(DAY_MS + HOUR)
        await mornings(2 * DAY_MS)
        await everybodyWasToldOnce()
        await mornings(-MONTH)
        await publishedAfter(2 * DAY_MS + HOUR)
        await mornings(3 * DAY_MS, -MONTH)
        await mornings(3 * DAY_MS)
        await everybodyWasToldOnce()
        // What was published before someone followed is not news, whatever the clock was.
        const late = anAddress('late')
        await aFollower(journal.database, late, { scope: 'category', id: category.id })
        await mornings(-MONTH)
        await mornings(20 * MINUTE_MS)
        const { created_at: now } = (await rows(late))[0]!
        const before = await published({ category, published_at: new Date(Date.parse(now) - DAY_MS).toISOString() })
        await mornings(4 * DAY_MS)
        expect(await idsIn(late)).not.toContain(before.id)
      })

      test('not of what is retracted, archived or a sample, also if it became so before the email left', async () => {
        const email = anAddress()
        await aFollower(journal.database, email)
        const kept = await published()
        const [sample, retracted] = [await published({ origin: 'sample' }), await published({ standing: 'retracted' })]
        const late = await published()
        await writeDigests(journal.database, later(TOMORROW))
        const told = await idsIn(email)
        expect(told).toEqual(expect.arrayContaining([kept.id, late.id]))
        for (const { id } of [sample, retracted]) expect(told).not.toContain(id)
        await journal.database.db
          .updateTable('articles')
          .set({ standing: 'retracted' })
          .where('id', '=', late.id)
          .execute()
        await deliverDue(journal.resources)
        const [sent] = received(email)
        expect(sent!.text).toContain(paths.article(kept.id))
        expect(sent!.text).not.toContain(paths.article(late.id))
      })

      test('once a month, if that was chosen; what the morning has told is not told again', async () => {
        const email = anAddress()
        await aFollower(journal.database, email, null, 'monthly')
        const category = await aCategory(journal.database)
        await aFollower(journal.database, email, { scope: 'category', id: category.id })
        const [daily, monthly] = [await published({ category }), await published()]
        await writeDigests(journal.database, later(TOMORROW))
        expect(await idsIn(email)).toEqual([daily.id])
        await writeDigests(journal.database, later(TOMORROW + DAY_MS), 'monthly')
        const told = await idsIn(email)
        expect(told).toContain(monthly.id)
        expect(told.filter((id) => id === daily.id)).toHaveLength(1)
        expect(nextMonthsMorning(new Date('2026-06-09T10:00:00.000Z')).toISOString()).toBe('2026-07-01T03:00:00.000Z')
        expect(nextMonthsMorning(new Date('2026-06-30T04:00:00.000Z')).toISOString()).toBe('2026-07-01T03:00:00.000Z')
        expect(nextMonthsMorning(new Date('2026-12-31T23:59:59.999Z')).toISOString()).toBe('2027-01-01T03:00:00.000Z')
        expect(nextMonthsMorning(new Date('2026-07-01T03:00:00.000Z')).toISOString()).toBe('2026-08-01T03:00:00.000Z')
      })

      test('a volume is told when it has appeared, news when they are shown, each once', async () => {
        const email = anAddress()
        await aFollower(journal.database, email, { scope: 'volumes', id: null })
        await aFollower(journal.database, email, { scope: 'news', id: null })
        const volume = await aVolume(journal.database, { title: 'Volume 7 <of> roots' })
        await published({ volume })
        await published({ volume })
        const news = await anAnnouncement(journal.database, samina.user, { title: 'A call & more', body: 'Of *salt*.' })
        await anAnnouncement(journal.database, samina.user, { title: 'Later', from: '2999-01-01' })
        for (const days of [0, 1, 2]) await writeDigests(journal.database, later(TOMORROW + days * DAY_MS))
        await deliverDue(journal.resources)
        const [sent, ...others] = received(email)
        expect(others).toEqual([])
        expect(sent!.subject).toMatch(/^1 new volume in/)
        expect(sent!.text).toContain('Volume 7 <of> roots\nContents: 2 articles')
        expect(sent!.text).toContain(paths.newsItem(news.slug))
        expect(sent!.html).toContain('Volume 7 &lt;of&gt; roots')
        expect(sent!.text).not.toContain('Later')
      })

      test('one email asks about all that was chosen, one answer confirms it, and one press of a program ends it', async () => {
        const [one, other] = [await aCategory(journal.database), await aCategory(journal.database)]
        const { id } = await anArticle(journal.database)
        const email = anAddress()
        const about = [one, other].map((category) => ({ scope: 'category', id: category.id }))
        const asked = await journal.post('/follows', { email, about: [...about, { scope: 'news' }], rhythm: 'monthly' })
        expect(asked.status, asked.text).toBe(201)
        expect(await emailsTo(email)).toHaveLength(1)
        await published({ category: one })
        await writeDigests(journal.database, later(TOMORROW), 'monthly')
        expect(await emailsTo(email)).toHaveLength(1)
        const [first] = await rows(email).then((all) => all.filter(({ id, asked_as }) => id === asked_as))
        const link = await followLink(journal.database, first!.id)
        const opened = (await byLink(journal, link, '/following/open')).body as OwnFollow
        expect([opened.about, ...opened.with].map(({ scope, rhythm }) => `${scope} ${rhythm}`).toSorted()).toEqual([
          ...['category monthly', 'category monthly', 'news monthly'],
        ])
        await byLink(journal, link, '/following/confirm')
        expect((await rows(email)).filter(({ confirmed_at }) => confirmed_at)).toHaveLength(3)
        await aFollower(journal.database, email, id)
        await published({ category: one })
        await writeDigests(journal.database, later(TOMORROW + 2000), 'monthly')
        await deliverDue(journal.resources)
        const sent = received(email).at(-1)!
        const { pathname, search } = new URL(sent.header('list-unsubscribe')!.slice(1, -1))
        for (const method of ['GET', 'HEAD'] as const) await journal.app.inject({ method, url: pathname + search })
        expect((await rows(email)).filter(({ confirmed_at }) => confirmed_at)).toHaveLength(4)
        expect((await post(pathname + search, { 'List-Unsubscribe': 'One-Click' })).statusCode).toBe(200)
        // It holds; the article has emails and an end of its own.
        expect((await rows(email)).filter(({ confirmed_at }) => confirmed_at)).toMatchObject([{ scope: 'article' }])
        await published({ category: one })
        await writeDigests(journal.database, later(TOMORROW + 5000), 'monthly')
        await deliverDue(journal.resources)
        expect(received(email).at(-1)).toBe(sent)
      })

      test('what was sent is forgotten with the last thing that an address follows', async () => {
        const email = anAddress()
        const id = await aFollower(journal.database, email)
        await published()
        await writeDigests(journal.database, later(TOMORROW))
        const sendings = () =>
          journal.database.db.selectFrom('alert_sendings').selectAll().where('email', '=', email).execute()
        expect((await sendings()).length).toBeGreaterThan(0)
        await byLink(journal, await followLink(journal.database, id), '/following/stop', { id: null })
        expect(await sendings()).toEqual([])
      })

      test('nobody but the owner changes the rhythm of what is followed; editors learn numbers', async () => {
        const email = anAddress()
        await aFollower(journal.database, email)
        await journal.post('/follows', { email, rhythm: 'monthly' })
        expect(await rows(email)).toMatchObject([{ rhythm: 'daily' }])
        const counts = await journal.get('/follows/counts', { as: samina })
        expect(counts.body.byScope).toContainEqual({ scope: 'articles', addresses: expect.any(Number) })
        expect(counts.text).not.toContain('@')
      })

      test.each([
        [{ scope: 'category', id: 'nothing' }, 404],
        [{ scope: 'author', id: '0000-0001-0000-0009' }, 404],
        [{ scope: 'keyword', id: 'never-used' }, 404],
        [{ scope: 'keyword', id: '<script>' }, 400],
        [{ scope: 'category' }, 400],
        [{ scope: 'news', id: 'x' }, 400],
        [{ scope: 'users' }, 400],
      ])('%o cannot be followed', async (about, status) => {
        const email = anAddress()
        expect((await journal.post('/follows', { email, about: [about] })).status).toBe(status)
        expect(await rows(email)).toEqual([])
      })

      test('the forms of lists and of the page to choose on work without scripts', async () => {
        const category = await aCategory(journal.database)
        const email = anAddress()
        const form = new URLSearchParams([
          ...[['email', email], ['category', category.id], ['volumes', 'yes'], ['rhythm', 'monthly']],
        ]) // prettier-ignore
        const chosen = await journal.app.inject({
          ...{ method: 'POST', url: paths.follow, payload: form.toString() },
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
        expect(chosen.headers.location).toBe('/follow?state=sent')
        expect((await rows(email)).map(({ scope, rhythm }) => `${scope} ${rhythm}`).toSorted()).toEqual([
          ...['category monthly', 'volumes monthly'],
        ])
        const other = anAddress()
        const boxed = await post(paths.follow, { email: other, about: `category:${category.id}` })
        expect(boxed.headers.location).toBe(`/follow?state=sent&about=category%3A${category.id}`)
        expect(await rows(other)).toMatchObject([{ scope: 'category', rhythm: 'daily' }])
      })
    })

    test('the form of a page without scripts comes back with what happened', async () => {
      const { id } = await anArticle(journal.database)
      const email = anAddress()
      const at = async (form: Record<string, string>) => (await post(paths.follow, form)).headers.location
      expect(await at({ email, article: id })).toBe(`/follow?state=sent&article=${id}`)
      expect(await at({ email: 'not an address', article: id })).toBe(`/follow?state=address&article=${id}`)
      expect(await at({ email, article: newId() })).toBe('/follow?state=gone')
      for (let times = 0; times < 4; times++) await at({ email })
      expect(await at({ email })).toBe('/follow?state=often')
      expect(await at({})).toBe('/follow?state=address')
    })

    test('an account is given what it follows, and its address is gone with it', async () => {
      const { user } = await aSignedIn(journal, { email: anAddress('own') })
      const { id } = await anArticle(journal.database, { title: 'Of roots' })
      await aFollower(journal.database, user.email, id)
      const given: unknown[] = []
      for await (const one of followData.give!(journal.database.db, personOf(user))) given.push(one)
      expect(given).toMatchObject([{ email: user.email, follows: 'Of roots' }])
      await journal.database.transaction((tx) => followData.erase!(tx, personOf(user), {} as never))
      expect(await rows(user.email)).toEqual([])
    })

    test('the owner of an address sees all that it follows, and can end each', async () => {
      const email = anAddress()
      const { id } = await anArticle(journal.database)
      const own = await aFollower(journal.database, email)
      const other = await aFollower(journal.database, email, id)
      const link = await followLink(journal.database, own)
      const opened = (await byLink(journal, link, '/following/open')).body as OwnFollow
      expect(opened).toMatchObject({ about: { scope: 'articles' }, isConfirmed: true, others: [{ id: other }] })
      const stranger = await aFollower(journal.database, anAddress('stranger'), id)
      for (const one of [other, stranger]) await byLink(journal, link, '/following/stop', { id: one })
      expect(await rows(email)).toHaveLength(1)
      expect(await countFollowers(journal.database.db, [id])).toBe(1)
    })
  })
})
