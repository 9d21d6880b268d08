import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allRows } from '../../../../tests/support/all-tables.ts'
import { times } from '../../../../tests/support/long.ts'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import {
  aFile,
  anArticle,
  aReviewer,
  aSignedIn,
  aUser,
  PASSWORD,
  type SignedIn,
} from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, asCaller, decided, invited } from '../../../../tests/support/review-builders.ts'
import { LAST_ADMINISTRATOR } from '../../../contract/api/users.ts'
import { FORMER_ACCOUNT } from '../../../contract/rules/accounts/users.ts'
import { personalDataParts } from '../../../app/personal-data-parts.ts'
import { loadContributors } from '../../publication/articles/contributor-rows.ts'
import { findCase } from '../../peer-review/cases/case-rows.ts'
import { sendCaseMessage } from '../../peer-review/cases/notify.ts'
import { withdrawManuscript } from '../../peer-review/cases/withdraw.ts'
import { forgetLastEmails } from '../../../platform/email/withdraw.ts'
import { sweepFiles } from '../../publication/files/sweep.ts'
import { makeLink } from '../users/account-links.ts'
import { deleteAccount } from './delete-account.ts'

const NAME = 'Quillon Vanderbeke'
const EMAIL = 'quillon@vanderbeke.test'
const FURTHER = 'q.vanderbeke@elsewhere.test'
const PHONE = '+31 600 777123'
const ORCID = '0000-0002-1825-0097'
/** Whatever identifies them, in whichever form it may be stored. */
const TRACE = /quillon|vanderbeke|777123|0000-0002-1825-0097|Zutphen|duckweeds since/i

describe('an account that is deleted', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin', fullName: 'Ada Administrator' })
    })

    const remove = (as: SignedIn, body: object = {}) =>
      journal.post(
        '/own-data/delete-account',
        { currentPassword: PASSWORD, confirmation: as.user.email, ...body },
        { as },
      )
    const removeAs = (by: SignedIn, { user }: Pick<SignedIn, 'user'>, body: object = {}) =>
      journal.post(
        `/users/${user.id}/delete-account`,
        { currentPassword: PASSWORD, confirmation: user.email, ...body },
        { as: by },
      )
    const rowOf = (id: string) =>
      journal.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

    /** Someone of whom the journal holds something in every part. */
    async function someone(): Promise<SignedIn> {
      const { database } = journal
      const registered = await journal.post('/auth/register', {
        ...{ fullName: NAME, username: 'quillon_v', email: EMAIL, password: PASSWORD },
        ...{ phoneNumber: PHONE, location: 'Zutphen', orc_id: ORCID },
      })
      expect(registered.status, registered.text).toBe(201)
      const { id } = registered.body.user
      const here: SignedIn = { ...registered.body, headers: { authorization: `Bearer ${registered.body.accessToken}` } }
      // Refused sign-ins with the address are in the log.
      await journal.post('/auth/login', { email: EMAIL, password: 'Wrong-password-1' })
      const profile = { fullName: NAME, username: 'quillon_v', phoneNumber: PHONE, location: 'Zutphen' }
      const bio = 'Studies duckweeds since 1999.'
      const changed = await journal.put(
        `/users/${id}`,
        { ...profile, email: FURTHER, bio, currentPassword: PASSWORD },
        { as: here },
      )
      expect(changed.status, changed.text).toBe(200)
      await database.db
        .updateTable('users')
        .set({ email_confirmed_at: '2026-01-01T00:00:00.000Z' })
        .where('id', '=', id)
        .execute()
      await database.transaction((tx) => makeLink(tx, { userId: id, purpose: 'password-reset', email: EMAIL }))
      await journal.post('/auth/forgot-password', { email: EMAIL })
      return { ...here, user: await rowOf(id) }
    }
    const themselves = { full_name: NAME, email: EMAIL, orcid: ORCID, role: 'Corresponding Author' } as const

    test('is in no table any more, except as the author of what was published', async () => {
      const { database } = journal
      const person = await someone()
      const { user } = person
      // Published: authorship stays as printed.
      const published = await anArticle(database, {
        submitter: user,
        contributors: [themselves],
        manuscripts: ['Final.docx'],
      })
      // Declined: a letter that greets them, a message that they signed, a file with their name.
      const declined = await aCase(database, {
        submitter: user,
        contributors: [themselves, { full_name: 'Bruno Kovář', email: 'bruno@plants.test' }],
        manuscripts: ['Quillon_Vanderbeke manuscript.docx'],
        comments: `Please write to ${FURTHER}.`,
        competing_interests: `${NAME} advises a seed company.`,
        acknowledgements: `${NAME} thanks the station.`,
      })
      const letter = `Dear ${NAME} and Bruno Kovář,\n\nwe will not publish it.`
      await database.transaction((tx) =>
        sendCaseMessage(tx, { userId: user.id }, 'author', { articleId: declined.id, text: `Any news?\n${NAME}` }),
      )
      await decided(database, asCaller(admin), declined.id, 'decline', { letter })
      // Withdrawn by themselves, with a reason.
      const withdrawn = await aCase(database, { submitter: user, contributors: [themselves], manuscripts: [] })
      await database.transaction(async (tx) =>
        withdrawManuscript(tx, { userId: user.id }, 'author', (await findCase(tx, withdrawn.id))!, `Sorry. ${NAME}`),
      )
      // Deleted by themselves before anybody was invited: in the bin for thirty days.
      const binned = await aCase(database, { submitter: user, contributors: [themselves] })
      expect((await journal.send('DELETE', `/posts/delete/${binned.id}`, undefined, { as: person })).status).toBe(200)
      // A reviewer who has been invited, and a colleague whom an author suggests.
      const reviewer = await aReviewer(database, { fullName: NAME, emails: [EMAIL], orcid: ORCID })
      const reviewed = await aCase(database, { submitter: await aUser(database) })
      const [assignment] = await invited(database, asCaller(admin), reviewed.id, { reviewers: [reviewer] })
      const stray = await aFile(database, { name: `${NAME}.pdf`, owner: user, store: journal.resources.store })

      const named = [...(await allRows(database))].filter(([, rows]) => rows.some((row) => TRACE.test(row)))
      // Without this, nothing would be shown by what follows.
      expect(named.map(([table]) => table)).toEqual(
        expect.arrayContaining([
          ...['account_links', 'article_heads', 'articles', 'audit_entries', 'case_messages', 'contributors'],
          ...['decisions', 'deleted_articles', 'files', 'outbox', 'review_assignments', 'review_cases'],
          ...['reviewer_addresses', 'reviewers', 'users'],
        ]),
      )
      const entriesBefore = await database.db.selectFrom('audit_entries').selectAll().orderBy('seq').execute()
      const answer = await remove(person)
      expect(answer.status, answer.text).toBe(200)

      const authorship = await database.db
        .selectFrom('article_contributors')
        .select('contributor_id')
        .where('article_id', '=', published.id)
        .execute()
      const printed = new Set(authorship.map(({ contributor_id }) => contributor_id))
      const printedWith = (row: string) => [published.id, ...printed].some((id) => row.includes(`"${id}"`))
      for (const [table, rows] of await allRows(database)) {
        for (const row of rows) {
          const isAuthorship = printedWith(row) && /^(contributors|article_heads|article_terms|term)/.test(table)
          if (!isAuthorship && TRACE.test(row)) expect.fail(`${table}: ${row}`)
        }
      }
      // As printed.
      const shown = await journal.get(`/posts/details/${published.id}`)
      expect(shown.body.contributors[0].contributor).toMatchObject({ fullName: NAME, orcidId: ORCID, email: EMAIL })
      expect(shown.body.author).toEqual({ fullName: NAME })
      const forEditors = (await journal.get(`/posts/details/${published.id}`, { as: admin })).body
      expect(forEditors.author).toEqual({ fullName: FORMER_ACCOUNT })

      // The log has lost no entry and no order, and nothing but values about the person.
      const entriesAfter = await database.db.selectFrom('audit_entries').selectAll().orderBy('seq').execute()
      const outline = ({ seq, id, at, actor_id, action, subject }: (typeof entriesAfter)[number]) => ({
        ...{ seq, id, at, actor_id, action, subject },
      })
      expect(entriesAfter.slice(0, entriesBefore.length).map(outline)).toEqual(entriesBefore.map(outline))
      for (const [at, before] of entriesBefore.entries()) {
        const after = entriesAfter[at]!
        if (TRACE.test(JSON.stringify(before))) continue
        expect([after.before, after.after], before.action).toEqual([before.before, before.after])
      }
      const log = await loadAuditEntries(database, user.id)
      expect(log.find(({ action }) => action === 'user.register')!.after).toEqual({
        ...{ fullName: '(erased)', username: '(erased)', email: '(erased)' },
      })
      expect(log.find(({ action }) => action === 'session.refuse')!.after).toEqual({
        ...{ email: '(erased)', failuresWithinAnHour: 1 },
      })
      expect(log.at(-1)).toMatchObject({ action: 'user.delete', actor_id: user.id, after: { publishedArticles: 1 } })
      // The record of peer review stays, without a name.
      const kept = await database.db
        .selectFrom('decisions')
        .select('letter')
        .where('article_id', '=', declined.id)
        .executeTakeFirstOrThrow()
      expect(kept.letter).toBe(`Dear ${FORMER_ACCOUNT} and Bruno Kovář,\n\nwe will not publish it.`)
      // The open invitation has ended, and files that belong to nothing are swept.
      const ended = await database.db
        .selectFrom('review_assignments')
        .select(['state', 'close_reason'])
        .where('id', '=', assignment!.id)
        .executeTakeFirstOrThrow()
      expect(ended).toMatchObject({ state: 'cancelled', close_reason: 'erased' })
      await sweepFiles(journal.resources)
      expect(await journal.resources.store.open(stray.id)).toBeNull()
    })

    test('signs in as nobody does, and its address is free for a new account', async () => {
      const person = await aSignedIn(journal)
      const elsewhere = await aSignedIn(journal, { user: person.user })
      const { email } = person.user
      expect((await remove(person)).status).toBe(200)
      for (const session of [person, elsewhere]) {
        expect((await journal.get('/users/me', { as: session })).status).toBe(401)
        const refreshed = await journal.post('/auth/refresh', { refreshToken: session.refreshToken, rotate: true })
        expect(refreshed.status).toBe(401)
      }
      const nobody = await journal.post('/auth/login', { email: 'nobody@plants.test', password: PASSWORD })
      const former = await journal.post('/auth/login', { email, password: PASSWORD })
      expect([former.status, former.body.message]).toEqual([nobody.status, nobody.body.message])
      const tombstone = await rowOf(person.user.id)
      const byItsRow = await journal.post('/auth/login', { email: tombstone.email, password: PASSWORD })
      expect([byItsRow.status, byItsRow.body.message]).toEqual([nobody.status, nobody.body.message])
      expect((await journal.get(`/users/${person.user.id}`, { as: admin })).status).toBe(404)
      expect((await journal.get('/users?limit=100', { as: admin })).text).not.toContain(FORMER_ACCOUNT)
      const again = await journal.post('/auth/register', {
        ...{ fullName: 'Someone Else', username: 'someone_else', email, password: PASSWORD },
        ...{ phoneNumber: PHONE, location: 'Multan' },
      })
      expect(again.status, again.text).toBe(201)
      expect(again.body.user.id).not.toBe(person.user.id)
    })

    test('with a name of nothing but signs, beside files and texts of signs, is deleted at once', async () => {
      const person = await aSignedIn(journal)
      await journal.database.db
        .updateTable('users')
        .set({ full_name: '- '.repeat(50).trim(), phone_number: '-'.repeat(20) })
        .where('id', '=', person.user.id)
        .execute()
      const article = await aCase(journal.database, { submitter: person.user })
      const text = '-'.repeat(5_000)
      await journal.database.transaction((tx) =>
        sendCaseMessage(tx, { userId: person.user.id }, 'author', { articleId: article.id, text }),
      )
      await aFile(journal.database, { owner: person.user, name: `${'-'.repeat(200)}.pdf` })
      await journal.database.transaction(async (tx) =>
        withdrawManuscript(tx, { userId: person.user.id }, 'author', (await findCase(tx, article.id))!, text),
      )
      expect((await remove(person)).status).toBe(200)
      const kept = await journal.database.db
        .selectFrom('case_messages')
        .select('text')
        .where('article_id', '=', article.id)
        .executeTakeFirst()
      expect(kept?.text).toBe(text)
    })

    test('takes no words out of what others have written by a name, number or address that came later', async () => {
      const { database } = journal
      const person = await aSignedIn(journal, { fullName: NAME })
      const others = { full_name: 'Bruno Kovář', email: 'bruno@plants.test' }
      const article = await aCase(database, { submitter: person.user, contributors: [themselves, others] })
      const letter = `Dear ${NAME},\n\nwe decline it because the data were made up, in 2024. Write to ${FURTHER}.`
      await decided(database, asCaller(admin), article.id, 'decline', { letter })
      const entries = () =>
        database.db.selectFrom('audit_entries').select(['seq', 'after']).where('subject', '=', article.id).execute()
      const before = await entries()
      for (const fullName of ['Bruno Kovář', 'decline', 'because the data were made up']) {
        const profile = { fullName, username: person.user.username, phoneNumber: '2024', location: null, bio: null }
        const changed = await journal.put(
          `/users/${person.user.id}`,
          { ...profile, email: FURTHER, currentPassword: PASSWORD },
          { as: person },
        )
        expect(changed.status, changed.text).toBe(200)
      }
      expect((await remove(person)).status).toBe(200)
      const kept = await database.db
        .selectFrom('decisions')
        .select('letter')
        .where('article_id', '=', article.id)
        .executeTakeFirstOrThrow()
      expect(kept.letter).toBe(letter.replace(NAME, FORMER_ACCOUNT))
      const authors = await loadContributors(database.db, [article.id])
      expect(authors.map(({ fullName }) => fullName)).toEqual([FORMER_ACCOUNT, others.full_name])
      expect(await entries()).toEqual(before)
    })

    test('needs the password and the address, typed', async () => {
      const person = await aSignedIn(journal)
      const wrong = await remove(person, { currentPassword: 'Wrong-password-1' })
      expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['currentPassword']])
      const another = await remove(person, { confirmation: admin.user.email })
      expect([another.status, Object.keys(another.body.errors)]).toEqual([400, ['confirmation']])
      expect((await rowOf(person.user.id)).deleted_at).toBeNull()
      expect((await remove(person, { confirmation: person.user.email.toUpperCase() })).status).toBe(200)
    })

    test('is refused while someone would be left with nobody to talk to, with a sentence that says why', async () => {
      const author = await aSignedIn(journal)
      await aCase(journal.database, { submitter: author.user, title: 'Leaves in <i>shade</i>' })
      const refused = await remove(author)
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'Your manuscripts are still with us: “Leaves in shade”. Please withdraw them on their pages first, or wait until they are published or declined.',
      ])
      expect((await journal.get('/own-data', { as: author })).body.obstacles).toEqual([refused.body.message])

      const editor = await aSignedIn(journal, { role: 'admin' })
      const article = await aCase(journal.database)
      await journal.database.db
        .updateTable('review_cases')
        .set({ editor_id: editor.user.id })
        .where('article_id', '=', article.id)
        .execute()
      const { number } = (await findCase(journal.database.db, article.id))!
      expect((await remove(editor)).body.message).toBe(
        `You are an editor of ${number}. Please first hand over those that are still open.`,
      )
      // To others it is not told which: one of them may be its author.
      expect((await removeAs(admin, editor)).body.message).toBe(
        'This account edits 1 open manuscript. Please give them to another editor first.',
      )
      await journal.database.db.updateTable('review_cases').set({ editor_id: null }).execute()
      expect((await remove(editor)).status).toBe(200)
    })

    test('is never the last administrator', async () => {
      const lonely = await open()
      const only = await aSignedIn(lonely, { role: 'admin' })
      const attempt = (as: SignedIn) =>
        lonely.post('/own-data/delete-account', { currentPassword: PASSWORD, confirmation: as.user.email }, { as })
      expect((await attempt(only)).body.message).toBe(LAST_ADMINISTRATOR)
      const second = await aSignedIn(lonely, { role: 'admin' })
      // Both at once: one of them stays.
      const both = await Promise.all([attempt(only), attempt(second)])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    })

    test('is deleted by an administrator on request, who is named in the log and told nothing of reviews', async () => {
      const person = await aSignedIn(journal)
      const author = await aSignedIn(journal)
      expect((await removeAs(author, person)).status).toBe(403)
      expect((await journal.get(`/users/${person.user.id}/own-data`, { as: admin })).body).toMatchObject({
        ...{ reviews: null, email: person.user.email, obstacles: [] },
      })
      expect((await removeAs(admin, person, { currentPassword: 'Wrong-password-1' })).status).toBe(400)
      expect((await removeAs(admin, person)).status).toBe(200)
      expect((await loadAuditEntries(journal.database, person.user.id)).at(-1)).toMatchObject({
        ...{ action: 'user.delete', actor_id: admin.user.id },
      })
      expect((await removeAs(admin, person)).status).toBe(404)
    })

    test('is deleted once, if asked for twice at once', async () => {
      const person = await aSignedIn(journal)
      const answers = await Promise.all([remove(person), remove(person), removeAs(admin, person)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const { status } of answers) expect([200, 401, 404]).toContain(status)
      const entries = await loadAuditEntries(journal.database, person.user.id)
      expect(entries.filter(({ action }) => action === 'user.delete')).toHaveLength(1)
    })

    test('either stays with its manuscript, or goes before it arrives, if both happen at once', async () => {
      // The first alone, to show that it would arrive; then at once, in either order.
      for (let round = 0; round < times(4, 40); round++) {
        const person = await aSignedIn(journal)
        const template = await anArticle(journal.database, { state: 'public' })
        const file = await aFile(journal.database, {
          name: 'manuscript.docx',
          mediaType: 'application/msword',
          owner: person.user,
        })
        const submission = {
          ...{ title: `Roots in a race ${round}`, keywords: 'roots', categoryId: template.category_id },
          ...{ excerpt: 'Roots of wheat grow deeper in dry soil, as this trial shows again.' },
          ...{ abstract: '<p>We measured the roots of wheat in dry soil for three years.</p>' },
          files: [`/files/${file.id}/manuscript.docx`],
          contributors: [
            { fullName: 'Rosa Gardener', email: 'rosa@plants.test', affiliation: 'Kew', role: 'Corresponding Author' },
          ],
        }
        const submit = () => journal.post('/posts', submission, { as: person })
        const first = round === 0 ? await submit() : undefined
        if (first) expect(first.status, first.text).toBe(201)
        const either = round % 2 ? [submit, () => remove(person)] : [() => remove(person), submit]
        const [one, other] = await Promise.all(either.map((send) => send()))
        const [submitted, deleted] = round % 2 ? [one!, other!] : [other!, one!]
        const articles = await journal.database.db
          .selectFrom('articles')
          .select('id')
          .where('submitter_id', '=', person.user.id)
          .execute()
        const isGone = (await rowOf(person.user.id)).deleted_at !== null
        expect(submitted.status, submitted.text).not.toBe(500)
        expect([isGone, articles.length]).toEqual(deleted.status === 200 ? [true, 0] : [false, 1])
      }
    })

    test('is whole again if anything fails before the end', async () => {
      const person = await aSignedIn(journal)
      const before = await allRows(journal.database)
      const breaking = { name: 'breaking', about: '', columns: {}, erase: () => Promise.reject(new Error('killed')) }
      const parts = [...personalDataParts(journal.resources), breaking]
      const deletion = { id: person.user.id, confirmation: person.user.email }
      await expect(
        deleteAccount({ database: journal.database, parts, isMailing: true }, asCaller(person), deletion),
      ).rejects.toThrow('killed')
      expect(await allRows(journal.database)).toEqual(before)
    })

    test('gets a last email whose address is forgotten, at the latest after a week', async () => {
      const person = await aSignedIn(journal)
      const parts = personalDataParts(journal.resources)
      const deletion = { id: person.user.id, confirmation: person.user.email }
      await deleteAccount({ database: journal.database, parts, isMailing: true }, asCaller(person), deletion)
      const waiting = () =>
        journal.database.db.selectFrom('outbox').select('recipient').where('kind', '=', 'account-deleted').execute()
      expect(await waiting()).toEqual([{ recipient: person.user.email }])
      await forgetLastEmails(journal.database)
      expect(await waiting()).toHaveLength(1)
      await forgetLastEmails(journal.database, Date.now() + 8 * 24 * 3600 * 1000)
      expect(await waiting()).toEqual([])
    })

    test('of someone with an address of another person touches nothing of its owner', async () => {
      const { database } = journal
      const email = 'victim@plants.test'
      const reviewer = await aReviewer(database, { fullName: 'Vera Victim', emails: [email] })
      const impostor = await aSignedIn(journal, { email, confirmed: false })
      expect((await journal.get('/own-data', { as: impostor })).body).toMatchObject({ reviews: 0, named: 0 })
      expect((await remove(impostor)).status).toBe(200)
      const row = await database.db.selectFrom('reviewers').select('full_name').where('id', '=', reviewer.id).execute()
      expect(row).toEqual([{ full_name: 'Vera Victim' }])
    })

    test('leaves the log and the decisions closed to every other change', async () => {
      const { db } = journal.database
      expect(await db.selectFrom('erasing').selectAll().execute()).toEqual([])
      const id = (await db.selectFrom('audit_entries').select('id').limit(1).executeTakeFirstOrThrow()).id
      const change = sql`update audit_entries set after = '{}' where id = ${id}`
      await expect(change.execute(db)).rejects.toThrow(/only be added to/)
      await expect(sql`update decisions set letter = ''`.execute(db)).rejects.toThrow(/only be added/)
      // Even while it erases, an entry keeps its place, its actor, its action and whether it says anything.
      for (const attempt of [
        `update audit_entries set action = 'article.delete'`,
        `update audit_entries set actor_id = 'x' where actor_id is not null`,
        `update audit_entries set at = '2020-01-01T00:00:00.000Z'`,
        `update audit_entries set before = null, after = null where after is not null`,
        `delete from audit_entries`,
        `update decisions set kind = 'accept' where kind = 'decline'`,
        `delete from decisions`,
      ]) {
        const erasing = journal.database.transaction(async (tx) => {
          await tx.insertInto('erasing').values({ id: 'test', at: '' }).execute()
          await sql.raw(attempt).execute(tx)
        })
        await expect(erasing, `${engine}: ${attempt}`).rejects.toThrow(/only be added/)
      }
    })
  })
})
