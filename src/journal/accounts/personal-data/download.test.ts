import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, anArticle, aReviewer, aSignedIn, PASSWORD, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import {
  aCase,
  agreed,
  asCaller,
  decided,
  invited,
  reported,
  withReports,
} from '../../../../tests/support/review-builders.ts'
import { personalDataParts } from '../../../app/personal-data-parts.ts'
import { newId, now } from '../../../platform/ids.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import { sendCaseMessage } from '../../peer-review/cases/notify.ts'

describe("a person's data", () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin', fullName: 'Ada Administrator' })
    })

    const ask = (as: SignedIn, currentPassword = PASSWORD) =>
      journal.post('/own-data/download', { currentPassword }, { as })
    const fetch = (url: string) => journal.app.inject({ method: 'GET', url })
    const confirmed = async (person: SignedIn) =>
      journal.database.db
        .updateTable('users')
        .set({ email_confirmed_at: now() })
        .where('id', '=', person.user.id)
        .execute()

    /** The files of the download, those of JSON parsed. */
    async function downloaded(as: SignedIn) {
      const { status, body, text } = await ask(as)
      expect(status, text).toBe(200)
      const answer = await fetch(body.url as string)
      expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/zip',
        'cache-control': 'private, no-store',
        'content-disposition': expect.stringMatching(/^attachment/),
      })
      const files = unzipSync(answer.rawPayload)
      const json = (name: string) => JSON.parse(strFromU8(files[`${name}.json`]!)) as Record<string, unknown>[]
      return {
        files,
        json,
        all: Object.values(files)
          .map((file) => strFromU8(file))
          .join('\n'),
      }
    }

    test('are one ZIP with a file for each kind, and a text that says what they are', async () => {
      const person = await aSignedIn(journal, { fullName: 'Rosa Downloader' })
      const { database, resources } = journal
      const upload = await aFile(database, { name: 'Wurzeln.docx', owner: person.user, store: resources.store })
      await anArticle(database, { submitter: person.user, title: 'Roots of Salix', manuscripts: [] })
      await journal.put(
        `/users/${person.user.id}`,
        { fullName: 'Rosa Downloader', username: 'rosa_d', email: person.user.email, location: 'Brno' },
        { as: person },
      )
      const { files, json } = await downloaded(person)
      const parts = personalDataParts(resources).filter(({ give }) => give)
      expect(Object.keys(files).toSorted()).toEqual(
        ['README.txt', `uploads/${upload.id}.docx`, ...parts.map(({ name }) => `${name}.json`)].toSorted(),
      )
      for (const { name, about } of parts) expect(strFromU8(files['README.txt']!)).toContain(`${name}.json\n  ${about}`)
      expect(json('account')).toEqual([expect.objectContaining({ fullName: 'Rosa Downloader', location: 'Brno' })])
      expect(json('sessions')).toHaveLength(1)
      expect(json('submissions')).toEqual([
        expect.objectContaining({ article: expect.objectContaining({ title: 'Roots of Salix' }) }),
      ])
      expect(json('uploads')).toEqual([expect.objectContaining({ name: 'Wurzeln.docx', sha256: upload.sha256 })])
      expect(strFromU8(files[`uploads/${upload.id}.docx`]!)).toContain(`file ${upload.id}`)
      const changed = json('activity').find(({ action }) => action === 'changed a profile')
      expect(changed).toMatchObject({ after: { location: 'Brno' } })
    })

    test('hold none of the secrets: of the journal, of reviewers, and of other people', async () => {
      const { database } = journal
      const author = await aSignedIn(journal)
      await confirmed(author)
      const contributors = [{ full_name: 'Ayesha Malik', email: 'ayesha@plants.test' }]
      const article = await aCase(database, { submitter: author.user, contributors })
      const reviewers = await Promise.all(
        ['Sekreta One', 'Sekreta Two'].map((fullName, at) =>
          aReviewer(database, { fullName, emails: [`sekreta-${at}@review.test`] }),
        ),
      )
      await withReports(database, asCaller(admin), article.id, { reviewers })
      // On standby for another manuscript, which stays unknown to them.
      const standby = await aReviewer(database, { fullName: author.user.full_name, emails: [author.user.email] })
      const other = await aCase(database, { title: 'Sekreta standby' })
      await invited(database, asCaller(admin), other.id, {
        reviewers: [await aReviewer(database), standby],
        standby: 1,
      })
      await decided(database, asCaller(admin), article.id, 'minor')
      await database.transaction((tx) =>
        sendCaseMessage(tx, { userId: author.user.id }, 'author', { articleId: article.id, text: 'Thank you!' }),
      )
      const letters = await database.db
        .selectFrom('outbox')
        .select('sent_at')
        .where('kind', '=', 'author-decision')
        .execute()
      expect(letters.map(({ sent_at }) => sent_at)).toEqual([null, null])
      const { all, json } = await downloaded(author)
      expect(json('emails')).toEqual([])
      expect(JSON.stringify(json('correspondence'))).toContain('Thank you!')
      // Nobody learns who reviews, nor what reviewers told the editor, nor a decision that has not been sent.
      expect(all).not.toMatch(/sekreta|I would gladly see a revision|thank you for your manuscript|reviewer-secret@/i)
      expect(all).not.toMatch(/argon2|refresh_hash|token_hash|password_hash/)
      const { user: another } = await aSignedIn(journal, { fullName: 'Olaf Other' })
      await database.transaction((tx) =>
        writeAuditEntry(tx, admin.user.id, 'user.cancel-email-change', another.id, {
          ...{ before: { pendingEmail: 'olaf@private.test' }, after: { pendingEmail: null } },
        }),
      )
      const ofAdmin = await downloaded(admin)
      expect(JSON.stringify(ofAdmin.json('activity'))).toContain(another.id)
      expect(ofAdmin.all).not.toMatch(/olaf@private/)
      expect(JSON.stringify(ofAdmin.json('correspondence'))).toContain('Dear authors')
    })

    test('hold the reviews of a confirmed address, drafts included, and none of one that is only claimed', async () => {
      const { database } = journal
      const person = await aSignedIn(journal, { confirmed: false })
      const reviewer = await aReviewer(database, { fullName: 'Rita Reviewer', emails: [person.user.email] })
      const [first] = await invited(database, asCaller(admin), (await aCase(database)).id, { reviewers: [reviewer] })
      await agreed(database, first!.id)
      await reported(database, first!.id)
      const [second] = await invited(database, asCaller(admin), (await aCase(database)).id, { reviewers: [reviewer] })
      await agreed(database, second!.id)
      await database.db
        .insertInto('review_drafts')
        .values({ assignment_id: second!.id, content: '{"toAuthors":"A first thought"}', revision: 1, saved_at: now() })
        .execute()
      const claimed = await downloaded(person)
      expect([claimed.json('reviews'), claimed.json('reviewer')]).toEqual([[], []])
      await confirmed(person)
      const { json } = await downloaded(person)
      expect(json('reviewer')).toEqual([expect.objectContaining({ fullName: 'Rita Reviewer' })])
      const reviews = json('reviews')
      expect(reviews).toHaveLength(2)
      expect(JSON.stringify(reviews)).toContain('The question is well put.')
      expect(JSON.stringify(reviews)).toContain('A first thought')
    })

    test('need the password, and go to the session that has asked, for as long as it lasts', async () => {
      const person = await aSignedIn(journal)
      expect((await ask(person, 'Wrong-password-1')).body.errors).toHaveProperty('currentPassword')
      const { url } = (await ask(person)).body as { url: string }
      const another = await aSignedIn(journal)
      for (const wrong of [
        url.replace(/key=.*/, ''),
        url.replace(/key=.{8}/, 'key=AAAAAAAA'),
        url.replace(person.user.id, another.user.id).replace(person.sessionId, another.sessionId),
        url.replace(person.sessionId, another.sessionId),
      ]) {
        expect((await fetch(wrong)).statusCode, wrong).toBe(404)
      }
      expect((await fetch(url)).statusCode).toBe(200)
      await journal.post('/auth/logout', { refreshToken: person.refreshToken })
      expect((await fetch(url)).statusCode).toBe(404)
    })

    test('are sent although one file is missing', async () => {
      const person = await aSignedIn(journal)
      const file = await aFile(journal.database, { name: 'gone.pdf', owner: person.user })
      const { files } = await downloaded(person)
      expect(strFromU8(files[`uploads/${file.id}.pdf`]!)).toMatch(/missing or damaged/)
    })

    test('are read some at a time: ten thousand entries of the log are all there', async () => {
      const person = await aSignedIn(journal)
      const entries = Array.from({ length: 10_000 }, () => ({
        ...{ id: newId(), at: now(), actor_id: person.user.id, action: 'session.open', subject: person.user.id },
      }))
      for (let from = 0; from < entries.length; from += 1000) {
        await journal.database.db
          .insertInto('audit_entries')
          .values(entries.slice(from, from + 1000))
          .execute()
      }
      const { json } = await downloaded(person)
      expect(json('activity').filter(({ action }) => action === 'signed in')).toHaveLength(10_000)
    })
  })
})
