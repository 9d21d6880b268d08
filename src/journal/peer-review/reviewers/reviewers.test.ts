import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle, aSignedIn, aUser, theEditorialMembers, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, watchQueries, type TestJournal } from '../../../../tests/support/databases.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { newId } from '../../../platform/ids.ts'
import { neverToBeAsked } from './address-hashes.ts'
import { readEditorialTeam } from './queries.ts'
import { editorialFinding } from '../../../contract/rules/peer-review/conflicts.ts'
import { findConflicts } from './find-conflicts.ts'

const ORCID = '0000-0002-1825-0097'
const form = (more: object = {}) => ({
  fullName: 'Sara Lund',
  affiliation: 'Lund University',
  expertise: 'mosses, lichens',
  emails: [`${newId()}@lund.test`],
  ...more,
})

describe('reviewers', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin', fullName: 'Ada Green', email: 'ada@journal.test' })
    })
    const add = (more: object = {}) => journal.post('/reviewers', form(more), { as: admin })
    const found = async (q: string, state = '') =>
      (await journal.get(`/reviewers?${new URLSearchParams({ q, state })}`, { as: admin })).body.data.map(
        ({ fullName }: { fullName: string }) => fullName,
      )
    const actionsOn = async (subject: string) =>
      (
        await journal.database.db
          .selectFrom('audit_entries')
          .select(['action', 'before', 'after'])
          .where('subject', '=', subject)
          .orderBy('seq')
          .execute()
      ).map(({ action, before, after }) => [action, before, after])

    test('are added with their addresses in order, vouched for by the editor', async () => {
      const emails = [`B-${newId()}@lund.test`, `a-${newId()}@lund.test`]
      const { status, body, text } = await add({ emails, orcid: ORCID, awayUntil: '2030-01-31' })
      expect(status, text).toBe(201)
      expect(body).toMatchObject({
        fullName: 'Sara Lund',
        orcid: ORCID,
        awayUntil: '2030-01-31',
        version: 1,
        userId: null,
      })
      expect(body.emails).toEqual(emails.map((email) => ({ email: email.toLowerCase(), vouched: true })))
      expect((await journal.get(`/reviewers/${body.id}`, { as: admin })).body).toEqual(body)
      expect(await actionsOn(body.id)).toEqual([['reviewer.create', null, null]])
    })

    test('share neither an address in any letter case nor an ORCID iD, but may share a name', async () => {
      const [email, orcid] = [`${newId()}@lund.test`, '0000-0001-5109-3700']
      await add({ fullName: 'Nils Berg', emails: [email], orcid })
      const address = await add({ emails: ['new@lund.test', email.toUpperCase()] })
      expect([address.status, address.body.errors]).toEqual([409, { emails: `${email} already belongs to Nils Berg` }])
      const iD = await add({ orcid })
      expect([iD.status, iD.body.errors]).toEqual([409, { orcid: 'This ORCID iD already belongs to Nils Berg' }])
      expect((await add({ fullName: 'Nils Berg' })).status).toBe(201)
    })

    test('added twice at once with one address, one is added', async () => {
      const emails = [`${newId()}@lund.test`]
      const answers = await Promise.all([add({ emails }), add({ emails }), add({ emails })])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
      expect(answers.find(({ status }) => status === 409)!.body.message).toContain('already belongs to Sara Lund')
    })

    test('are linked to the account that has confirmed an address', async () => {
      const [user, other] = [await aUser(journal.database), await aUser(journal.database, { confirmed: false })]
      await journal.database.db
        .updateTable('users')
        .set({ email_confirmed_at: new Date().toISOString() })
        .where('id', '=', user.id)
        .execute()
      expect((await add({ emails: [other.email] })).body.userId).toBe(null)
      expect((await add({ emails: [user.email] })).body.userId).toBe(user.id)
    })

    test('are changed by what was seen, and the log names fields only', async () => {
      const { body } = await add({ fullName: 'Olga Secret' })
      const { id } = body
      const changed = form({
        fullName: 'Olga Hidden',
        emails: [...body.emails.map((one: { email: string }) => one.email), 'o@x.test'],
      })
      const answer = await journal.put(`/reviewers/${id}`, { ...changed, version: 1 }, { as: admin })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toMatchObject({ fullName: 'Olga Hidden', version: 2 })
      const late = await journal.put(`/reviewers/${id}`, { ...changed, version: 1 }, { as: admin })
      expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('Someone else has just changed')])
      expect((await journal.put(`/reviewers/${id}/away`, { awayUntil: '2031-01-01' }, { as: admin })).status).toBe(200)
      await journal.put(`/reviewers/${id}/never-ask`, { neverAsk: true }, { as: admin })
      await journal.put(`/reviewers/${id}/never-ask`, { neverAsk: true }, { as: admin })
      await journal.put(`/reviewers/${id}/never-ask`, { neverAsk: false }, { as: admin })
      expect(await actionsOn(id)).toEqual([
        ['reviewer.create', null, null],
        ['reviewer.update', null, '{"changedFields":["fullName","emails"]}'],
        ['reviewer.set-away', '{"awayUntil":null}', '{"awayUntil":"2031-01-01"}'],
        ['reviewer.never-ask', null, null],
        ['reviewer.ask-again', null, null],
      ])
      const { body: log } = await journal.get(`/activity?about=reviewer&subject=${id}`, { as: admin })
      expect(log.data[0].subject).toEqual({ id, name: 'Olga Hidden' })
    })

    test('are found by beginnings of words, with or without accents, and by state, in the order of names', async () => {
      const emails = ['quux.zelda@moss.test']
      await add({ fullName: 'Zoë Ångström', affiliation: 'Quuxville Herbarium', expertise: 'bryophytes', emails })
      await add({ fullName: 'Álvaro Ruiz', affiliation: 'Quuxville', awayUntil: '2031-01-01' })
      const { body } = await add({ fullName: 'beate Quuxmann' })
      await journal.put(`/reviewers/${body.id}/never-ask`, { neverAsk: true }, { as: admin })
      expect(await found('quux')).toEqual(['Álvaro Ruiz', 'beate Quuxmann', 'Zoë Ångström'])
      for (const q of ['ang', 'quuxville herb', 'BRYO quux', 'zelda@moss', 'zoe angstrom'])
        expect(await found(q)).toEqual(['Zoë Ångström'])
      for (const q of ['uuxville', 'quux bryozoa', '% zelda_']) expect(await found(q)).not.toContain('beate Quuxmann')
      expect(await found('quux', 'available')).toEqual(['Zoë Ångström'])
      expect(await found('quux', 'away')).toEqual(['Álvaro Ruiz'])
      expect(await found('quux', 'never-ask')).toEqual(['beate Quuxmann'])
    })

    test('are imported from lines, of which a preview says what was understood', async () => {
      const taken = `${newId()}@lund.test`
      await add({ emails: [taken], fullName: 'Nils Berg' })
      const lines = [
        'Ida Moss <ida@import.test>, Kew; ferns, mosses',
        'No Address, Kew',
        `Someone <${taken}>`,
        'Ida Again <IDA@import.test>',
      ].join('\n')
      const preview = await journal.post('/reviewers/import/preview', { lines }, { as: admin })
      expect(preview.body.map((row: { problem: string }) => row.problem)).toEqual([
        null,
        'Email is required',
        `${taken} already belongs to Nils Berg`,
        'An earlier line has the same address',
      ])
      expect(await found('ida')).toEqual([])
      const { body } = await journal.post('/reviewers/import', { lines }, { as: admin })
      expect(body).toEqual({ added: 1, rows: preview.body })
      expect(await found('ida moss fern kew')).toEqual(['Ida Moss'])
      expect((await journal.post('/reviewers/import', { lines }, { as: admin })).body.added).toBe(0)
    })

    test('once erased, no table knows them, and their address is refused', async () => {
      const secret = 'Erasmus Vanished'
      const email = 'erasmus.vanished@gone.test'
      const { body } = await add({
        fullName: secret,
        affiliation: 'Vanished Place',
        emails: [email],
        expertise: 'vanished',
      })
      const article = await anArticle(journal.database, {
        contributors: [
          { role: 'Author', full_name: 'Ali' },
          { role: 'Reviewer', full_name: secret, email: 'Erasmus.Vanished@gone.test' },
        ],
      })
      const suggestion = {
        article_id: article.id,
        position: 0,
        kind: 'suggest',
        source: 'author',
        created_at: 'x',
      } as const
      await journal.database.db
        .insertInto('reviewer_suggestions')
        .values({
          ...suggestion,
          id: newId(),
          full_name: secret,
          email,
          affiliation: 'Vanished',
          reason: 'knows vanished',
        })
        .execute()
      const erase = () => journal.post(`/reviewers/${body.id}/erase`, {}, { as: admin })
      expect((await erase()).status).toBe(200)
      expect((await erase()).status).toBe(200)

      for (const table of [
        'reviewers',
        'reviewer_addresses',
        'reviewer_suggestions',
        'contributors',
        'article_heads',
        'audit_entries',
        'erased_reviewers',
      ] satisfies (keyof Tables)[]) {
        expect(JSON.stringify(await journal.database.db.selectFrom(table).selectAll().execute()), table).not.toMatch(
          /vanished/i,
        )
      }
      const stored = await journal.get(`/reviewers/${body.id}`, { as: admin })
      expect(stored.body).toMatchObject({ fullName: '', emails: [], orcid: null, erasedAt: expect.any(String) })
      expect(await found('vanished')).toEqual([])
      expect((await actionsOn(body.id)).map(([action]) => action)).toEqual(['reviewer.create', 'reviewer.erase'])
      expect((await journal.get(`/activity?subject=${body.id}`, { as: admin })).body.data[0].subject.name).toBe(null)

      const { addressHashes } = journal.resources
      expect(await neverToBeAsked(journal.database.db, addressHashes, [email, 'x@y.test'])).toEqual(new Set([email]))
      const again = await add({ emails: [email.toUpperCase()] })
      expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('never to be invited again')])
      const changed = await journal.put(
        `/reviewers/${body.id}`,
        { ...form(), version: stored.body.version },
        { as: admin },
      )
      expect(changed.status).toBe(404)
    })

    describe('conflicts of interest', () => {
      const nasreen = {
        full_name: 'Nasreen Baloch',
        email: 'nasreen@bzu.edu.pk',
        affiliation: 'Botany, Bahauddin Zakariya University',
      }
      const idris = { full_name: 'Idris Olukoya', email: 'idris@ui.edu.ng', orcid: '0000-0003-1419-2405' }
      const person = (more: object = {}) => ({
        fullName: 'Sara Lund',
        emails: [],
        orcid: null,
        affiliation: '',
        ...more,
      })
      const sentences = async (articleId: string, more: object) => {
        const answer = await journal.post('/reviewers/conflicts', { articleId, person: person(more) }, { as: admin })
        return answer.body.map(({ weight, sentence }: { weight: string; sentence: string }) => `${weight}: ${sentence}`)
      }

      test('are found while a person is typed', async () => {
        const submitter = await aUser(journal.database, { fullName: 'Sub Mitter' })
        const { id } = await anArticle(journal.database, {
          state: 'pending',
          submitter,
          contributors: [nasreen, idris],
        })
        const old = { published_at: '2010-05-05T00:00:00.000Z', created_at: '2010-05-05T00:00:00.000Z' }
        const year = String(new Date().getUTCFullYear() - 1)
        const dated = { published_at: `${year}-05-05T00:00:00.000Z` }
        await anArticle(journal.database, {
          ...dated,
          contributors: [
            { ...idris, email: '' },
            { full_name: 'Sara Lund', email: 'sara@old.test' },
          ],
        })
        await anArticle(journal.database, {
          ...old,
          contributors: [idris, { full_name: 'Olaf Old', email: 'olaf@old.test' }],
        })
        await anArticle(journal.database, {
          ...dated,
          contributors: [
            {
              full_name: 'Sara Lund',
              email: 'sara@new.test',
              affiliations: [{ institution: 'Lunds universitet', ror: 'https://ror.org/012a77v79' }],
            },
          ],
        })
        await theEditorialMembers(journal.database, '<h1>Editors</h1><p>Dr <b>Flora</b> Moss</p>')

        expect(await sentences(id, { emails: ['sara@old.test'] })).toEqual([
          `conflict: Joint article with Idris Olukoya, ${year}`,
        ])
        expect(await sentences(id, {})).toEqual([
          `hint: Someone with the same name has a joint article with Idris Olukoya, ${year}`,
        ])
        expect(await sentences(id, { fullName: 'Olaf Old', emails: ['olaf@old.test'] })).toEqual([])
        expect(await sentences(id, { fullName: 'X', emails: ['NASREEN@bzu.edu.pk'] })).toEqual([
          'impossible: Has the same email address as the author Nasreen Baloch',
        ])
        expect(await sentences(id, { fullName: 'X', emails: [submitter.email] })).toEqual([
          'impossible: Has the same email address as the submitting account of Sub Mitter',
        ])
        expect(await sentences(id, { fullName: 'X', affiliation: 'Bahauddin Zakariya University, Multan' })).toEqual([
          'conflict: Same university as Nasreen Baloch',
        ])
        expect(await sentences(id, { fullName: 'Flora Moss' })).toEqual([
          'conflict: This name is on the page of the editorial board',
        ])
        expect(await sentences(id, { fullName: 'X', emails: ['ada@journal.test'] })).toEqual([
          'conflict: Is an editor of this journal',
        ])
        const team = await readEditorialTeam(journal.database.db)
        expect(editorialFinding(person({ userId: admin.user.id }), team)).not.toBeNull()
        expect(
          (await journal.post('/reviewers/conflicts', { articleId: 'none', person: person() }, { as: admin })).status,
        ).toBe(404)

        const lund = {
          full_name: 'Erik Lind',
          email: 'erik@gmail.com',
          affiliations: [{ institution: 'Lund University', ror: 'https://ror.org/012a77v79' }],
        }
        const { id: other } = await anArticle(journal.database, { contributors: [lund] })
        expect(await sentences(other, { emails: ['sara@new.test'] })).toEqual([
          'conflict: Same institution as Erik Lind',
        ])
      })

      test('are found for many people with as many queries as for one', async () => {
        const { id } = await anArticle(journal.database, { state: 'pending', contributors: [nasreen, idris] })
        const people = Array.from({ length: 300 }, (_, at) =>
          person({ fullName: `P ${at}`, emails: [`p${at}@x.test`] }),
        )
        const asked = async (some: typeof people) =>
          (await watchQueries(journal.database, ({ db }) => findConflicts(db, id, some))).length
        expect([await asked(people), await asked(people.slice(0, 1))]).toEqual([8, 8])
      })
    })
  })
})
