import { noteConflict } from '../cases/declared-conflicts.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aFile, aReviewer, aSignedIn, type SignedIn, headersNow } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { times } from '../../../../tests/support/long.ts'
import {
  aCase,
  agreed,
  asCaller,
  invited,
  reported,
  REPORT,
  withReports,
} from '../../../../tests/support/review-builders.ts'
import {
  CHANGE_REASON_REQUIRED,
  type DecisionForm,
  EXCEPTION_REQUIRED,
  type PreparedDecision,
} from '../../../contract/api/decisions.ts'
import { composeLetter, filesNote, LETTER_SUBJECTS } from '../../../contract/rules/peer-review/decision-letter.ts'
import { PersonSearch } from '../../../contract/rules/people/person-search.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { LETTER_KINDS, type LetterKind } from '../../../contract/rules/peer-review/stages.ts'
import { CASE_EDITORS_ONLY } from '../../../contract/rules/peer-review/case-policy.ts'
import { ALREADY_UNDONE, NOT_AFTER_THAT, NOTHING_TO_UNDO, REPORT_ARRIVED, REVISION_DUE } from '../cases/decide.ts'
import { letterValue } from '../cases/letter-value.ts'
import { REPORT_GONE } from '../cases/release-reports.ts'
import { withdrawManuscript } from '../cases/withdraw.ts'
import { findCase } from '../cases/case-rows.ts'
import { loadAbout, renderEmail, templateOf } from '../../../platform/email/render.ts'
import { newId } from '../../../platform/ids.ts'

const due = () => addDays(dayOf(new Date()), 14)

describe('deciding on a manuscript', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let editor: SignedIn
    let author: SignedIn
    beforeAll(async () => {
      journal = await open()
      editor = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
      author = await aSignedIn(journal)
    })
    const db = () => journal.database.db
    const fresh = (one: SignedIn) => headersNow(journal, one)

    const aReviewed = async (options: Parameters<typeof withReports>[3] = {}) => {
      const article = await aCase(journal.database, { submitter: author.user })
      await withReports(journal.database, asCaller(editor), article.id, options)
      return article.id
    }
    const prepare = async (id: string, as: SignedIn = editor): Promise<PreparedDecision> => {
      const answer = await journal.get(`/cases/${id}/decisions/prepare`, { as })
      expect(answer.status).toBe(200)
      return answer.body
    }
    const formOf = (prepared: PreparedDecision, kind: LetterKind, more: Partial<DecisionForm> = {}): DecisionForm => ({
      kind,
      letter: (prepared.choices.find((choice) => choice.kind === kind)?.letter ?? 'Dear authors,').replace(
        '[Please say what is missing]',
        'The abstract is missing.',
      ),
      revisionDueOn: ['return', 'minor', 'major'].includes(kind) ? due() : null,
      releases: prepared.reports.map(({ id, toAuthors, files }) => ({
        ...{ reportId: id, text: toAuthors, files: files.map((file) => file.id) },
      })),
      seenReports: prepared.reports.map(({ id }) => id),
      ...more,
    })
    const send = async (id: string, form: DecisionForm, as: SignedIn = editor) =>
      journal.post(`/cases/${id}/decisions`, form, { as: await fresh(as) })
    const decide = async (id: string, kind: LetterKind, more: Partial<DecisionForm> = {}, as = editor) =>
      send(id, formOf(await prepare(id, as), kind, more), as)
    const undo = async (id: string, decisionId: string, as = editor) =>
      journal.post(`/cases/${id}/decisions/${decisionId}/undo`, {}, { as: await fresh(as) })
    const stageOf = async (id: string) => (await findCase(db(), id))!.stage
    const outbox = (id: string) =>
      db().selectFrom('outbox').selectAll().where('article_id', '=', id).orderBy('kind').orderBy('id').execute()
    const later = async <T>(minutes: number, work: () => Promise<T>): Promise<T> => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
      try {
        return await work()
      } finally {
        vi.useRealTimers()
      }
    }
    const decisionEmail = async (id: string) => {
      const row = (await outbox(id)).find(({ kind }) => kind === 'author-decision')!
      const template = templateOf(journal.resources.emailTemplates, row.kind)
      return renderEmail(template, (await loadAbout(db(), template, row))!, {
        publicUrl: 'http://journal.test',
        at: row.created_at,
      })
    }

    test('comes with the people whom the authors must not know, so that what they get is searched for them', async () => {
      const id = await aReviewed()
      const { withheld, reports } = await prepare(id)
      expect(withheld.flatMap(({ names }) => names).sort()).toEqual(reports.map(({ reviewer }) => reviewer).sort())
      for (const { names, emails } of withheld) {
        expect(emails).toHaveLength(1)
        const signed = `A fine manuscript.\n\nBest wishes,\n${names[0]!.split(' ')[0]}`
        expect(withheld.flatMap((person) => new PersonSearch(person).mentions(signed))).not.toEqual([])
      }
      expect((await journal.get(`/cases/${id}`, { as: editor })).body.withheld).toEqual(withheld)
      expect((await journal.get(`/cases/${id}/decisions/prepare`, { as: author })).text).not.toContain(
        reports[0]!.reviewer,
      )
    })

    test('is prepared with letters, reports and what speaks for each decision', async () => {
      const id = await aReviewed()
      const waiting = await aReviewer(journal.database, { fullName: 'Olga Slow' })
      await invited(journal.database, asCaller(editor), id, { reviewers: [waiting] })
      const { reviewer_id } = await journal.database.db
        .selectFrom('review_assignments')
        .select('reviewer_id')
        .where('article_id', '=', id)
        .where('state', '=', 'submitted')
        .orderBy('label')
        .limit(1)
        .executeTakeFirstOrThrow()
      const of = { articleId: id, reviewerId: reviewer_id }
      await journal.database.transaction((tx) => noteConflict(tx, of, 'We sing in the same choir.'))
      const prepared = await prepare(id)
      expect(prepared.choices.map(({ kind }) => kind)).toEqual(['accept', 'minor', 'major', 'decline'])
      expect(prepared.choices[1]!.about).toContain('Both reviewers recommend this.')
      expect(prepared.choices[1]!.letter).toContain('Two reviewers have read it')
      expect(prepared.choices[1]!.letter).toContain('Samina Farooqi, Editor')
      expect(prepared.choices[1]!.revisionDueOn).toBe(due())
      expect(prepared.reports).toHaveLength(2)
      expect(prepared.reports[0]).toMatchObject({
        toAuthors: REPORT.toAuthors,
        // In sight while deciding.
        toEditor: REPORT.toEditor,
        conflicts: [{ text: 'We sing in the same choir.', waivedReason: null }],
        answers: 'Question clear, adds to what is known: yes. Methods sound and repeatable: partly.',
      })
      expect(prepared.reports.map(({ reviewer }) => reviewer).join()).toContain('Linnea Moss')
      expect(prepared.concerns).toHaveLength(1)
      expect(prepared.waitingFor).toEqual(['Olga Slow'])
      expect(prepared.last).toBeNull()
    })

    test('before review: to return or to decline it, and nothing else', async () => {
      const returned = await aCase(journal.database, { submitter: author.user })
      const prepared = await prepare(returned.id)
      expect(prepared.choices.map(({ kind }) => kind)).toEqual(['return', 'decline'])
      expect(prepared.choices[1]!.letter).toContain('I have read it')
      for (const kind of ['accept', 'minor', 'major'] as const) {
        expect((await decide(returned.id, kind)).status).toBe(409)
      }
      expect((await decide(returned.id, 'return')).status).toBe(200)
      expect(await stageOf(returned.id)).toBe('revising')
    })

    test('no letter is sent before its blanks are filled, and none is signed with the name of a default account', async () => {
      const article = await aCase(journal.database, { submitter: author.user })
      const unnamed = await aSignedIn(journal, { role: 'admin', fullName: 'Administrator' })
      const prepared = await prepare(article.id, unnamed)
      const letterOf = (kind: LetterKind) => prepared.choices.find((choice) => choice.kind === kind)!.letter
      for (const [kind, blank] of [
        ['return', '[Please say what is missing]'],
        ['decline', '[Your name]'],
      ] as const) {
        const refused = await send(article.id, formOf(prepared, kind, { letter: letterOf(kind) }), unnamed)
        expect(refused.status).toBe(400)
        expect(refused.body.errors).toEqual({ letter: `Please replace “${blank}” before you send the letter` })
      }
      expect(await stageOf(article.id)).toBe('screening')
      const letter = letterOf('decline').replace('[Your name]', 'Rosa Imran')
      expect((await send(article.id, formOf(prepared, 'decline', { letter }), unnamed)).status).toBe(200)
    })

    test.each(LETTER_KINDS)('only the letter of a decline speaks of an appeal: %s', async (kind) => {
      const id = kind === 'return' ? (await aCase(journal.database, { submitter: author.user })).id : await aReviewed()
      expect((await decide(id, kind)).status).toBe(200)
      const { subject, text } = await decisionEmail(id)
      expect(subject).toMatch(/^\d{4}-\d{3} \S/)
      expect(subject.endsWith(`: ${LETTER_SUBJECTS[kind]}`)).toBe(true)
      expect(/appeal/i.test(text)).toBe(kind === 'decline')
    })

    test.each([
      ['accept', 'accepted'],
      ['minor', 'revising'],
      ['major', 'revising'],
      ['decline', 'declined'],
    ] as const)('%s is sent to all authors, in the words of the preview', async (kind, stage) => {
      const id = await aReviewed()
      const prepared = await prepare(id)
      const [one, other] = prepared.reports
      const form = formOf(prepared, kind, {
        letter: 'Dear authors,\n\nsee Reviewer’s point 1.\n\nKind regards,\nSamina',
        releases: [
          {
            reportId: one!.id,
            text: 'The question is clear.',
            changeReason: 'An insult was removed.',
            files: [],
          },
        ],
      })
      const answer = await send(id, form)
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ kind, decidedBy: 'Samina Farooqi', recipients: { reporters: 2 } })
      expect(answer.body.recipients.authors).toBeGreaterThan(0)
      expect(answer.body.undoSeconds).toBeGreaterThan(590)
      expect(await stageOf(id)).toBe(stage)

      const email = await decisionEmail(id)
      const shown = composeLetter(form.letter, [
        { label: one!.label, text: 'The question is clear.', answers: one!.answers, files: 0 },
      ])
      expect(email.text).toContain(letterValue(shown).text)
      expect(email.html).toContain(`Reviewer ${one!.label}`)
      expect(email.text).not.toContain(`Reviewer ${other!.label}`)
      const due = (await outbox(id)).filter(({ decision_id }) => decision_id === answer.body.id)
      expect(new Set(due.map(({ next_try_at }) => next_try_at))).toEqual(new Set([answer.body.letterAt]))
      const release = await db()
        .selectFrom('report_releases')
        .selectAll()
        .where('decision_id', '=', answer.body.id)
        .executeTakeFirstOrThrow()
      expect(release).toMatchObject({ change_reason: 'An insult was removed.', cleaned_file_id: null })
    })

    test('tells authors nothing of reviewers but their words, under a label', async () => {
      const article = await aCase(journal.database, { submitter: author.user })
      const reviewer = await aReviewer(journal.database, {
        fullName: 'Tendai Secretname',
        emails: ['tendai@secret-place.test'],
        affiliation: 'University of Secretplace',
      })
      await withReports(journal.database, asCaller(editor), article.id, { reviewers: [reviewer] })
      const prepared = await prepare(article.id)
      const letters = prepared.choices.map(({ letter }) => letter).join()
      await send(article.id, formOf(prepared, 'major'))
      const { subject, text, html } = await decisionEmail(article.id)
      const preview = JSON.stringify(
        composeLetter(
          prepared.choices[2]!.letter,
          prepared.reports.map(({ label, toAuthors, answers }) => ({
            label,
            text: toAuthors,
            answers,
            files: 0,
          })),
        ),
      )
      for (const shown of [letters, subject, text, html, preview]) {
        expect(shown).not.toMatch(/secret/i)
        expect(shown).not.toContain(REPORT.toEditor)
        expect(shown).not.toContain(reviewer.id)
        expect(shown).not.toMatch(/recommend/i)
      }
      // The reviewer recommended a minor revision.
      for (const shown of [subject, text]) expect(shown).not.toMatch(/minor/i)
      expect(text).toContain(REPORT.toAuthors)
    })

    test('sends the cleaned copy of a report’s file, never the file itself', async () => {
      const id = await aReviewed({ count: 1 })
      const [report] = (await prepare(id)).reports
      const assignment = await db()
        .selectFrom('review_assignments')
        .select('id')
        .where('article_id', '=', id)
        .executeTakeFirstOrThrow()
      const [original, cleaned] = await Promise.all(
        ['by-tendai.pdf', 'cleaned.pdf'].map((name) => aFile(journal.database, { owner: editor.user, name })),
      )
      await db()
        .insertInto('review_files')
        .values({
          ...{ id: newId(), assignment_id: assignment.id, report_id: report!.id, file_id: original!.id },
          ...{ cleaned_file_id: null, held_back: null, created_at: '2020-01-01T00:00:00.000Z' },
        })
        .execute()
      const attached = (change: { cleaned_file_id?: string; held_back?: string | null }) =>
        db().updateTable('review_files').set(change).where('file_id', '=', original!.id).execute()
      const fileToSend = async () => (await prepare(id)).reports[0]!.files[0]
      expect(await fileToSend()).toMatchObject({ file: { name: 'by-tendai.pdf' }, state: 'delayed', copy: null })
      await attached({ cleaned_file_id: cleaned!.id, held_back: '“Tendai” appears in the text.' })
      expect(await fileToSend()).toMatchObject({ state: 'look', heldBack: '“Tendai” appears in the text.' })
      await attached({ held_back: null })
      expect(await fileToSend()).toMatchObject({ state: 'cleaned', heldBack: null })
      const prepared = await prepare(id)
      for (const withFile of [false, true]) {
        const files = withFile ? [prepared.reports[0]!.files[0]!.id] : []
        const releases = [{ reportId: report!.id, text: report!.toAuthors, files }]
        const made = await send(id, formOf(prepared, 'minor', { releases }))
        const release = await db()
          .selectFrom('report_releases')
          .select('cleaned_file_id')
          .where('decision_id', '=', made.body.id)
          .executeTakeFirstOrThrow()
        expect(release.cleaned_file_id).toBe(withFile ? cleaned!.id : null)
        const { text } = await decisionEmail(id)
        expect(text.includes(filesNote(1))).toBe(withFile)
        expect(text).not.toContain('tendai')
        await undo(id, made.body.id)
      }
    })

    test('changes no word of a report without a reason', async () => {
      const id = await aReviewed()
      const prepared = await prepare(id)
      const releases = [{ reportId: prepared.reports[0]!.id, text: 'Splendid.', files: [] }]
      const answer = await send(id, formOf(prepared, 'minor', { releases }))
      expect(answer.status).toBe(400)
      expect(answer.body.message).toBe(CHANGE_REASON_REQUIRED)
      const gone = await send(
        id,
        formOf(prepared, 'minor', { releases: [{ reportId: 'nothere', text: 'x', files: [] }] }),
      )
      expect(gone.body.message).toBe(REPORT_GONE)
      expect(await stageOf(id)).toBe('reviewing')
    })

    test('waits for a report that has just arrived to be read', async () => {
      const id = await aReviewed({ count: 1 })
      const [last] = await invited(journal.database, asCaller(editor), id, { count: 1 })
      await agreed(journal.database, last!.id)
      const before = await prepare(id)
      await reported(journal.database, last!.id)
      const refused = await send(id, formOf(before, 'minor'))
      expect([refused.status, refused.body.message]).toEqual([409, REPORT_ARRIVED])
      const after = await prepare(id)
      expect(after.reports).toHaveLength(2)
      expect((await send(id, formOf(after, 'minor'))).status).toBe(200)
    })

    test('needs a reason that is printed where the promised reports are missing', async () => {
      const id = await aReviewed({ count: 1 })
      const prepared = await prepare(id)
      expect(prepared.concerns).toEqual([expect.stringContaining('there is one')])
      for (const exceptionReason of [null, '   ']) {
        const refused = await send(id, formOf(prepared, 'accept', { exceptionReason }))
        expect([refused.status, refused.body.errors.exceptionReason]).toEqual([400, EXCEPTION_REQUIRED])
      }
      const made = await send(id, formOf(prepared, 'accept', { exceptionReason: ' Only one could be found. ' }))
      const row = await db()
        .selectFrom('decisions')
        .select('exception_reason')
        .where('id', '=', made.body.id)
        .executeTakeFirstOrThrow()
      expect(row.exception_reason).toBe('Only one could be found.')
    })

    test('takes a day within a year for a revision, and none without one', async () => {
      const id = await aReviewed()
      const prepared = await prepare(id)
      const today = dayOf(new Date())
      for (const revisionDueOn of [null, today, '2020-01-01', addDays(today, 400)]) {
        const refused = await send(id, formOf(prepared, 'minor', { revisionDueOn }))
        expect(refused.body.errors).toEqual({ revisionDueOn: REVISION_DUE })
      }
      const made = await send(id, formOf(prepared, 'decline', { revisionDueOn: due() }))
      expect(made.body.revisionDueOn).toBeNull()
    })

    test('refuses letters that are empty or too long', async () => {
      const id = await aReviewed()
      const prepared = await prepare(id)
      for (const letter of [' \n ', 'x'.repeat(20_001)]) {
        expect((await send(id, formOf(prepared, 'minor', { letter }))).status).toBe(400)
      }
      expect((await send(id, formOf(prepared, 'minor', { letter: 'x'.repeat(20_000) }))).status).toBe(200)
    })

    test('sent twice, or by two clicks at once, is one decision', async () => {
      const id = await aReviewed()
      const form = formOf(await prepare(id), 'minor')
      const answers = await Promise.all([send(id, form), send(id, form), send(id, form)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
      const decisions = await db().selectFrom('decisions').select('id').where('article_id', '=', id).execute()
      expect(decisions).toHaveLength(1)
      expect((await outbox(id)).filter(({ kind }) => kind === 'reviewer-outcome')).toHaveLength(2)

      // Another letter is not the same decision: its author has to know that it is not the one that is sent.
      const another = await send(id, { ...form, letter: 'Dear all,' })
      expect(another.status).toBe(409)
      expect(another.body.message).toBe(
        'Samina Farooqi has already decided: minor revision. The letter waits, and the decision can still be undone.',
      )
      const afterwards = await later(11, () => send(id, form))
      expect([afterwards.status, afterwards.body.message]).toEqual([
        409,
        'Samina Farooqi has already decided: minor revision.',
      ])
    })

    test('by two editors at once: one decides, the other is told by whom and what', async () => {
      const other = await aSignedIn(journal, { role: 'admin', fullName: 'Jonas Berg' })
      const id = await aReviewed()
      const prepared = await prepare(id)
      const answers = await Promise.all([
        send(id, formOf(prepared, 'minor')),
        send(id, formOf(prepared, 'decline'), other),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const refused = answers.find(({ status }) => status === 409)!
      expect(refused.body.message).toMatch(/^(Samina Farooqi has already decided: minor|Jonas Berg .*: decline)/)
    })

    test('is for editors of the case: a guest editor too, a recused administrator or an author never', async () => {
      const id = await aReviewed()
      const guest = await aSignedIn(journal)
      const recused = await aSignedIn(journal, { role: 'admin' })
      const at = new Date().toISOString()
      await db()
        .insertInto('case_editors')
        .values([
          { article_id: id, user_id: guest.user.id, is_guest: 1, since: at, recused_at: null, reason: null },
          { article_id: id, user_id: recused.user.id, is_guest: 0, since: at, recused_at: at, reason: 'A friend' },
        ])
        .execute()
      const form = formOf(await prepare(id), 'minor')
      for (const as of [recused, author]) {
        for (const article of [id, 'nosucharticle']) {
          const answers = [
            await journal.get(`/cases/${article}/decisions/prepare`, { as }),
            await send(article, form, as),
            await undo(article, 'x', as),
          ]
          for (const { status, body } of answers) {
            // An administrator is no more than recused from one case.
            if (as === recused && article !== id) expect(status).toBe(404)
            else expect([status, body.message]).toEqual([403, CASE_EDITORS_ONLY])
          }
        }
      }
      const made = await send(id, form, guest)
      expect(made.status).toBe(200)
      expect((await undo(id, made.body.id, guest)).status).toBe(200)
    })

    test('can be undone for ten minutes, as if it had never been made', async () => {
      const id = await aReviewed({ count: 1, standby: 1 })
      const [asked, busy] = await invited(journal.database, asCaller(editor), id, { count: 2 })
      await agreed(journal.database, busy!.id)
      const state = async () => ({
        case: await findCase(db(), id),
        article: await db().selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
        assignments: await db()
          .selectFrom('review_assignments')
          .selectAll()
          .where('article_id', '=', id)
          .orderBy('id')
          .execute(),
        rounds: await db().selectFrom('review_rounds').selectAll().where('article_id', '=', id).execute(),
        emails: await outbox(id),
      })
      const before = await state()
      const seen = await prepare(id)
      for (const kind of ['accept', 'minor', 'major', 'decline'] as const) {
        const made = await send(id, formOf(seen, kind, { exceptionReason: 'Rare.' }))
        expect(made.body.recipients.cancelled).toBe(2)
        expect((await undo(id, made.body.id)).status).toBe(200)
        expect(await state()).toEqual(before)
        expect(await prepare(id)).toEqual(seen)
        const again = await undo(id, made.body.id)
        expect([again.status, again.body.message]).toEqual([409, ALREADY_UNDONE])
      }
      expect(asked!.state).toBe('invited')
      const made = await send(id, formOf(seen, 'decline'))
      const late = await later(10, () => undo(id, made.body.id))
      expect([late.status, late.body.message]).toEqual([409, NOTHING_TO_UNDO])
      expect((await undo(id, 'another')).status).toBe(409)
    })

    test('brings back what it has ended, and nothing that ended at the same moment', async () => {
      const id = await aReviewed({ count: 1 })
      const [asked, other, older] = await invited(journal.database, asCaller(editor), id, { count: 3 })
      const made = await send(id, formOf(await prepare(id), 'minor'))
      const set = (assignmentId: string, decisionId: string | null) =>
        db()
          .updateTable('review_assignments')
          .set({ closed_by_decision: decisionId })
          .where('id', '=', assignmentId)
          .execute()
      await set(other!.id, 'another')
      // As a server of an earlier version leaves it, which runs beside this one.
      await set(older!.id, null)
      await undo(id, made.body.id)
      const states = await db()
        .selectFrom('review_assignments')
        .select(['id', 'state'])
        .where('id', 'in', [asked!.id, other!.id, older!.id])
        .execute()
      expect(new Map(states.map((one) => [one.id, one.state]))).toEqual(
        new Map([
          [asked!.id, 'invited'],
          [other!.id, 'cancelled'],
          [older!.id, 'invited'],
        ]),
      )
    })

    test('before review leaves the manuscript unscreened once it is undone', async () => {
      const article = await aCase(journal.database, { submitter: author.user })
      const made = await decide(article.id, 'decline')
      await undo(article.id, made.body.id)
      expect(await findCase(db(), article.id)).toMatchObject({ stage: 'screening', screened_at: null, closed_at: null })
    })

    test('keeps a report that arrived in the ten minutes, and asks to read it', async () => {
      const id = await aReviewed({ count: 1 })
      const [slow] = await invited(journal.database, asCaller(editor), id, { count: 1 })
      await agreed(journal.database, slow!.id)
      const seen = await prepare(id)
      const made = await send(id, formOf(seen, 'minor'))
      await reported(journal.database, slow!.id)
      await undo(id, made.body.id)
      expect((await prepare(id)).reports).toHaveLength(2)
      expect((await send(id, formOf(seen, 'minor'))).body.message).toBe(REPORT_ARRIVED)
    })

    test('is not undone once the letter is being sent, or the manuscript has moved on', async () => {
      const id = await aReviewed()
      const made = await decide(id, 'minor')
      await db()
        .updateTable('outbox')
        .set({ claimed_until: new Date(Date.now() + 60_000).toISOString() })
        .where('decision_id', '=', made.body.id)
        .where('kind', '=', 'author-decision')
        .execute()
      expect((await undo(id, made.body.id)).body.message).toBe(NOTHING_TO_UNDO)
      expect(await stageOf(id)).toBe('revising')

      const withdrawn = await aReviewed()
      const decision = await decide(withdrawn, 'minor')
      await journal.database.transaction(async (tx) =>
        withdrawManuscript(tx, asCaller(editor), 'editor', (await findCase(tx, withdrawn))!, null),
      )
      expect((await undo(withdrawn, decision.body.id)).body.message).toBe(NOT_AFTER_THAT)

      const proofed = await aReviewed()
      const toProof = await decide(proofed, 'accept')
      await db()
        .insertInto('proofs')
        .values({
          id: newId(),
          article_id: proofed,
          file_id: (await aFile(journal.database, { owner: editor.user })).id,
          sent_at: new Date().toISOString(),
          sent_by: editor.user.id,
          due_on: due(),
          answer: null,
          corrections: null,
          answered_at: null,
        })
        .execute()
      expect((await undo(proofed, toProof.body.id)).body.message).toBe(NOT_AFTER_THAT)

      const published = await aReviewed()
      const accepted = await decide(published, 'accept')
      await db()
        .updateTable('articles')
        .set({ published_at: new Date().toISOString() })
        .where('id', '=', published)
        .execute()
      expect((await undo(published, accepted.body.id)).body.message).toBe(NOT_AFTER_THAT)
    })

    test.each(['accept', 'decline', 'minor', 'major'] as const)(
      '%s shows its author nothing until the letter is sent',
      async (kind) => {
        const id = await aReviewed()
        const seen = async () => [
          (await journal.get(`/posts/details/${id}`, { as: await fresh(author) })).text,
          (await journal.get('/posts/my-posts', { as: await fresh(author) })).text,
        ]
        const before = await seen()
        expect((await decide(id, kind)).status).toBe(200)
        expect(await seen()).toEqual(before)
        const after = (await later(10, seen))[0]!
        const stage = { accept: 'accepted', decline: 'declined', minor: 'revising', major: 'revising' }[kind]
        expect(JSON.parse(after)).toMatchObject({ stage })
      },
    )

    test('against a report that is being sent: one of them is first', async () => {
      for (let race = 0; race < times(20, 1000); race++) {
        const id = await aReviewed({ count: 1 })
        const [last] = await invited(journal.database, asCaller(editor), id, { count: 1 })
        await agreed(journal.database, last!.id)
        const form = formOf(await prepare(id), 'minor')
        const [made, report] = await Promise.all([send(id, form), reported(journal.database, last!.id)])
        const isLate = report.late_at !== null
        expect(made.status).toBe(isLate ? 200 : 409)
        expect(await stageOf(id)).toBe(isLate ? 'revising' : 'reviewing')
      }
    })

    test('a report after a decision waits for the next, and goes to the authors with it', async () => {
      const id = await aReviewed({ count: 1 })
      const [slow] = await invited(journal.database, asCaller(editor), id, { count: 1 })
      await agreed(journal.database, slow!.id)
      await decide(id, 'minor')
      await reported(journal.database, slow!.id)
      // The authors have sent their revision.
      await db().updateTable('review_cases').set({ stage: 'reviewing' }).where('article_id', '=', id).execute()
      const prepared = await prepare(id)
      expect(prepared.reports).toMatchObject([{ isOfEarlierRound: true }])
      expect(prepared.isFirstDecision).toBe(false)
      const made = await send(id, formOf(prepared, 'minor'))
      const releases = await db()
        .selectFrom('report_releases')
        .select('report_id')
        .where('decision_id', '=', made.body.id)
        .execute()
      expect(releases.map(({ report_id }) => report_id)).toEqual([prepared.reports[0]!.id])
      // Once it has been given to the authors, it is not offered once more.
      await db().updateTable('review_cases').set({ stage: 'reviewing' }).where('article_id', '=', id).execute()
      expect((await prepare(id)).reports).toEqual([])
    })

    test('lists the letters for administrators', async () => {
      const answer = await journal.get('/decisions/letters', { as: editor })
      expect(answer.body).toHaveLength(5)
      expect(answer.body[2]).toMatchObject({ kind: 'minor', file: 'content/letters/minor.md' })
      expect((await journal.get('/decisions/letters', { as: await aSignedIn(journal, {}) })).status).toBe(403)
    })
  })
})
