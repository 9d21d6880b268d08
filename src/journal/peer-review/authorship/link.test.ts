import { STATEMENTS } from '../../../contract/rules/articles/statements.ts'
import { citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { jats } from '../../documents/jats/write/article.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { earlier } from '../../../../tests/support/earlier.ts'
import { aRealPdf } from '../../../../tests/support/pdf-files.ts'
import { aCase, asCaller, decided, invited } from '../../../../tests/support/review-builders.ts'
import type { Authorship } from '../../../contract/api/authorship.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { AUTHOR_LINK_EXPIRED, AUTHOR_LINK_NEEDED } from '../../../contract/rules/peer-review/author-link.ts'
import {
  LIST_CHANGED,
  NO_PROOF_AFTER_NO,
  QUERIES_CONFIRMED_ONLY,
  NOT_NAMED,
  ON_HOLD,
} from '../../../contract/rules/peer-review/authorship.ts'
import { newId } from '../../../platform/ids.ts'
import { personOf } from '../../../platform/personal-data-part.ts'
import { changeContributor, removeContributor } from '../../publication/articles/contributors.ts'
import { loadAuthors, sayRoles } from '../../publication/articles/contributor-rows.ts'
import { answersOf, askAgain } from './confirmations.ts'
import { makePersonLink } from './links.ts'
import { proposeAuthors } from './proposals.ts'
import { authorshipData } from './personal-data.ts'

const PDF = aRealPdf()

describe('the link of someone who is named as an author', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let editor: SignedIn
    let submitter: SignedIn
    beforeAll(async () => {
      journal = await open()
      editor = await aSignedIn(journal, { role: 'admin' })
      submitter = await aSignedIn(journal)
    })

    const linkTo = async (articleId: string, email: string) => {
      const link = { purpose: 'authorship', subjectId: articleId, email } as const
      return (await journal.database.transaction((tx) => makePersonLink(tx, '', link))).split('#')[1]!
    }
    const ask = (secret: string, path: string, body: unknown = {}) =>
      journal.post(`/authorship/${path}`, body, { headers: { authorization: `Author ${secret}` } })

    async function aManuscript() {
      const [bruno, carla] = [`bruno-${newId()}@plants.test`, `carla-${newId()}@plants.test`]
      const { id } = await aCase(journal.database, {
        submitter: submitter.user,
        contributors: [
          { role: 'Corresponding Author', full_name: 'Ayesha Malik', email: submitter.user.email },
          { role: 'Author', full_name: 'Bruno Kovář', email: bruno },
          { role: 'Author', full_name: 'Carla Rossi', email: carla },
        ],
      })
      await journal.database.transaction((tx) => askAgain(tx, id, submitter.user.id))
      const secret = await linkTo(id, bruno)
      const opened = async (): Promise<Authorship> => (await ask(secret, 'open')).body
      const answer = async (body: object) => ask(secret, 'answer', { digest: (await opened()).digest, ...body })
      return { id, bruno, carla, secret, opened, answer }
    }
    const emails = async (id: string, kind: string) => {
      const rows = await journal.database.db
        .selectFrom('outbox')
        .selectAll()
        .where('article_id', '=', id)
        .where('kind', '=', kind as 'co-author-named')
        .orderBy('recipient')
        .execute()
      return rows.map(({ recipient }) => recipient)
    }
    const seenByEditor = async (id: string) => (await journal.get(`/cases/${id}`, { as: editor })).body
    const seenBySubmitter = async (id: string) => (await journal.get(`/manuscripts/${id}`, { as: submitter })).body

    test('opens the list as it will be printed, with the own name marked and nothing that the others have answered', async () => {
      const { opened } = await aManuscript()
      const { authors, you, mayAnswer, stage } = await opened()
      expect(authors.map(({ fullName, isYou, state }) => [fullName, isYou, state])).toEqual([
        ['Ayesha Malik', false, null],
        ['Bruno Kovář', true, 'asked'],
        ['Carla Rossi', false, null],
      ])
      expect({ place: you.place, mayAnswer, stage }).toEqual({ place: 2, mayAnswer: true, stage: 'editor' })
    })

    test('an author states what they did, in their own word, and changes nothing by a no or for another', async () => {
      const { id, answer, opened, carla } = await aManuscript()
      const people = await loadAuthors(journal.database.db, [id])
      await journal.database.transaction((tx) => sayRoles(tx, people[1]!.id, ['software'], 'submitter'))
      expect(await opened()).toMatchObject({
        mayStateRoles: true,
        you: { credit: ['software'], creditSaidBy: 'submitter' },
      })
      await answer({ answer: 'declined', reason: 'No.', credit: ['supervision'] })
      expect((await opened()).you.credit).toEqual(['software'])
      const version = async () => {
        const row = await journal.database.db.selectFrom('articles').select('version').where('id', '=', id).execute()
        return row[0]!.version
      }
      const before = await version()
      const credit = ['writing-original-draft', 'methodology', 'methodology']
      const stated = { credit: ['methodology', 'writing-original-draft'], creditSaidBy: 'person' }
      expect((await answer({ answer: 'confirmed', credit })).body.you).toMatchObject(stated)
      expect(await version()).toBe(before + 1)
      // The same again, and a client that does not know of roles, change nothing.
      await answer({ answer: 'confirmed', credit })
      await answer({ answer: 'confirmed' })
      expect([(await opened()).you, await version()]).toMatchObject([stated, before + 1])
      expect((await answer({ answer: 'confirmed', credit: ['boss'] })).status).toBe(400)
      const others = await ask(await linkTo(id, carla), 'open')
      expect(others.body.you).toMatchObject({ credit: [], creditSaidBy: null })
      expect((await answer({ answer: 'confirmed', credit: [] })).body.you).toMatchObject({ credit: [] })
      expect((await seenByEditor(id)).history.map(({ text }: { text: string }) => text)).toContain(
        'Bruno Kovář stated what they did',
      )
    })

    test('an author states their own interests, and the printed statement names those alone who have answered', async () => {
      const { id, answer, opened, carla } = await aManuscript()
      await journal.database.db
        .updateTable('articles')
        .set({ competing_interests: STATEMENTS.competingInterests.none })
        .where('id', '=', id)
        .execute()
      const shown = async () => (await journal.get(`/posts/details/${id}`, { as: submitter })).body
      expect((await opened()).you.competingInterests).toBeNull()
      // A client that does not ask for them, and a 'no', declare nothing.
      await answer({ answer: 'confirmed' })
      await answer({ answer: 'declined', reason: 'No.', competingInterests: '' })
      expect((await opened()).you.competingInterests).toBeNull()
      expect((await shown()).competingInterests).toBe('None declared.')
      const said = await answer({ answer: 'confirmed', competingInterests: ' I own a nursery.\n' })
      expect(said.body.you.competingInterests).toBe('I own a nursery.')
      const brunos = await shown()
      expect(brunos).toMatchObject({
        ...{ competingInterests: 'Bruno Kovář: I own a nursery.', submittedInterests: 'None declared.' },
        contributors: [null, 'I own a nursery.', null].map((own) => ({ contributor: { competingInterests: own } })),
      })
      const carlas = await linkTo(id, carla)
      const { digest } = (await ask(carlas, 'open')).body
      await ask(carlas, 'answer', { digest, answer: 'confirmed', competingInterests: '' })
      const { competingInterests } = await shown()
      expect(competingInterests).toBe('Bruno Kovář: I own a nursery.\n\nCarla Rossi declares none.')
      expect(competingInterests).not.toMatch(/Ayesha|None declared/)
      // An editor's correction of the whole changes nothing that they have said.
      const { version } = await shown()
      const corrected = await journal.put(
        `/posts/${id}`,
        { version, reason: 'The submitter wrote to us.', competingInterests: 'A grant of the Moss Fund.' },
        { as: editor },
      )
      expect(corrected.body.competingInterests).toBe(
        'A grant of the Moss Fund.\n\nBruno Kovář: I own a nursery.\n\nCarla Rossi declares none.',
      )
      // Not to be seen by the public before it is published, and then in the record that formats are made of.
      const at = new Date().toISOString()
      await journal.database.db
        .updateTable('articles')
        .set({ published_at: at, approved_at: at })
        .where('id', '=', id)
        .execute()
      await journal.database.transaction(touchPublicSite)
      const article = (await journal.get(`/posts/details/${id}`)).body
      expect(article.competingInterests).toContain('Bruno Kovář: I own a nursery.')
      expect(jats(citationRecord(article, 'https://journal.example.org'), article)).toContain(
        '<fn fn-type="coi-statement" specific-use="record"><p>A grant of the Moss Fund.</p><p>Bruno Kovář: I own a nursery.</p><p>Carla Rossi declares none.</p></fn>',
      )
      expect((await answer({ answer: 'confirmed', competingInterests: '' })).status).toBe(409)
    })

    test('nothing is stated by link of an article that is public', async () => {
      const { id, answer, opened } = await aManuscript()
      const at = new Date().toISOString()
      await journal.database.db
        .updateTable('articles')
        .set({ published_at: at, approved_at: at })
        .where('id', '=', id)
        .execute()
      expect((await opened()).mayStateRoles).toBe(false)
      expect((await answer({ answer: 'confirmed', credit: ['software'] })).status).toBe(409)
      expect((await opened()).you.credit).toEqual([])
    })

    test('a yes is kept, and can be changed to a no, of which the editors and the submitter hear', async () => {
      const { id, answer, opened } = await aManuscript()
      expect((await answer({ answer: 'confirmed' })).status).toBe(200)
      expect((await opened()).authors.map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'asked'])
      expect(await emails(id, 'editor-author-declined')).toEqual([])

      const no = { answer: 'declined', reason: 'Sadia Hunzai is missing.', isReasonShared: false }
      await answer(no)
      expect((await answer(no)).body.you).toMatchObject({ state: 'declined', reason: 'Sadia Hunzai is missing.' })
      expect(await emails(id, 'editor-author-declined')).toEqual([editor.user.email])
      expect(await emails(id, 'author-list-declined')).toEqual([submitter.user.email])
      expect((await seenByEditor(id)).authors[1].answer).toMatchObject({
        state: 'declined',
        reason: 'Sadia Hunzai is missing.',
      })
      expect((await seenByEditor(id)).history[0].text).toBe('Bruno Kovář says that the list of authors is not right')
      // Only what Bruno allows.
      expect((await seenBySubmitter(id)).authorAnswers[1]).toMatchObject({ state: 'declined', reason: null })
      expect((await seenBySubmitter(id)).may.proposeAuthors).toBe(true)
      expect((await seenByEditor(id)).possibleDecisions).toEqual([])
      expect((await opened()).next).toBe(ON_HOLD)
      await answer({ ...no, isReasonShared: true })
      expect((await seenBySubmitter(id)).authorAnswers[1]).toMatchObject({ reason: 'Sadia Hunzai is missing.' })

      await answer({ answer: 'confirmed' })
      expect((await seenBySubmitter(id)).may.proposeAuthors).toBe(false)
      expect((await seenByEditor(id)).authors[1].answer).toMatchObject({ state: 'confirmed', reason: null })
    })

    test('a no needs a sentence', async () => {
      const { answer } = await aManuscript()
      expect(await answer({ answer: 'declined', reason: ' ' })).toMatchObject({ status: 400 })
    })

    test('an answer counts for the list that was on the screen alone', async () => {
      const { id, secret, opened } = await aManuscript()
      const { digest } = await opened()
      const [, , carla] = await loadAuthors(journal.database.db, [id])
      await journal.database.transaction((tx) =>
        changeContributor(tx, asCaller(editor), {
          ...{ id, contributorId: carla!.id, fullName: 'Carla Verdi', email: carla!.email, orcidId: null },
          ...{ affiliation: 'Kew', role: 'Author' },
        }),
      )
      expect(await ask(secret, 'answer', { digest, answer: 'confirmed' })).toMatchObject({
        status: 409,
        body: { message: LIST_CHANGED },
      })
      expect((await opened()).authors[2]).toMatchObject({ fullName: 'Carla Verdi' })
    })

    test('asks a person who is removed, ends when they agree, and is for one article', async () => {
      const { id, bruno, secret, opened, answer } = await aManuscript()
      const other = await aManuscript()
      const one = (await loadAuthors(journal.database.db, [id])).find(({ email }) => email === bruno)!
      await journal.database.transaction((tx) => removeContributor(tx, asCaller(editor), { id, contributorId: one.id }))
      expect(await emails(id, 'co-author-removed')).toEqual([bruno])
      expect(await opened()).toMatchObject({ you: { place: null, state: 'asked' }, mayAnswer: true, proof: null })
      expect((await ask(secret, 'proof')).status).toBe(404)
      expect(await answer({ answer: 'confirmed' })).toMatchObject({
        status: 200,
        body: { you: { state: 'confirmed' } },
      })
      for (const path of ['open', 'proof']) {
        expect(await ask(secret, path)).toMatchObject({ status: 404, body: { message: NOT_NAMED } })
      }
      expect((await ask(await linkTo(other.id, bruno), 'open')).status).toBe(404)
    })

    test('an unknown, expired or revoked one opens nothing; a new one goes to its address, three times an hour', async () => {
      const { id, bruno, secret } = await aManuscript()
      const links = journal.database.db.updateTable('person_links').where('subject_id', '=', id)
      expect(await ask('nothing', 'open')).toMatchObject({ status: 401, body: { message: AUTHOR_LINK_NEEDED } })
      await links.set({ expires_at: '2026-01-01T00:00:00.000Z' }).execute()
      expect(await ask(secret, 'open')).toMatchObject({ status: 401, body: { message: AUTHOR_LINK_EXPIRED } })
      const askForAnother = async () => journal.post('/authorship/fresh-link', { secret })
      expect((await Promise.all([askForAnother(), askForAnother()])).map(({ status }) => status)).toEqual([200, 200])
      expect(await emails(id, 'co-author-link')).toEqual([bruno])
      await links.set({ revoked_at: '2026-01-01T00:00:00.000Z' }).execute()
      expect((await ask(secret, 'open')).body.message).toBe(AUTHOR_LINK_NEEDED)
      expect((await journal.post('/authorship/fresh-link', { secret: 'nothing' })).status).toBe(200)
    })

    test('a proof can be read while it waits, and the published article has its address; all authors hear of both', async () => {
      const { database, resources } = journal
      const { id, bruno, carla, secret, opened, answer } = await aManuscript()
      await invited(database, asCaller(editor), id, { count: 1 })
      await earlier(60, () => decided(database, asCaller(editor), id, 'accept', { exceptionReason: 'A short note.' }))
      expect((await opened()).stage).toBe('accepted')
      expect((await ask(secret, 'proof')).status).toBe(404)
      const pdf = () => aFile(database, { owner: editor.user, store: resources.store, content: PDF })
      const sent = await journal.post(`/cases/${id}/proofs`, { pdfUrl: fileUrl(await pdf()) }, { as: editor })
      expect(sent.status).toBeLessThan(300)
      expect(await opened()).toMatchObject({ stage: 'proof', proof: {}, article: null })
      const { url } = (await ask(secret, 'proof')).body
      expect((await journal.app.inject({ url })).statusCode).toBe(200)
      expect(await emails(id, 'co-author-proof')).toEqual([bruno, carla])
      expect(JSON.stringify(await opened())).not.toMatch(/reviewer/i)

      const [{ id: volumeId } = { id: null }] = await database.db.selectFrom('volumes').select('id').execute()
      const published = await journal.put(
        `/posts/${id}/approve`,
        { pdfUrl: fileUrl(await pdf()), volumeId, pageNum: '' },
        { as: editor },
      )
      expect(published.status, JSON.stringify(published.body)).toBe(200)
      expect(await opened()).toMatchObject({ stage: 'published', mayAnswer: false, article: { path: `/blog/${id}` } })
      expect(await emails(id, 'co-author-published')).toEqual([bruno, carla])
      expect((await answer({ answer: 'confirmed' })).status).toBe(409)
    })

    test('questions at a proof are answered by link once the list is confirmed, never after', async () => {
      const { database, resources } = journal
      const { id, secret, answer } = await aManuscript()
      await invited(database, asCaller(editor), id, { count: 1 })
      await earlier(60, () => decided(database, asCaller(editor), id, 'accept', { exceptionReason: 'A short note.' }))
      const pdf = await aFile(database, { owner: editor.user, store: resources.store, content: PDF })
      const queries = [{ page: 1, anchor: 'Carex', question: 'Is the name right?' }]
      await journal.post(`/cases/${id}/proofs`, { pdfUrl: fileUrl(pdf), queries }, { as: editor })
      const open = { state: 'asked' as const, answered_at: null }
      await database.db.updateTable('author_confirmations').set(open).where('article_id', '=', id).execute()
      const { proofId, mayAnswer, queries: read } = (await ask(secret, 'proof')).body
      expect([mayAnswer, read]).toMatchObject([false, [{ anchor: 'Carex', answer: null }]])
      const query = { proofId, position: 0, answer: 'Yes.' }
      expect(await ask(secret, 'proof/queries', query)).toMatchObject({
        ...{ status: 403, body: { message: QUERIES_CONFIRMED_ONLY } },
      })
      await answer({ answer: 'confirmed' })
      expect((await ask(secret, 'proof')).body.mayAnswer).toBe(true)
      expect(await ask(secret, 'proof/queries', query)).toMatchObject({
        ...{ status: 200, body: { queries: [{ answer: 'Yes.' }] } },
      })
      const given = { answer: 'approved' }
      const approved = await journal.post(`/manuscripts/${id}/proofs/${proofId}`, given, { as: submitter })
      expect(approved.status).toBe(200)
      expect((await ask(secret, 'proof/queries', { ...query, answer: 'No.' })).status).toBe(404)
    })

    test('an author who says no gets neither the letter nor the proof, which the submitter does', async () => {
      const { id, bruno, carla, secret, answer } = await aManuscript()
      await invited(journal.database, asCaller(editor), id, { count: 1 })
      await earlier(60, () =>
        decided(journal.database, asCaller(editor), id, 'accept', { exceptionReason: 'A short note.' }),
      )
      const sendProof = async () => {
        const pdf = await aFile(journal.database, {
          ...{ owner: editor.user, store: journal.resources.store, content: PDF },
        })
        return (await journal.post(`/cases/${id}/proofs`, { pdfUrl: fileUrl(pdf) }, { as: editor })).status
      }
      const sent = async () => [await emails(id, 'author-decision'), await emails(id, 'co-author-proof')]
      expect(await sendProof()).toBe(201)
      expect(await sent()).toEqual([[bruno, carla, submitter.user.email].toSorted(), [bruno, carla]])

      // What waits for its sending is not sent to them.
      await answer({ answer: 'declined', reason: 'I took no part.' })
      const others = [[carla, submitter.user.email].toSorted(), [carla]]
      expect(await sent()).toEqual(others)
      expect(await ask(secret, 'proof')).toMatchObject({ status: 403, body: { message: NO_PROOF_AFTER_NO } })
      expect((await ask(await linkTo(id, carla), 'proof')).status).toBe(200)
      expect(await sendProof()).toBe(409)

      // A list of before answers counted stops nothing, and its 'no' is a no.
      const bind = (is_binding: number) =>
        journal.database.db
          .updateTable('author_confirmations')
          .set({ is_binding })
          .where('article_id', '=', id)
          .execute()
      await bind(0)
      expect(await sendProof()).toBe(201)
      expect(await sent()).toEqual([others[0], [carla, carla]])
      expect(await emails(id, 'author-proof')).toEqual([submitter.user.email, submitter.user.email])
      await bind(1)
      // Nor while another list is proposed, of which they have said nothing yet.
      await journal.database.transaction(async (tx) =>
        proposeAuthors(tx, {
          ...{ articleId: id, by: submitter.user.id },
          wanted: (await loadAuthors(tx, [id])).toReversed().map((one) => ({ contributorId: one.id })),
        }),
      )
      expect((await ask(secret, 'open')).body).toMatchObject({ you: { state: 'asked' }, proof: null })
      expect((await ask(secret, 'proof')).status).toBe(403)
    })

    test('a recused editor is told nothing of the answers', async () => {
      const { id, answer } = await aManuscript()
      const recused = await aSignedIn(journal, { role: 'admin' })
      await journal.database.db
        .insertInto('case_editors')
        .values({
          ...{ article_id: id, user_id: recused.user.id, is_guest: 0, since: '2026-01-01T00:00:00.000Z' },
          ...{ recused_at: '2026-01-01T00:00:00.000Z', reason: 'A friend.' },
        })
        .execute()
      await answer({ answer: 'declined', reason: 'Sadia Hunzai is missing.' })
      expect((await journal.get(`/cases/${id}`, { as: recused })).status).toBe(403)
      expect(await emails(id, 'editor-author-declined')).not.toContain(recused.user.email)
      const log = (await journal.get('/activity?limit=100', { as: recused })).body
      expect(JSON.stringify(log)).not.toContain(id)
    })

    test('what was asked and answered is given to the owner of the address, and erased with the account', async () => {
      const { id, bruno, answer, secret } = await aManuscript()
      await answer({ answer: 'declined', reason: 'Sadia Hunzai is missing.' })
      const account = await aSignedIn(journal, { email: bruno, password: 'a long password of plants' })
      const person = personOf(account.user)
      const given = []
      for await (const one of authorshipData.give!(journal.database.db, person)) given.push(one)
      expect(given).toMatchObject([{ state: 'declined', reason: 'Sadia Hunzai is missing.', place: 2 }])
      await journal.database.transaction((tx) =>
        authorshipData.erase!(tx, person, {
          ...{ actorId: person.id, at: '', without: (text) => text, withoutThen: (text) => text },
          wasNamed: () => false,
        }),
      )
      const kept = (await answersOf(journal.database.db, id))!.answers[1]!
      expect(kept).toMatchObject({ email: '', reason: null, person: { email: '' } })
      expect((await ask(secret, 'open')).status).toBe(401)
    })
  })
})
