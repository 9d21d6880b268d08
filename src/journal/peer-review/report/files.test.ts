import { once } from 'node:events'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import {
  REPORT_FILES_MAX,
  REVIEWER_SENDS,
  TOO_MANY_FILES,
  type ReportFile,
} from '../../../contract/api/review-reports.ts'
import { FILE_MAX_BYTES } from '../../../contract/rules/files/file-rules.ts'
import { aColleague, anAgreedReview, reportOf, type AgreedReview } from '../../../../tests/support/agreed-review.ts'
import { aSignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, openTestJournal, type TestJournal } from '../../../../tests/support/databases.ts'
import { times } from '../../../../tests/support/long.ts'
import { aMultipart, aPdf } from '../../../../tests/support/multipart.ts'
import { anArchive, wordParts } from '../../../../tests/support/office-files.ts'
import { decide } from '../cases/decide.ts'
import { peopleToWithhold } from '../cases/people-to-withhold.ts'
import { sweepFiles } from '../../publication/files/sweep.ts'
import { newId } from '../../../platform/ids.ts'
import { LOOK } from '../../documents/redaction/withheld.ts'
import { nameColleague } from '../link/co-review.ts'
import { cleanDueFiles } from './clean-files.ts'

const REVIEWER = 'Marta Lindqvist'
const OLD_WORD = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)])
const NOTES = Buffer.from('A few notes on the leaves\n')

const aWordDocument = async () => {
  const leaf = sharp({ create: { width: 40, height: 20, channels: 3, background: 'green' } })
  return anArchive(wordParts(REVIEWER, { picture: Buffer.from(await leaf.jpeg().toBuffer()) }))
}

const attaching = (
  journal: TestJournal,
  as: { headers: Record<string, string> },
  name: string,
  content: Uint8Array,
) => {
  const { body, headers } = aMultipart({ name, content })
  return journal.send('POST', '/review/report-files', body, { as, headers })
}
const rowOf = (journal: TestJournal, id: string) =>
  journal.database.db.selectFrom('review_files').selectAll().where('id', '=', id).executeTakeFirst()
const bytesOf = async ({ resources: { store } }: TestJournal, id: string) => buffer((await store.open(id))!.read())
const stored = ({ dataDir }: TestJournal) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

describe("reviewers' files", () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })
    const attach = async (review: AgreedReview, name: string, content: Uint8Array): Promise<ReportFile> => {
      const answer = await attaching(journal, review, name, content)
      expect(answer.status, answer.text).toBe(201)
      return answer.body as ReportFile
    }
    const filesOf = async (review: AgreedReview): Promise<ReportFile[]> =>
      (await journal.post('/review/draft', {}, { as: review })).body.files

    test('a Word document is cleaned of its author, and kept for the authors under the label', async () => {
      const review = await anAgreedReview(journal.database, { fullName: REVIEWER })
      const { id, ...attached } = await attach(review, 'Lindqvist.docx', await aWordDocument())
      const nameForAuthors = `Reviewer ${review.assignment.label}.docx`
      expect(attached).toMatchObject({ name: 'Lindqvist.docx', state: 'checking', nameForAuthors })
      await cleanDueFiles(journal.resources)
      // It has a picture, which only people can read.
      expect((await filesOf(review))[0]!.state).toBe('look')
      const { cleaned_file_id } = (await rowOf(journal, id))!
      const file = await journal.database.db
        .selectFrom('files')
        .selectAll()
        .where('id', '=', cleaned_file_id!)
        .executeTakeFirstOrThrow()
      expect(file).toMatchObject({ name: nameForAuthors, owner_id: null })
      const bytes = await bytesOf(journal, file.id)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256)
      for (const [path, part] of Object.entries(unzipSync(bytes))) {
        expect(`${path} ${strFromU8(part)}`).not.toMatch(/Lindqvist|Marta/)
      }
    })

    test('a colleague who is named after the file was cleaned is looked for in it, too', async () => {
      const review = await anAgreedReview(journal.database, { fullName: REVIEWER })
      const { id } = await attach(review, 'notes.txt', Buffer.from('Read together with Fern Haverkamp.\n'))
      await cleanDueFiles(journal.resources)
      const colleague = { fullName: 'Fern Haverkamp', email: `${newId()}@fern.test` }
      const named = await journal.post('/review/co-reviewers', colleague, { as: review })
      expect(named.status, named.text).toBe(200)
      await cleanDueFiles(journal.resources)
      expect((await rowOf(journal, id))!.held_back).toBe(LOOK.inText('Fern Haverkamp'))
    })

    test('helpers whom the reviewer types when the report is sent are looked for in it, too, and at once', async () => {
      const review = await anAgreedReview(journal.database, { fullName: REVIEWER })
      const { id } = await attach(review, 'notes.txt', Buffer.from('Counted by Fern Haverkamp.\n'))
      await cleanDueFiles(journal.resources)
      expect((await rowOf(journal, id))!.held_back).toBeNull()
      const report = reportOf('Text', { workedWith: 'Dr Ana Silva (Lisbon) and Fern Haverkamp, Lund' })
      const sent = await journal.post('/review/report', report, { as: review })
      expect(sent.status, sent.text).toBe(200)
      // Until it has been cleaned again there is no copy to be given.
      expect((await rowOf(journal, id))!.cleaned_file_id).toBeNull()
      await cleanDueFiles(journal.resources)
      expect((await rowOf(journal, id))!.held_back).toBe(LOOK.inText('Fern Haverkamp'))
      const people = await peopleToWithhold(journal.database.db, { articleId: review.assignment.article_id })
      expect(people.flatMap(({ names }) => names)).toEqual(
        expect.arrayContaining([REVIEWER, 'Dr Ana Silva', 'Fern Haverkamp']),
      )
    })

    test('a name that an editor corrects after the file was cleaned is looked for in it, too', async () => {
      const review = await anAgreedReview(journal.database, { fullName: 'Marta Lindkvist' })
      const { id } = await attach(review, 'notes.txt', Buffer.from('Yours, M. Lindqvist\n'))
      await cleanDueFiles(journal.resources)
      const admin = await aSignedIn(journal, { role: 'admin' })
      const address = `/reviewers/${review.assignment.reviewer_id}`
      const { affiliation, expertise, emails, version } = (await journal.get(address, { as: admin })).body
      const form = { fullName: REVIEWER, affiliation, expertise, emails: [emails[0].email], version }
      const changed = await journal.put(address, form, { as: admin })
      expect(changed.status, changed.text).toBe(200)
      expect((await rowOf(journal, id))!.cleaned_file_id).toBeNull()
      await cleanDueFiles(journal.resources)
      expect((await rowOf(journal, id))!.held_back).toBe(LOOK.inText('Lindqvist'))
    })

    test('what cannot be cleaned is withheld, and the decision does not release it', async () => {
      const review = await anAgreedReview(journal.database, { fullName: REVIEWER })
      const old = await attach(review, 'old.doc', OLD_WORD)
      await cleanDueFiles(journal.resources)
      expect((await filesOf(review)).map(({ state }) => state)).toEqual(['held-back'])
      expect((await rowOf(journal, old.id))!.held_back).toMatch(/^Files of this type cannot be cleaned of names\./)
      await journal.post('/review/report-files/remove', { id: old.id }, { as: review })
      const signed = await attach(review, 'signed.txt', Buffer.from(`Looks good.\nM. Lindqvist\n`))
      await cleanDueFiles(journal.resources)
      expect((await filesOf(review)).map(({ state }) => state)).toEqual(['look'])
      // An editor who has read it may release this copy.
      expect(await rowOf(journal, signed.id)).toMatchObject({
        held_back: expect.stringMatching(/^“Lindqvist” appears in the text/),
        cleaned_file_id: expect.any(String),
      })
      await journal.post('/review/report', reportOf('See the file.'), { as: review })
      const { id: reportId } = await journal.database.db
        .selectFrom('review_reports')
        .select('id')
        .where('assignment_id', '=', review.assignment.id)
        .executeTakeFirstOrThrow()
      await journal.database.transaction((tx) =>
        decide(tx, review.editor, {
          articleId: review.articleId,
          kind: 'minor',
          letter: 'Please revise.',
          revisionDueOn: addDays(dayOf(new Date()), 14),
          exceptionReason: null,
          releases: [{ reportId, text: 'See the file.', changeReason: null }],
          seenReports: [reportId],
        }),
      )
      const release = await journal.database.db
        .selectFrom('report_releases')
        .select('cleaned_file_id')
        .where('report_id', '=', reportId)
        .executeTakeFirstOrThrow()
      expect(release.cleaned_file_id).toBeNull()
    })

    test('a copy is made again when a colleague is named after whom nobody had looked in it', async () => {
      const review = await anAgreedReview(journal.database)
      await attach(review, 'notes.txt', Buffer.from('Measured together with Fern Wollemi.\n'))
      await cleanDueFiles(journal.resources)
      expect((await filesOf(review))[0]!.state).toBe('cleaned')
      const colleague = { fullName: 'Fern Wollemi', email: 'fern@fern.test', orcid: null }
      await journal.database.transaction((tx) => nameColleague(tx, review.assignment.id, colleague))
      expect((await filesOf(review))[0]!.state).toBe('checking')
      await cleanDueFiles(journal.resources)
      expect((await filesOf(review))[0]!.state).toBe('look')
    })

    test('a file that is removed leaves nothing behind, nor does its copy', async () => {
      const review = await anAgreedReview(journal.database)
      const before = stored(journal)
      const { id } = await attach(review, 'notes.txt', NOTES)
      await cleanDueFiles(journal.resources)
      expect(stored(journal)).toBe(before + 2)
      for (let time = 0; time < 2; time++) {
        const removed = await journal.post('/review/report-files/remove', { id }, { as: review })
        expect([removed.status, removed.body]).toEqual([200, []])
      }
      expect(stored(journal)).toBe(before)
      expect(await rowOf(journal, id)).toBeUndefined()
    })

    test('nobody else can remove it, and after the report is sent nobody can', async () => {
      const [review, other] = [await anAgreedReview(journal.database), await anAgreedReview(journal.database)]
      const { id } = await attach(review, 'notes.txt', NOTES)
      await journal.post('/review/report-files/remove', { id }, { as: other })
      const colleague = await aColleague(journal.database, review)
      const refused = await journal.post('/review/report-files/remove', { id }, { as: colleague })
      expect(refused.body.message).toBe(REVIEWER_SENDS)
      expect((await attaching(journal, colleague, 'mine.txt', NOTES)).status).toBe(403)
      await journal.post('/review/report', reportOf('Done.'), { as: review })
      expect((await journal.post('/review/report-files/remove', { id }, { as: review })).status).toBe(409)
      expect((await rowOf(journal, id))!.report_id).not.toBeNull()
      expect((await attaching(journal, review, 'more.txt', NOTES)).status).toBe(409)
    })

    test('of many files at once only three are kept', async () => {
      const review = await anAgreedReview(journal.database)
      const before = stored(journal)
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, at) => attaching(journal, review, `notes-${at}.txt`, NOTES)),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(REPORT_FILES_MAX)
      for (const { status, body } of answers)
        if (status !== 201) expect([status, body.message]).toEqual([409, TOO_MANY_FILES])
      const kept = await filesOf(review)
      expect(kept).toHaveLength(REPORT_FILES_MAX)
      const { label } = review.assignment
      expect(kept.map((file) => file.nameForAuthors)).toEqual(
        ['', ' 2', ' 3'].map((number) => `Reviewer ${label}${number}.txt`),
      )
      expect(stored(journal)).toBe(before + REPORT_FILES_MAX)
    })

    test('types and sizes are those of all uploads', async () => {
      const review = await anAgreedReview(journal.database)
      expect((await attaching(journal, review, 'run.exe', NOTES)).status).toBe(415)
      expect((await attaching(journal, review, 'paper.pdf', Buffer.from('<html>'))).status).toBe(415)
      expect((await attaching(journal, review, 'big.txt', Buffer.alloc(FILE_MAX_BYTES + 1, 'a'))).status).toBe(413)
      expect(await filesOf(review)).toEqual([])
    })

    test('it is for the editor: neither authors nor the sweep of unused uploads get at it', async () => {
      const submitter = await aSignedIn(journal)
      const review = await anAgreedReview(journal.database, { submitter: submitter.user })
      const { id } = await attach(review, 'notes.pdf', aPdf())
      await cleanDueFiles(journal.resources)
      const { cleaned_file_id } = (await rowOf(journal, id))!
      await journal.database.db
        .updateTable('files')
        .set({ created_at: '2020-01-01T00:00:00.000Z' })
        .where('id', 'in', [id, cleaned_file_id!])
        .execute()
      await sweepFiles(journal.resources)
      for (const file of [id, cleaned_file_id!]) {
        expect((await journal.get(`/files/${file}/link`, { as: submitter })).status).toBe(404)
        expect((await bytesOf(journal, file)).length).toBeGreaterThan(0)
      }
      const admin = await aSignedIn(journal, { role: 'admin' })
      expect((await journal.get(`/files/${id}/link`, { as: admin })).status).toBe(200)
    })
  })
})

const KILLS = times(3, 60)

test(
  `killed ${KILLS} times while files are cleaned, every file has one whole copy in the end`,
  async () => {
    const journal = await openTestJournal('sqlite')
    const reviews: AgreedReview[] = []
    for (let number = 0; number < 4; number++) {
      const review = await anAgreedReview(journal.database, { fullName: REVIEWER })
      await attaching(journal, review, 'report.docx', await aWordDocument())
      reviews.push(review)
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const child = execFile(process.execPath, ['--input-type=module', '--eval', program(journal.dataDir)])
      await new Promise((ready) => child.stdout!.once('data', ready))
      await sleep(Math.random() * 900)
      child.kill('SIGKILL')
      // It may have finished before.
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    // An attempt that was killed is over after a pause.
    await journal.database.db.updateTable('jobs').set({ attempts: 0, failed_at: null, run_after: '' }).execute()
    await cleanDueFiles(journal.resources)
    const rows = await journal.database.db
      .selectFrom('review_files')
      .innerJoin('files', 'files.id', 'review_files.cleaned_file_id')
      .select(['files.id', 'files.sha256', 'review_files.held_back'])
      .execute()
    expect(rows).toHaveLength(reviews.length)
    for (const { id, sha256, held_back } of rows) {
      expect(held_back).toBe(LOOK.drawings)
      expect(
        createHash('sha256')
          .update(await bytesOf(journal, id))
          .digest('hex'),
      ).toBe(sha256)
    }
    const { files } = await journal.database.db
      .selectFrom('files')
      .select((select) => select.fn.countAll().as('files'))
      .where('name', 'like', 'Reviewer %')
      .executeTakeFirstOrThrow()
    expect(Number(files)).toBe(reviews.length)
    await journal.close()
  },
  30_000 + KILLS * 3000,
)

/** Cleans files like a server that has just started. */
const program = (dataDir: string): string => {
  const module = (path: string) => JSON.stringify(join(import.meta.dirname, '..', '..', '..', path))
  return `
    const { pino } = await import('pino')
    const { readEnvironment } = await import(${module('app/environment.ts')})
    const { openResources } = await import(${module('app/open.ts')})
    const { cleanDueFiles } = await import(${module('journal/peer-review/report/clean-files.ts')})
    const resources = await openResources(readEnvironment({ DATA_DIR: ${JSON.stringify(dataDir)} }), pino({ level: 'silent' }))
    console.log('ready')
    await cleanDueFiles(resources)`
}
