import { latinNames } from '../../../contract/rules/text/latin-names.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { headersOf } from '../../../../tests/support/agreed-review.ts'
import { aCategory, aFile, anArticle, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, anEditor, decided, invited, withReports } from '../../../../tests/support/review-builders.ts'
import { CHANGED_MEANWHILE } from '../../../contract/api/approval.ts'
import type { CaseView } from '../../../contract/api/case-view.ts'
import { type Manuscript, VERSION_MISSING } from '../../../contract/api/manuscripts.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { textOfHtml } from '../../../contract/rules/text/html-text.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import type { Caller } from '../../../platform/call.ts'
import { answerGrievance, HANDLER_DECIDED, NOT_DECLINED, ONE_AT_A_TIME } from '../cases/grievances.ts'
import { emailFacts } from '../cases/email-facts.ts'
import { makeReviewLink } from '../cases/links.ts'
import { sendCaseMessage } from '../cases/notify.ts'
import { PROOF_ANSWERED, PROOF_REPLACED, PROOF_TOO_SOON, sendProof } from '../cases/proofs.ts'
import { DECISION_WAITS } from '../cases/withdraw.ts'
import { REVISION_DUE } from '../cases/decide.ts'
import { REVISION_SENT } from '../cases/revise.ts'
import { takeDueSteps } from '../cases/reminders.ts'
import { REPORT_GONE } from './reply.ts'

describe('the author’s page of a manuscript', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let editor: Caller
    beforeAll(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      editor = await anEditor(journal.database)
    })

    const made = async () => (await aCase(journal.database, { submitter: author.user })).id
    const see = async (id: string): Promise<Manuscript> =>
      (await journal.get(`/manuscripts/${id}`, { as: author })).body
    const act = (id: string, what: string, body: unknown) =>
      journal.post(`/manuscripts/${id}/${what}`, body, { as: author })
    const upload = async (name = 'revised.docx') =>
      fileUrl(await aFile(journal.database, { owner: author.user, name, mediaType: 'application/msword' }))
    const emails = async (articleId: string) => {
      const rows = await journal.database.db.selectFrom('outbox').select(['kind', 'recipient', 'data']).execute()
      return rows.filter(({ data }) => data.includes(articleId))
    }
    /** Runs `work` as if it were done eleven minutes ago: letters wait for ten. */
    const earlier = async <T>(work: () => Promise<T>): Promise<T> => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 11 * 60_000 })
      try {
        return await work()
      } finally {
        vi.useRealTimers()
      }
    }
    const decidedEarlier = (kind: 'accept' | 'decline' | 'minor' | 'major') =>
      earlier(async () => {
        const id = await made()
        await withReports(journal.database, editor, id)
        await decided(journal.database, editor, id, kind)
        return id
      })
    const proofOf = async (articleId: string, by = editor) => {
      const file = await aFile(journal.database, { owner: { id: by.userId } })
      return journal.database.transaction((tx) => sendProof(tx, by, { articleId, pdfUrl: fileUrl(file) }))
    }

    test('says in one sentence where it is, from receipt to a revision', async () => {
      const id = await made()
      const fresh = await see(id)
      expect(fresh).toMatchObject({ stage: 'editor', number: expect.stringMatching(/^\d{4}-\d{3}$/) })
      expect(fresh.status.sentence).toMatch(/^Decision expected by [A-Z][a-z]+ \d+, \d{4}$/)
      expect(fresh.status.date).toBe(fresh.promisedOn)
      expect(fresh.may).toMatchObject({ change: true, revise: false, withdraw: true, appeal: false, complain: true })
      expect(fresh.history.map(({ text }) => text)).toEqual([
        expect.stringMatching(/^Received\. Decision promised by /),
      ])
      expect(fresh.versions).toMatchObject([{ number: 1, files: [{ name: 'manuscript-secret.docx' }] }])

      await withReports(journal.database, editor, id)
      expect((await see(id)).stage).toBe('review')
      await decided(journal.database, editor, id, 'minor')
      expect(await see(id)).toMatchObject({ stage: 'review', letters: [], may: { revise: false } })
    })

    test('what waits for its author comes with the day it is due, whatever the page of the list', async () => {
      const own = await aSignedIn(journal)
      const needsYou = async () => (await journal.get('/manuscripts/needs-you', { as: own })).body
      const decidedOn = (kind: 'accept' | 'minor') =>
        earlier(async () => {
          const { id } = await aCase(journal.database, { submitter: own.user })
          await withReports(journal.database, editor, id)
          await decided(journal.database, editor, id, kind)
          return id
        })
      const [revising, accepted] = [await decidedOn('minor'), await decidedOn('accept')]
      await aCase(journal.database, { submitter: own.user })
      expect(await needsYou()).toMatchObject([
        { id: revising, stage: 'revision', status: { date: expect.any(String) } },
      ])
      const proof = await proofOf(accepted)
      const both = await needsYou()
      expect(both.map(({ id }: Manuscript) => id).toSorted()).toEqual([revising, accepted].toSorted())
      const dates = both.map(({ status }: Manuscript) => status.date)
      expect(dates).toEqual(dates.toSorted())
      await journal.post(`/manuscripts/${accepted}/proofs/${proof.id}`, { answer: 'approved' }, { as: own })
      expect(await needsYou()).toMatchObject([{ id: revising }])
      // A decision whose letter waits asks for nothing yet.
      const { id } = await aCase(journal.database, { submitter: own.user })
      await withReports(journal.database, editor, id)
      await decided(journal.database, editor, id, 'minor')
      expect(await needsYou()).toHaveLength(1)
      expect(await journal.get('/manuscripts/needs-you', { as: author })).not.toMatchObject({
        body: [{ id: revising }],
      })
    })

    test('the day of a revision is moved by the editor, when the author asks for it or not', async () => {
      const id = await decidedEarlier('minor')
      const [{ revisionDueOn: first, letter }] = (await see(id)).letters as [Manuscript['letters'][number]]
      const later = addDays(first!, 14)
      const asked = await act(id, 'revision-date', { dueOn: later, reason: 'Fieldwork until May.' })
      expect(asked.status).toBe(201)
      expect(asked.body.messages).toMatchObject([
        { from: 'author', text: `May we send the revision by ${longDate(later)}?\n\nFieldwork until May.` },
      ])
      expect((await see(id)).status.date).toBe(first)
      const admin = await aSignedIn(journal, { role: 'admin' })
      const move = (dueOn: string, as = admin) => journal.put(`/cases/${id}/revision-date`, { dueOn }, { as })
      expect((await move('2020-01-01')).body.errors).toEqual({ dueOn: REVISION_DUE })
      expect((await move(addDays(first!, 400))).body.errors).toEqual({ dueOn: REVISION_DUE })
      expect((await move(later, author)).status).toBe(403)
      for (let time = 0; time < 2; time++) expect((await move(later)).status).toBe(200)

      const moved = await see(id)
      expect(moved.status).toMatchObject({ date: later, sentence: `Please send your revision by ${longDate(later)}` })
      expect(moved.letters[0]).toMatchObject({ revisionDueOn: later, letter })
      expect(moved.messages.slice(1)).toMatchObject([
        { from: 'editor', text: `Your revision is now due by ${longDate(later)}.` },
      ])
      expect((await emails(id)).filter(({ kind }) => kind === 'author-message')).toHaveLength(1)
      const remindedOn = async (day: string) => {
        await takeDueSteps(journal.database, { clock: () => new Date(`${day}T12:00:00Z`) })
        return (await emails(id)).filter(({ kind }) => kind === 'author-revision-due').length
      }
      expect(await remindedOn(addDays(first!, -7))).toBe(0)
      expect(await remindedOn(addDays(later, -7))).toBe(1)
      const entries = await loadAuditEntries(journal.database, id)
      expect(entries.filter(({ action }) => action === 'article.move-revision-date')).toMatchObject([
        { before: { dueOn: first }, after: { dueOn: later } },
      ])
    })

    test('no other day is asked for or given where no revision is due', async () => {
      const admin = await aSignedIn(journal, { role: 'admin' })
      const dueOn = addDays(dayOf(new Date()), 30)
      const id = await made()
      await withReports(journal.database, editor, id)
      const refused = [
        () => act(id, 'revision-date', { dueOn }),
        () => journal.put(`/cases/${id}/revision-date`, { dueOn }, { as: admin }),
      ]
      for (const ask of refused) expect((await ask()).body.message).toMatch(/No revision is due\.$/)
      // The letter of this one has not been sent: the author learns nothing of it.
      await decided(journal.database, editor, id, 'minor')
      for (const ask of refused)
        expect((await ask()).body.message).toBe('This manuscript is in review. No revision is due.')
    })

    test('shows the letter with its reports, and takes the revision once', async () => {
      const id = await decidedEarlier('minor')
      const asked = await see(id)
      expect(asked).toMatchObject({ stage: 'revision', may: { revise: true, change: false } })
      expect(asked.status).toMatchObject({ sentence: expect.stringMatching(/^Please send your revision by /) })
      expect(asked.latinNames).toEqual(latinNames(asked.title, asked.content.abstract))
      expect(asked.letters[0]).toMatchObject({ kind: 'minor', letter: expect.stringContaining('Dear authors') })
      const { reports } = asked.letters[0]!
      expect(reports).toHaveLength(2)
      expect(reports.map(({ label }) => label)).toEqual(reports.map(({ label }) => label).toSorted())
      expect(Object.keys(reports[0]!).toSorted()).toEqual(['answers', 'files', 'label', 'text'])
      expect(reports[0]!.answers[0]).toEqual({ question: expect.stringContaining('question clear'), answer: 'Yes' })

      const file = await upload()
      const revision = {
        files: [file],
        replies: reports.map(({ label }) => ({ label, text: `Done, ${label}.` })),
        reply: 'Thank you.',
      }
      const unknown = await act(id, 'revisions', { ...revision, replies: [{ label: 'Z9', text: 'Done.' }] })
      expect([unknown.status, unknown.body.errors]).toEqual([400, { replies: REPORT_GONE }])
      const sent = await act(id, 'revisions', revision)
      expect(sent.status).toBe(201)
      expect(sent.body).toMatchObject({ stage: 'review', may: { revise: false } })
      expect(sent.body.versions[0]).toMatchObject({ number: 2, files: [{ name: 'revised.docx' }] })
      expect(sent.body.versions[0].reply).toBe(
        `Reply to Reviewer ${reports[0]!.label}\n\nDone, ${reports[0]!.label}.\n\n\n` +
          `Reply to Reviewer ${reports[1]!.label}\n\nDone, ${reports[1]!.label}.\n\n\n` +
          'To the editor and all reviewers\n\nThank you.',
      )
      expect(sent.body.status.sentence).toMatch(/^We received your revision on /)
      // The answer was lost, and the same was sent again.
      const again = await act(id, 'revisions', revision)
      expect([again.status, again.body.versions.length]).toEqual([201, 2])
      const another = await act(id, 'revisions', { files: [await upload('third.docx')] })
      expect(another.status).toBe(409)
    })

    describe('a revision with new words', () => {
      const WORDS = {
        title: 'Stomata of <i>Pennisetum glaucum</i> close before its leaves roll',
        keywords: 'stomata, pearl millet',
        abstract: '<p>We measured forty plots in two summers. Stomata closed first.</p>',
      }
      const revised = async (kind: 'minor' | 'major' = 'major') => {
        const id = await decidedEarlier(kind)
        const before = await see(id)
        const version = before.content.version
        const files = [await upload()]
        return { id, before, version, files, sent: await act(id, 'revisions', { files, version, ...WORDS }) }
      }

      test('keeps the former ones, which the editors compare with them', async () => {
        const { id, before, version, sent } = await revised()
        expect(sent.status).toBe(201)
        expect(sent.body).toMatchObject({ title: WORDS.title, content: { version: version + 1 } })
        expect(sent.body.content).toMatchObject({ keywords: WORDS.keywords, excerpt: before.content.excerpt })

        const admin = await aSignedIn(journal, { role: 'admin' })
        // A later correction by an editor is no part of what came with the revision.
        const corrected = { version: version + 1, reason: 'A typing error', keywords: 'stomata, pearl millet, drought' }
        expect((await journal.put(`/posts/${id}`, corrected, { as: admin })).status).toBe(200)
        const { body: view } = (await journal.get(`/cases/${id}`, { as: admin })) as { body: CaseView }
        expect(view.versions.map(({ changed }) => changed)).toEqual([[], ['title', 'keywords', 'abstract']])
        const words = (versionId: string, as = admin) => journal.get(`/cases/${id}/versions/${versionId}/words`, { as })
        const [first, second] = view.versions
        expect((await words(first!.id)).body).toEqual([])
        expect((await words(second!.id)).body).toMatchObject([
          { word: 'title', before: plainTitle(before.title), after: plainTitle(WORDS.title) },
          { word: 'keywords', before: before.content.keywords, after: WORDS.keywords },
          {
            word: 'abstract',
            before: textOfHtml(before.content.abstract),
            after: textOfHtml(WORDS.abstract),
            comparison: { paragraphs: [{ isChanged: true }] },
          },
        ])
        const other = (await aCase(journal.database, { submitter: author.user })).id
        expect((await journal.get(`/cases/${other}/versions/${second!.id}/words`, { as: admin })).status).toBe(404)
        expect((await words(second!.id, author)).status).toBe(403)
        await journal.post(`/cases/${id}/recusal`, { reason: 'We work together.' }, { as: admin })
        expect((await words(second!.id)).status).toBe(403)
      })

      test('is what reviewers of the new round are invited with, and what is searched for duplicates', async () => {
        const { id } = await revised()
        const [again] = await invited(journal.database, editor, id, { count: 1 })
        const { title } = (await emailFacts(
          journal.database.db,
          { articleId: id, assignmentId: again!.id },
          { recipient: again!.email },
        ))!
        expect(title).toBe(WORDS.title)
        const link = await journal.database.transaction((tx) =>
          makeReviewLink(tx, '', { assignmentId: again!.id, email: again!.email }),
        )
        const { body: page } = await journal.post('/review/open', {}, { headers: headersOf(link) })
        expect(JSON.stringify(page)).toContain('close before its leaves roll')
        expect(JSON.stringify(page)).toContain('forty plots in two summers')

        const twin = await aCase(journal.database, { title: WORDS.title })
        const admin = await aSignedIn(journal, { role: 'admin' })
        const { body: view } = (await journal.get(`/cases/${twin.id}`, { as: admin })) as { body: CaseView }
        expect(view.checks.duplicates).toContainEqual(expect.objectContaining({ articleId: id, why: 'title' }))
      })

      test('is checked as a submission is, and refused over a change of someone else', async () => {
        const id = await decidedEarlier('minor')
        const { version } = (await see(id)).content
        const files = [await upload()]
        const send = (more: object) => act(id, 'revisions', { files, version, ...more })
        expect((await send({ title: '<i> </i>', abstract: '<p></p>', keywords: ' ' })).body.errors).toEqual({
          ...{ title: 'Title is required', abstract: 'Abstract is required', keywords: 'Keywords are required' },
        })
        expect((await send({ ...WORDS, version: undefined })).body.errors).toEqual({ version: VERSION_MISSING })
        const admin = await aSignedIn(journal, { role: 'admin' })
        const corrected = { version, reason: 'A typing error', title: 'Stomata close' }
        expect((await journal.put(`/posts/${id}`, corrected, { as: admin })).status).toBe(200)
        const late = await send(WORDS)
        expect([late.status, late.body.message]).toEqual([409, CHANGED_MEANWHILE])
        expect(await see(id)).toMatchObject({ title: 'Stomata close', stage: 'revision', versions: [{ number: 1 }] })
        // Files alone do not ask which words were seen.
        const sent = await send({ version: undefined })
        expect([sent.status, sent.body.title, sent.body.content.version]).toEqual([201, 'Stomata close', version + 1])
      })

      test('is sent once: the same again is the same, and other words with the same files are not lost in silence', async () => {
        const { id, version, files } = await revised('minor')
        const again = await act(id, 'revisions', { files, version, ...WORDS })
        expect([again.status, again.body.versions.length, again.body.content.version]).toEqual([201, 2, version + 1])
        const other = await act(id, 'revisions', { files, version, title: 'Another title' })
        expect([other.status, other.body.message]).toEqual([409, REVISION_SENT])
        const tooLate = await act(id, 'revisions', { files: [await upload()], version: version + 1, ...WORDS })
        expect(tooLate.body.message).toMatch(/No revision is due\.$/)
      })
    })

    test('belongs to its submitter alone', async () => {
      const id = await made()
      for (const role of ['author', 'admin'] as const) {
        const other = await aSignedIn(journal, { role })
        const answer = await journal.get(`/manuscripts/${id}`, { as: other })
        expect([answer.status, answer.body.message]).toEqual([404, 'Manuscript not found'])
      }
      const admin = await aSignedIn(journal, { role: 'admin' })
      const own = (await aCase(journal.database, { submitter: admin.user })).id
      await withReports(journal.database, editor, own)
      const seen = await journal.get(`/manuscripts/${own}`, { as: admin })
      expect([seen.status, seen.body.stage, seen.body.letters]).toEqual([200, 'review', []])
      await journal.database.db.updateTable('users').set({ role: 'author' }).where('id', '=', admin.user.id).execute()
      expect((await journal.get(`/manuscripts/${own}`, { as: admin })).text).toBe(seen.text)
    })

    test('is simple and honest for an article without peer review', async () => {
      const pending = await anArticle(journal.database, { state: 'pending', submitter: author.user })
      expect(await see(pending.id)).toMatchObject({
        stage: 'editor',
        number: null,
        status: { sentence: expect.stringMatching(/^We received your manuscript on /) },
        versions: [{ number: 1, files: [{ name: 'manuscript-secret.docx' }] }],
        may: { withdraw: false, sendMessage: false, change: false },
      })
      const answer = await act(pending.id, 'messages', { text: 'Hello' })
      expect(answer.status).toBe(404)
      const archived = await anArticle(journal.database, { state: 'archived-pending', submitter: author.user })
      expect((await see(archived.id)).stage).toBe('archived')
    })

    test('can be changed during the first check, not over another change, and not afterwards', async () => {
      const id = await made()
      const before = await see(id)
      const change = (body: object) => journal.put(`/manuscripts/${id}`, body, { as: author })
      const version = before.content.version
      const changed = await change({ version, title: 'Roots of <i>Zea mays</i>', comments: 'See table 2.' })
      expect(changed.status).toBe(200)
      expect(changed.body).toMatchObject({
        title: 'Roots of <i>Zea mays</i>',
        content: { version: version + 1, comments: 'See table 2.', keywords: before.content.keywords },
      })
      const late = await change({ version, title: 'Another' })
      expect([late.status, late.body.message]).toEqual([409, CHANGED_MEANWHILE])
      const entries = await loadAuditEntries(journal.database, id)
      expect(entries.at(-1)).toMatchObject({
        action: 'article.correct',
        after: { title: 'Roots of <i>Zea mays</i>' },
      })

      const [first] = before.versions[0]!.files
      const added = await upload('figures.docx')
      const withFiles = await change({ version: version + 1, files: [added, first!.url] })
      expect(withFiles.body.versions[0].files.map(({ name }: { name: string }) => name)).toEqual([
        'figures.docx',
        'manuscript-secret.docx',
      ])
      const without = await change({ version: version + 2, files: [added] })
      expect(without.body.versions[0].files).toHaveLength(1)
      expect((await change({ version: version + 3, files: [added, added] })).status).toBe(400)

      await invited(journal.database, editor, id)
      const refused = await change({ version: version + 3, title: 'Too late' })
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'This manuscript is in review. It can no longer be changed here.',
      ])
    })

    test('can be withdrawn with a reason, once, and the editors hear of it', async () => {
      const id = await made()
      await invited(journal.database, editor, id)
      expect((await act(id, 'withdrawal', { reason: ' ' })).body.errors).toHaveProperty('reason')
      for (let times = 0; times < 2; times++) {
        const answer = await act(id, 'withdrawal', { reason: 'We found an error in table 2.' })
        expect([answer.status, answer.body.stage, answer.body.may.withdraw]).toEqual([200, 'withdrawn', false])
      }
      const kinds = (await emails(id)).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'editor-withdrawn')).toHaveLength(1)
      expect(kinds.filter((kind) => kind === 'reviewer-cancelled')).toHaveLength(2)
    })

    test('shows nothing of a decision whose letter waits, and lets no act cross it', async () => {
      const id = await made()
      await withReports(journal.database, editor, id)
      const before = await journal.get(`/manuscripts/${id}`, { as: author })
      await decided(journal.database, editor, id, 'decline')
      expect((await journal.get(`/manuscripts/${id}`, { as: author })).text).toBe(before.text)
      const withdrawal = await act(id, 'withdrawal', { reason: 'No reason' })
      expect([withdrawal.status, withdrawal.body.message]).toEqual([409, DECISION_WAITS])
      const deletion = await journal.send('DELETE', `/posts/delete/${id}`, undefined, { as: author })
      expect([deletion.status, deletion.body.message]).toEqual([409, DECISION_WAITS])
      const appeal = await act(id, 'grievances', { kind: 'appeal', text: 'It rests on an error.' })
      expect([appeal.status, appeal.body.message]).toEqual([409, NOT_DECLINED])
    })

    test('keeps the messages between author and editor', async () => {
      const id = await made()
      expect((await act(id, 'messages', { text: '  ' })).status).toBe(400)
      for (let times = 0; times < 2; times++) await act(id, 'messages', { text: 'May we add a figure?' })
      await journal.database.transaction((tx) =>
        sendCaseMessage(tx, editor, 'editor', { articleId: id, text: 'Yes, please.' }),
      )
      const { messages } = await see(id)
      expect(messages.map(({ from, text }) => [from, text])).toEqual([
        ['author', 'May we add a figure?'],
        ['editor', 'Yes, please.'],
      ])
      const kinds = (await emails(id)).map(({ kind }) => kind)
      expect(kinds).toContain('editor-message')
      expect(kinds).toContain('author-message')
    })

    test('brings the proof, which is answered once', async () => {
      const early = await made()
      await withReports(journal.database, editor, early)
      await decided(journal.database, editor, early, 'accept')
      await expect(proofOf(early)).rejects.toThrow(PROOF_TOO_SOON)
      const id = await decidedEarlier('accept')
      const old = await proofOf(id)
      const proof = await proofOf(id)
      const shown = await see(id)
      expect(shown).toMatchObject({ stage: 'proof', may: { answerProof: true }, proof: { id: proof.id, answer: null } })
      expect(shown.status.sentence).toMatch(/^Please check the proof by /)
      const link = await journal.get(`/files/${proof.file_id}/link`, { as: author })
      expect(link.status).toBe(200)
      const older = await act(id, `proofs/${old.id}`, { answer: 'approved' })
      expect([older.status, older.body.message]).toEqual([409, PROOF_REPLACED])
      const empty = await act(id, `proofs/${proof.id}`, { answer: 'corrections' })
      expect([empty.status, Object.keys(empty.body.errors)]).toEqual([400, ['corrections']])
      const corrections = { answer: 'corrections', corrections: 'Page 2: italics.' }
      for (let times = 0; times < 2; times++) {
        const answer = await act(id, `proofs/${proof.id}`, corrections)
        expect([answer.status, answer.body.stage, answer.body.may.answerProof]).toEqual([200, 'accepted', false])
      }
      const changed = await act(id, `proofs/${proof.id}`, { answer: 'approved' })
      expect([changed.status, changed.body.message]).toEqual([409, PROOF_ANSWERED])
      const kinds = (await emails(id)).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'editor-proof-answered')).toHaveLength(1)
    })

    test('takes an appeal against a decline, which another editor answers and may uphold', async () => {
      const other = await anEditor(journal.database)
      const id = await decidedEarlier('decline')
      expect(await see(id)).toMatchObject({ stage: 'declined', may: { appeal: true, submitAgain: true } })
      const appeal = { kind: 'appeal', text: 'The second report is about another species.' }
      for (let times = 0; times < 2; times++) {
        const answer = await act(id, 'grievances', appeal)
        expect([answer.status, answer.body.grievances.length, answer.body.may.appeal]).toEqual([201, 1, false])
      }
      const second = await act(id, 'grievances', { kind: 'complaint', text: 'And another thing.' })
      expect([second.status, second.body.message]).toEqual([409, ONE_AT_A_TIME])
      const told = (await emails(id)).filter(({ kind }) => kind === 'editor-appeal').map(({ recipient }) => recipient)
      const decider = await journal.database.db
        .selectFrom('users')
        .select('email')
        .where('id', '=', editor.userId)
        .executeTakeFirstOrThrow()
      expect(told.length).toBeGreaterThan(0)
      expect(told).not.toContain(decider.email)

      const { id: grievanceId } = await journal.database.db
        .selectFrom('grievances')
        .select('id')
        .where('article_id', '=', id)
        .executeTakeFirstOrThrow()
      const answer = (by: Caller) =>
        journal.database.transaction((tx) =>
          answerGrievance(tx, by, {
            articleId: id,
            grievanceId,
            outcome: 'upheld',
            answer: 'You are right.',
            reopen: true,
          }),
        )
      await expect(answer(editor)).rejects.toThrow(HANDLER_DECIDED)
      await answer(other)
      const seen = await see(id)
      expect(seen).toMatchObject({ stage: 'review', may: { appeal: false, withdraw: true } })
      expect(seen.status.sentence).toBe('Your appeal was upheld')
      expect(seen.grievances[0]).toMatchObject({ outcome: 'upheld', answer: 'You are right.' })
      expect(await invited(journal.database, other, id)).toHaveLength(2)
      const kinds = (await emails(id)).map(({ kind }) => kind)
      expect(kinds).toContain('author-appeal-received')
      expect(kinds).toContain('author-appeal-answered')
    })

    test('may be submitted again after a decline, by its own author alone', async () => {
      const id = await decidedEarlier('decline')
      const stranger = await aSignedIn(journal)
      const category = await aCategory(journal.database)
      const submitted = async (by: SignedIn, previousArticleId: string) => {
        const file = await aFile(journal.database, { owner: by.user, mediaType: 'application/msword' })
        const answer = await journal.post(
          '/posts',
          {
            ...{ title: 'Seed rain', categoryId: category.id, excerpt: 'Seeds fall near.', keywords: 'seed rain' },
            ...{ abstract: '<p>We counted seeds.</p>', files: [fileUrl(file)], previousArticleId },
            contributors: [{ fullName: 'Dalia Haddad', email: 'd@plants.test', affiliation: 'Amman', role: 'Author' }],
          },
          { as: by },
        )
        expect(answer.status).toBe(201)
        const { previous_article_id } = await journal.database.db
          .selectFrom('review_cases')
          .select('previous_article_id')
          .where('article_id', '=', answer.body.id)
          .executeTakeFirstOrThrow()
        return previous_article_id
      }
      expect(await submitted(author, id)).toBe(id)
      expect(await submitted(stranger, id)).toBeNull()
      expect(await submitted(author, await made())).toBeNull()
      expect(await submitted(author, '')).toBeNull()
    })
  })
})
