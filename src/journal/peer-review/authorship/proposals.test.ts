import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { earlier } from '../../../../tests/support/earlier.ts'
import { aCase, asCaller, decided, withReports } from '../../../../tests/support/review-builders.ts'
import type { Authorship } from '../../../contract/api/authorship.ts'
import type { CaseView } from '../../../contract/api/case-view.ts'
import type { Manuscript } from '../../../contract/api/manuscripts.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { ADDRESS_TWICE, NOT_NAMED, PROPOSAL_OPEN, SAME_LIST } from '../../../contract/rules/peer-review/authorship.ts'
import { newId } from '../../../platform/ids.ts'
import { personOf } from '../../../platform/personal-data-part.ts'
import { loadAuthors, sayRoles } from '../../publication/articles/contributor-rows.ts'
import { eraseSubmitter } from '../../publication/articles/erase-submitter.ts'
import { publishCase } from '../cases/publish.ts'
import { findCase } from '../cases/case-rows.ts'
import { isRecused } from '../recusal.ts'
import { askAgain, answersOf } from './confirmations.ts'
import { makePersonLink } from './links.ts'

describe('a list of authors that is proposed with a revision', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let editor: SignedIn
    let submitter: SignedIn
    beforeAll(async () => {
      journal = await open()
      editor = await aSignedIn(journal, { role: 'admin' })
      submitter = await aSignedIn(journal)
    })

    const form = (fullName: string, email: string) => ({
      ...{ fullName, email, affiliation: 'Institute of Botany, Multan', orcidId: null, role: 'Author' },
    })
    const see = async (id: string): Promise<Manuscript> =>
      (await journal.get(`/manuscripts/${id}`, { as: submitter })).body
    const seenByEditor = async (id: string): Promise<CaseView> =>
      (await journal.get(`/cases/${id}`, { as: editor })).body
    const names = async (id: string) => (await loadAuthors(journal.database.db, [id])).map(({ fullName }) => fullName)
    const linkTo = async (articleId: string, email: string) => {
      const link = { purpose: 'authorship', subjectId: articleId, email } as const
      return (await journal.database.transaction((tx) => makePersonLink(tx, '', link))).split('#')[1]!
    }
    const ask = (secret: string, path: string, body: unknown = {}) =>
      journal.post(`/authorship/${path}`, body, { headers: { authorization: `Author ${secret}` } })
    const answer = async (id: string, email: string, said: object) => {
      const secret = await linkTo(id, email)
      const { digest } = (await ask(secret, 'open')).body as Authorship
      return ask(secret, 'answer', { digest, ...said })
    }
    const emails = async (id: string, kind: string) => {
      const rows = await journal.database.db
        .selectFrom('outbox')
        .select('recipient')
        .where('article_id', '=', id)
        .where('kind', '=', kind as 'co-author-change')
        .orderBy('recipient')
        .execute()
      return rows.map(({ recipient }) => recipient)
    }

    /** A manuscript of Ayesha, Bruno and Carla of which a revision is due. */
    async function toRevise() {
      const [bruno, carla, dora] = ['bruno', 'carla', 'dora'].map((name) => `${name}-${newId()}@plants.test`) as [
        string,
        string,
        string,
      ]
      const { id } = await earlier(11, async () => {
        const made = await aCase(journal.database, {
          submitter: submitter.user,
          contributors: [
            { role: 'Corresponding Author', full_name: 'Ayesha Malik', email: submitter.user.email },
            { role: 'Author', full_name: 'Bruno Kovář', email: bruno },
            { role: 'Author', full_name: 'Carla Rossi', email: carla },
          ],
        })
        await journal.database.transaction((tx) => askAgain(tx, made.id, submitter.user.id))
        await withReports(journal.database, asCaller(editor), made.id)
        await decided(journal.database, asCaller(editor), made.id, 'minor')
        return made
      })
      const [first, second] = (await see(id)).content.authors
      const files = [
        fileUrl(
          await aFile(journal.database, { owner: submitter.user, name: 'a.docx', mediaType: 'application/msword' }),
        ),
      ]
      const revise = (contributors: object[]) =>
        journal.post(`/manuscripts/${id}/revisions`, { files, contributors }, { as: submitter })
      const keep = [first!, second!].map(({ contributorId }) => ({ contributorId }))
      /** Dora instead of Carla. */
      const withDora = [...keep, { person: form('Dora Ndlovu', dora) }]
      return { id, bruno, carla, dora, keep, withDora, revise }
    }

    test('is asked of everybody on it and of who is removed, and counts once all have agreed', async () => {
      const { id, bruno, carla, dora, withDora, revise } = await toRevise()
      const sent = await revise(withDora)
      expect(sent.status).toBe(201)
      expect(sent.body.proposal).toMatchObject({
        state: 'open',
        answers: [
          { fullName: 'Ayesha Malik', state: 'confirmed' },
          { fullName: 'Bruno Kovář', state: 'asked', isTold: true },
          { fullName: 'Dora Ndlovu', state: 'asked' },
          { fullName: 'Carla Rossi', state: 'asked', isRemoved: true },
        ],
      })
      expect(await emails(id, 'co-author-change')).toEqual([bruno, carla, dora])
      const old = ['Ayesha Malik', 'Bruno Kovář', 'Carla Rossi']
      expect(await names(id)).toEqual(old)
      const shown = await seenByEditor(id)
      expect(shown.authors.map(({ fullName }) => fullName)).toEqual(old)
      expect(shown.proposal!.people.map(({ fullName }) => fullName)).toEqual([
        'Ayesha Malik',
        'Bruno Kovář',
        'Dora Ndlovu',
      ])

      const removed = (await ask(await linkTo(id, carla), 'open')).body as Authorship
      expect(removed.you).toMatchObject({ fullName: 'Carla Rossi', place: null, state: 'asked' })
      expect(removed.authors.map(({ fullName }) => fullName)).toEqual(['Ayesha Malik', 'Bruno Kovář', 'Dora Ndlovu'])
      expect(removed.before!.map(({ fullName }) => fullName)).toEqual(old)

      await answer(id, bruno, { answer: 'confirmed' })
      await answer(id, dora, { answer: 'confirmed' })
      expect(await names(id)).toEqual(old)
      const last = await answer(id, carla, { answer: 'confirmed' })
      expect([last.status, last.body.you.state, last.body.mayAnswer]).toEqual([200, 'confirmed', false])

      expect(await names(id)).toEqual(['Ayesha Malik', 'Bruno Kovář', 'Dora Ndlovu'])
      expect((await answersOf(journal.database.db, id))!.answers.map(({ state }) => state)).toEqual(
        Array.from({ length: 3 }, () => 'confirmed'),
      )
      // Nobody is asked twice; the links of who stays go on, that of who was removed ends.
      expect(await emails(id, 'co-author-named')).toEqual([bruno, carla])
      expect((await ask(await linkTo(id, dora), 'open')).body.you).toMatchObject({ place: 3, state: 'confirmed' })
      expect((await ask(await linkTo(id, carla), 'open')).body.message).toBe(NOT_NAMED)
      const { history, proposal } = await seenByEditor(id)
      expect(history.map(({ text }) => text)).toContain('Everybody agreed: the proposed list of authors counts')
      expect(proposal).toBeNull()
    })

    test('leaves an iD that someone has proven meanwhile, and the roles that they have stated, as they are', async () => {
      const { id, bruno, revise } = await toRevise()
      const [first, second, third] = (await see(id)).content.authors
      const moved = { ...form('Bruno Kovář', bruno), affiliation: 'Institute of Botany, Brno' }
      await revise([
        { contributorId: first!.contributorId },
        { contributorId: second!.contributorId, person: moved },
        { contributorId: third!.contributorId },
      ])
      const proven = { orcid: '0000-0002-1825-0097', orcid_authenticated_at: new Date().toISOString() }
      await journal.database.transaction(async (tx) => {
        await tx.updateTable('contributors').set(proven).where('id', '=', second!.contributorId!).execute()
        await sayRoles(tx, second!.contributorId!, ['software'], 'person')
      })
      await answer(id, bruno, { answer: 'confirmed' })
      const [, own] = await loadAuthors(journal.database.db, [id])
      expect(own).toMatchObject({
        ...{ affiliation: 'Institute of Botany, Brno', orcidId: proven.orcid },
        ...{ orcidAuthenticatedAt: proven.orcid_authenticated_at, credit: ['software'], creditSaidBy: 'person' },
      })
    })

    test('comes to nothing by one no, which the submitter and the editors hear of, and another can be proposed', async () => {
      const { id, bruno, carla, withDora, keep, revise } = await toRevise()
      await revise(withDora)
      const no = { answer: 'declined', reason: 'I have drawn the maps.', isReasonShared: true }
      expect((await answer(id, carla, no)).status).toBe(200)
      expect(await emails(id, 'author-list-declined')).toEqual([submitter.user.email])
      expect(await emails(id, 'editor-author-declined')).toContain(editor.user.email)
      const { proposal, may } = await see(id)
      expect([proposal!.state, may.proposeAuthors]).toEqual(['declined', true])
      expect(proposal!.answers.find(({ state }) => state === 'declined')).toMatchObject({
        ...{ fullName: 'Carla Rossi', reason: 'I have drawn the maps.' },
      })
      expect(await names(id)).toHaveLength(3)
      // Who is still named goes on with the list that counts.
      expect((await ask(await linkTo(id, bruno), 'open')).body).toMatchObject({ before: null, you: { place: 2 } })

      const all = (await see(id)).content.authors.map(({ contributorId }) => ({ contributorId }))
      const again = (contributors: object[]) =>
        journal.post(`/manuscripts/${id}/author-proposal`, { contributors }, { as: submitter })
      expect((await again(all)).body.errors).toEqual({ contributors: SAME_LIST })
      expect((await again([...keep, { person: form('Dora', bruno) }])).body.errors).toEqual({
        contributors: ADDRESS_TWICE,
      })
      expect((await again([all[1]!, all[0]!, all[2]!])).body.proposal.state).toBe('open')
      expect((await see(id)).proposal!.people.map(({ fullName }) => fullName)).toEqual([
        ...['Bruno Kovář', 'Ayesha Malik', 'Carla Rossi'],
      ])
      const withdrawn = await journal.post(`/manuscripts/${id}/author-proposal/withdrawal`, {}, { as: submitter })
      expect(withdrawn.body.proposal.state).toBe('withdrawn')
    })

    test('asks nobody about what concerns the submitter alone, and takes it at once', async () => {
      const { id, keep, revise } = await toRevise()
      const [, , carla] = (await see(id)).content.authors
      const own = {
        ...keep[0]!,
        person: { ...form('Ayesha Malik', submitter.user.email), role: 'Corresponding Author' },
      }
      const sent = await revise([own, keep[1]!, { contributorId: carla!.contributorId! }])
      expect(sent.body.proposal).toBeNull()
      expect((await loadAuthors(journal.database.db, [id]))[0]!.affiliation).toBe('Institute of Botany, Multan')
      expect(await emails(id, 'co-author-change')).toEqual([])
    })

    test('stops publishing until an editor withdraws it with a reason', async () => {
      const { id, withDora, revise } = await toRevise()
      await revise(withDora)
      await journal.database.db
        .updateTable('review_cases')
        .set({ stage: 'accepted' })
        .where('article_id', '=', id)
        .execute()
      const publish = () =>
        journal.database.transaction(async (tx) => publishCase(tx, (await findCase(tx, id))!, new Date().toISOString()))
      await expect(publish()).rejects.toThrow(PROPOSAL_OPEN)
      const withdraw = (reason: string) =>
        journal.post(`/cases/${id}/author-proposal/withdrawal`, { reason }, { as: editor })
      expect((await withdraw(' ')).status).toBe(400)
      expect((await withdraw('Carla does not answer.')).status).toBe(200)
      expect((await withdraw('Carla does not answer.')).status).toBe(409)
      const { proposal, messages } = await see(id)
      expect(proposal).toMatchObject({ state: 'withdrawn', reason: 'Carla does not answer.' })
      expect(messages.at(-1)!.text).toContain('Carla does not answer.')
      await publish()
    })

    test('recuses an editor whom it names, and shows editors a reviewer whom it names', async () => {
      const { id, keep, revise } = await toRevise()
      const named = await aSignedIn(journal, { role: 'admin' })
      const { email } = await journal.database.db
        .selectFrom('review_assignments')
        .select('email')
        .where('article_id', '=', id)
        .limit(1)
        .executeTakeFirstOrThrow()
      expect(await isRecused(journal.database.db, named.user.id, id)).toBe(false)
      const sent = await revise([
        ...keep,
        { person: form('An Editor', named.user.email) },
        { person: form('A Reviewer', email) },
      ])
      expect(await isRecused(journal.database.db, named.user.id, id)).toBe(true)
      expect(await emails(id, 'editor-named-as-author')).toEqual([named.user.email])
      expect((await seenByEditor(id)).proposal!.reviewers).toHaveLength(1)
      expect(Object.keys(sent.body.proposal)).not.toContain('reviewers')
    })

    test('is erased with the account of its submitter, and so is what corrections have replaced', async () => {
      const { id, withDora, revise } = await toRevise()
      await revise(withDora)
      const { db } = journal.database
      const kept = await loadAuthors(db, [id])
      await db
        .insertInto('article_corrections')
        .values({
          ...{
            id: newId(),
            article_id: id,
            version: 99,
            at: new Date().toISOString(),
            corrected_by: null,
            reason: 'A',
          },
          replaced: JSON.stringify({ contributors: kept }),
        })
        .execute()
      const account = await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', submitter.user.id)
        .executeTakeFirstOrThrow()
      const by = {
        ...{ actorId: account.id, at: new Date().toISOString(), without: (text: string) => text },
        ...{ withoutThen: (text: string) => text, wasNamed: () => false },
      }
      await journal.database.transaction((tx) => eraseSubmitter(tx, personOf(account), by))
      const rows = await db.selectFrom('article_corrections').select('replaced').where('article_id', '=', id).execute()
      for (const { replaced } of rows) {
        expect(replaced).not.toContain(submitter.user.email)
        expect(replaced).not.toContain('Ayesha')
        expect(replaced).toContain('Bruno')
      }
      expect(rows).toHaveLength(1)
      expect(
        await db.selectFrom('author_proposals').select(['state', 'people']).where('article_id', '=', id).execute(),
      ).toEqual([{ state: 'withdrawn', people: '[]' }])
    })
  })
})
