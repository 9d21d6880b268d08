import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aFile, aReviewer, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { times } from '../../../../tests/support/long.ts'
import {
  aCase,
  agreed,
  anEditor,
  asCaller,
  decided,
  invited,
  REPORT,
  reported,
  withReports,
} from '../../../../tests/support/review-builders.ts'
import { apiTable } from '../../../contract/api/api.ts'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Caller } from '../../../platform/call.ts'
import { waiveConflict } from '../case/conflicts.ts'
import { cancelAssignment, inviteAssigned } from '../cases/invite.ts'
import { makeReviewLink, revokeLinks } from '../cases/links.ts'
import { lockCaseForAuthor } from '../cases/relation.ts'
import { submitReport } from '../cases/report.ts'
import { agreeToReview, declineToReview, explainDecline, lapseInvitation } from '../cases/respond.ts'
import { withdrawManuscript } from '../cases/withdraw.ts'
import type { AssignmentRow } from '../../../platform/database/review-tables.ts'
import { newId, now } from '../../../platform/ids.ts'
import { lockAssignment } from '../cases/assignments.ts'

const SECRETS = { name: 'Zahra Secretreviewer', email: 'zahra@secretreviewer.test', place: 'Secretreviewer Institute' }
const TO_EDITOR = 'Between us: the secretreviewer doubts table 2.'
/** Their answers differ from one call to the next for reasons of their own. */
const WITH_TIMES = ['files.link', 'session.list']

describe('what authors get', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let author: SignedIn
    let editor: Caller
    beforeAll(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      editor = await anEditor(journal.database)
    })

    const db = () => journal.database.db
    const inTransaction = <T>(work: Parameters<typeof journal.database.transaction<T>>[0]) =>
      journal.database.transaction(work)

    /** Every answer that the author can get about an article: each GET of the API, its files, and their emails. */
    const answers = async (id: string, as = author): Promise<string[]> => {
      const calls = Object.entries(apiTable).flatMap(([noun, verbs]) =>
        Object.entries(verbs as Record<string, Endpoint>).flatMap(([verb, { method, path, access }]) =>
          method === 'GET' && ['signed in', 'sign-in optional', 'anyone'].includes(access)
            ? [{ name: `${noun}.${verb}`, path: path.replace(/\{\w+\}/g, id) }]
            : [],
        ),
      )
      expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(['manuscripts.get', 'articles.details']))
      const said: string[] = []
      for (const { name, path } of calls) {
        if (WITH_TIMES.includes(name)) continue
        const { status, text } = await journal.get(path, { as })
        if (['manuscripts.get', 'articles.details', 'articles.mine'].includes(name)) expect(status, name).toBe(200)
        said.push(`${name} ${status} ${text}`)
      }
      const files = await db()
        .selectFrom('files')
        .select(['id', 'name'])
        .where('owner_id', '=', as.user.id)
        .orderBy('id')
        .execute()
      for (const file of files) {
        const { status } = await journal.get(`/files/${file.id}/link`, { as })
        said.push(`file ${file.name} ${status}`)
      }
      const emails = await db()
        .selectFrom('outbox')
        .select(['kind', 'data'])
        .where('recipient', '=', as.user.email)
        .orderBy('id')
        .execute()
      return [...said, ...emails.map(({ kind, data }) => `${kind} ${data}`)]
    }

    const earlier = async <T>(work: () => Promise<T>, minutes = 11): Promise<T> => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - minutes * 60_000 })
      try {
        return await work()
      } finally {
        vi.useRealTimers()
      }
    }

    test.each(['author', 'admin'] as const)(
      'does not change by a byte, whatever reviewers do before a decision (the submitter is an %s)',
      async (role) => {
        const submitter = await aSignedIn(journal, { role })
        const id = (await aCase(journal.database, { submitter: submitter.user })).id
        // The first invitation is an act of the editor, which authors see: the manuscript is in review.
        const people = await Promise.all(
          Array.from({ length: 7 }, () => aReviewer(journal.database, { affiliation: SECRETS.place })),
        )
        const made = await invited(journal.database, editor, id, { reviewers: people.slice(0, 5), standby: 2 })
        const [one, two, three] = made as [AssignmentRow, AssignmentRow, AssignmentRow]
        const before = await answers(id, submitter)
        expect(before.join('\n')).toContain(id)

        const acts: [string, () => Promise<unknown>][] = [
          ['more are invited', () => invited(journal.database, editor, id, { reviewers: people.slice(5) })],
          [
            'a link is made',
            () => inTransaction((tx) => makeReviewLink(tx, '', { assignmentId: one.id, email: one.email })),
          ],
          ['one agrees', () => agreed(journal.database, one.id)],
          ['links are revoked', () => inTransaction((tx) => revokeLinks(tx, one.id))],
          [
            'one declines, and the next is invited',
            () => inTransaction(async (tx) => declineToReview(tx, await lockAssignment(tx, two.id))),
          ],
          [
            'and says why',
            () =>
              inTransaction(async (tx) =>
                explainDecline(tx, await lockAssignment(tx, two.id), { reason: 'conflict', text: TO_EDITOR }),
              ),
          ],
          [
            'they can after all, with a conflict',
            () =>
              inTransaction(async (tx) =>
                agreeToReview(tx, await lockAssignment(tx, two.id), {
                  conflict: { answer: 'declared', text: TO_EDITOR },
                  dueOn: addDays(dayOf(new Date()), 9),
                }),
              ),
          ],
          [
            'one does not answer',
            () => inTransaction(async (tx) => lapseInvitation(tx, await lockAssignment(tx, three.id), now())),
          ],
          [
            'the editor asks one who has declined once more',
            async () => {
              await inTransaction(async (tx) => declineToReview(tx, await lockAssignment(tx, two.id)))
              const about = { id, reviewerId: two.reviewer_id, reason: 'They wrote one paper together.' }
              await inTransaction((tx) => waiveConflict(tx, editor, about))
              await inTransaction(async (tx) => inviteAssigned(tx, editor, await lockAssignment(tx, two.id)))
            },
          ],
          ['a draft is saved', () => aDraft(one.id)],
          ['a colleague is named', () => aColleague(one.id)],
          ['a file is attached', () => anAttachment(one.id)],
          [
            'a report is sent',
            () =>
              inTransaction(async (tx) =>
                submitReport(tx, await lockAssignment(tx, one.id), { ...REPORT, toEditor: TO_EDITOR }),
              ),
          ],
          [
            'a review is cancelled',
            () => inTransaction(async (tx) => cancelAssignment(tx, editor, await lockAssignment(tx, two.id))),
          ],
          ['a reviewer suggests another', () => aSuggestion(id, one.id)],
        ]
        for (const [what, act] of acts) {
          await act()
          expect(await answers(id, submitter), what).toEqual(before)
        }
      },
    )

    const aDraft = (assignmentId: string) =>
      db()
        .insertInto('review_drafts')
        .values({ assignment_id: assignmentId, content: '{}', revision: 1, saved_at: now() })
        .execute()
    const aColleague = (assignmentId: string) =>
      db()
        .insertInto('co_reviewers')
        .values({
          ...{ id: newId(), assignment_id: assignmentId, full_name: SECRETS.name, email: SECRETS.email, orcid: null },
          ...{ state: 'asked', conflict_text: null, confirmed_at: null, created_at: now() },
        })
        .execute()
    const anAttachment = async (assignmentId: string) => {
      const file = await aFile(journal.database, { name: 'secretreviewer.docx' })
      const cleaned = await aFile(journal.database, { name: 'secretreviewer-cleaned.docx' })
      await db()
        .insertInto('review_files')
        .values({
          ...{ id: newId(), assignment_id: assignmentId, report_id: null, file_id: file.id },
          ...{ cleaned_file_id: cleaned.id, held_back: null, created_at: now() },
        })
        .execute()
    }
    const aSuggestion = (articleId: string, assignmentId: string) =>
      db()
        .insertInto('reviewer_suggestions')
        .values({
          ...{ id: newId(), article_id: articleId, position: 9, full_name: SECRETS.name, email: SECRETS.email },
          ...{ affiliation: SECRETS.place, kind: 'suggest', source: 'reviewer', reason: '' },
          ...{ assignment_id: assignmentId, created_at: now(), used_at: null },
        })
        .execute()

    test('has no word of a reviewer in it but the released report, and a late report changes nothing', async () => {
      const person = await aReviewer(journal.database, {
        ...{ fullName: SECRETS.name, emails: [SECRETS.email], affiliation: SECRETS.place },
      })
      const late = await aReviewer(journal.database)
      const { id, assignments } = await earlier(async () => {
        const { id } = await aCase(journal.database, { submitter: author.user })
        const assignments = await invited(journal.database, editor, id, { reviewers: [person, late] })
        for (const one of assignments) await agreed(journal.database, one.id)
        await anAttachment(assignments[0]!.id)
        await aColleague(assignments[0]!.id)
        await inTransaction(async (tx) =>
          submitReport(tx, await lockAssignment(tx, assignments[0]!.id), {
            ...REPORT,
            toEditor: TO_EDITOR,
            recommendation: 'decline',
          }),
        )
        await decided(journal.database, editor, id, 'major')
        return { id, assignments }
      })
      const before = await answers(id)
      const said = before.join('\n')
      expect(said).toContain(REPORT.toAuthors)
      const { letters } = (await journal.get(`/manuscripts/${id}`, { as: author })).body
      expect(letters[0].reports).toMatchObject([
        { label: assignments[0]!.label, files: [{ name: expect.any(String) }] },
      ])
      expect(letters[0].reports[0].files[0].name).toBe(`Reviewer ${assignments[0]!.label}.docx`)

      const [report] = await db()
        .selectFrom('review_reports')
        .select(['id', 'submitted_at'])
        .where('assignment_id', '=', assignments[0]!.id)
        .execute()
      const hidden = [
        /secretreviewer/i,
        /recommendation/i,
        new RegExp([person.id, late.id, late.email, late.fullName].join('|'), 'i'),
        new RegExp([...assignments.map((one) => one.id), ...assignments.map((one) => one.round_id)].join('|')),
        new RegExp(`${report!.id}|${report!.submitted_at}`),
        new RegExp(`"label":"${assignments[1]!.label}"`),
      ]
      for (const word of hidden) expect(said).not.toMatch(word)

      await inTransaction(async (tx) => submitReport(tx, await lockAssignment(tx, assignments[1]!.id), REPORT))
      expect(await answers(id)).toEqual(before)
    })

    test(`of a withdrawal and a decision at the same time one succeeds (on ${engine})`, async () => {
      const outcomes = { withdrawn: 0, decided: 0 }
      for (let time = 0; time < times(10, 100); time++) {
        const { id } = await aCase(journal.database, { submitter: author.user })
        await withReports(journal.database, editor, id)
        const deciding = () => decided(journal.database, editor, id, 'minor').then(() => 'decided' as const)
        const withdrawing = () =>
          inTransaction(async (tx) => {
            const { theCase } = await lockCaseForAuthor(tx, asCaller(author), id)
            await withdrawManuscript(tx, asCaller(author), 'author', theCase, 'We found an error.')
            return 'withdrawn' as const
          })
        const both = time % 2 ? [deciding(), withdrawing()] : [withdrawing(), deciding()]
        const done = (await Promise.allSettled(both)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        expect(done).toHaveLength(1)
        outcomes[done[0]!]++
        const { stage } = await db()
          .selectFrom('review_cases')
          .select('stage')
          .where('article_id', '=', id)
          .executeTakeFirstOrThrow()
        expect(stage).toBe(done[0] === 'decided' ? 'revising' : 'withdrawn')
      }
      expect(outcomes.withdrawn).toBeGreaterThan(0)
    })

    test('a revision sent several times at once is one version', async () => {
      for (let time = 0; time < times(5, 50); time++) {
        const id = await earlier(async () => {
          const { id } = await aCase(journal.database, { submitter: author.user })
          const [assignment] = await invited(journal.database, editor, id)
          await agreed(journal.database, assignment!.id)
          await reported(journal.database, assignment!.id)
          await decided(journal.database, editor, id, 'major')
          return id
        })
        const file = await aFile(journal.database, { owner: author.user })
        const body = { files: [fileUrl(file)], reply: 'Done.' }
        const sent = await Promise.all(
          Array.from({ length: 3 }, () => journal.post(`/manuscripts/${id}/revisions`, body, { as: author })),
        )
        expect(sent.map(({ status }) => status)).toEqual([201, 201, 201])
        const versions = await db()
          .selectFrom('manuscript_versions')
          .select('number')
          .where('article_id', '=', id)
          .orderBy('number')
          .execute()
        expect(versions.map(({ number }) => number)).toEqual([1, 2])
      }
    })
  })
})
