import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiTable } from '../../src/contract/api/api.ts'
import { ACCESS } from '../../src/contract/rules/accounts/access.ts'
import type { Endpoint } from '../../src/contract/api/endpoint.ts'
import { fileUrl } from '../../src/contract/rules/files/file-rules.ts'
import type { Manuscript } from '../../src/contract/api/manuscripts.ts'
import { paths } from '../../src/contract/rules/site/paths.ts'
import { loadAbout, renderEmail, templateOf } from '../../src/platform/email/render.ts'
import { makeReviewLink } from '../../src/journal/peer-review/cases/links.ts'
import { agreeToReview, declineToReview, explainDecline } from '../../src/journal/peer-review/cases/respond.ts'
import { submitRevision } from '../../src/journal/peer-review/cases/revise.ts'
import type { AssignmentRow } from '../../src/platform/database/review-tables.ts'
import { waiveConflict } from '../../src/journal/peer-review/case/conflicts.ts'
import { nameColleague } from '../../src/journal/peer-review/link/co-review.ts'
import { cleanDueFiles } from '../../src/journal/peer-review/report/clean-files.ts'
import { headersOf } from '../support/agreed-review.ts'
import { aFile, aReviewer, aSignedIn, aUser, type BuiltReviewer, type SignedIn } from '../support/builders.ts'
import { eachDatabase, type TestJournal } from '../support/databases.ts'
import { earlier } from '../support/earlier.ts'
import { aMultipart } from '../support/multipart.ts'
import { anArchive, wordParts } from '../support/office-files.ts'
import { aRealPdf } from '../support/pdf-files.ts'
import { aCase, agreed, asCaller, callerFor, decided, invited, reported } from '../support/review-builders.ts'
import { lockAssignment } from '../../src/journal/peer-review/cases/assignments.ts'

/**
 * No answer, export, email or page for authors and readers names a reviewer: every reading call of the contract is
 * searched as every kind of caller, before and after publication, together with what harvesters read and what was
 * sent to authors.
 */
const SECRET = /hiddenborough|I would gladly see a revision/i

/** A note in a PDF by a person who also signs its page. */
const aSignedPdf = (person: string): Buffer => {
  const text = `BT /F1 12 Tf 20 100 Td (Best wishes, ${person}) Tj ET`
  return aRealPdf({
    page: '/Annots[4 0 R]/Contents 9 0 R/Resources<</Font<</F1 10 0 R>>>>',
    trailer: '/Info 8 0 R',
    objects: {
      4: `<</Type/Annot/Subtype/Text/Rect[9 9 20 20]/T(${person})/Contents(Measure this again.)>>`,
      8: `<</Author(${person})>>`,
      9: `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
      10: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    },
  })
}

describe('reviewers stay unknown', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    let coAuthor: SignedIn
    let stranger: SignedIn
    let reviewers: BuiltReviewer[]
    let articleId: string
    /** Ids that would let someone recognise a reviewer. */
    let ids: string[]

    beforeAll(async () => {
      journal = await open()
      const { database } = journal
      admin = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
      coAuthor = await aSignedIn(journal, { email: 'co-author@plants.test' })
      stranger = await aSignedIn(journal)
      const article = await aCase(database, {
        submitter: author.user,
        contributors: [
          { role: 'Corresponding Author', full_name: 'Ayesha Malik', email: author.user.email },
          { role: 'Author', full_name: 'Bruno Kovář', email: coAuthor.user.email },
        ],
      })
      articleId = article.id
      reviewers = await Promise.all(
        ['Zahra', 'Marta', 'Linnea', 'Henrik'].map((name) =>
          aReviewer(database, {
            fullName: `${name} Hiddenborough`,
            emails: [`${name}.hiddenborough@away.test`],
            affiliation: 'Hiddenborough University',
          }),
        ),
      )
      const editor = asCaller(admin)
      const assignments = await invited(database, editor, articleId, { reviewers, standby: 1 })
      const [declining, attaching, promoted, told] = assignments.map(({ id }) => id) as [string, string, string, string]
      await database.transaction(async (tx) => {
        await declineToReview(tx, await lockAssignment(tx, declining))
        const text = 'Zahra Hiddenborough is away.'
        await explainDecline(tx, await lockAssignment(tx, declining), { reason: 'conflict', text })
      })
      for (const id of [attaching, promoted]) await agreed(database, id)
      // The next on standby, with a conflict of interest that the editor waives.
      const waits = { answer: 'declared', text: 'A friend of Marta Hiddenborough.' } as const
      await database.transaction(async (tx) =>
        agreeToReview(tx, await lockAssignment(tx, told), { conflict: waits, dueOn: '2099-01-31' }),
      )
      const waived = { id: articleId, reviewerId: reviewers[3]!.id, reason: 'Henrik Hiddenborough is a friend only.' }
      await database.transaction((tx) => waiveConflict(tx, editor, waived))
      const colleague = { fullName: 'Ilse Hiddenborough', email: 'ilse.hiddenborough@away.test', orcid: null }
      await database.transaction((tx) => nameColleague(tx, attaching, colleague))
      const leaf = sharp({ create: { width: 40, height: 20, channels: 3, background: 'green' } })
      const picture = Buffer.from(await leaf.jpeg().toBuffer())
      await attach(
        assignments[1]!,
        'Marta Hiddenborough.docx',
        anArchive(wordParts('Marta Hiddenborough', { picture })),
      )
      await attach(assignments[2]!, 'hiddenborough.pdf', aSignedPdf('Linnea Hiddenborough'))
      const message = { text: 'Dear Marta Hiddenborough, would a shorter report help?' }
      const ofTheCase = [`assignments/${attaching}/messages`, 'notes']
      for (const to of ofTheCase) {
        expect((await journal.post(`/cases/${articleId}/${to}`, message, { as: admin })).status).toBe(201)
      }
      for (const id of [attaching, promoted, told]) await reported(database, id)
      await cleanDueFiles(journal.resources)
      // Reports are not by editors: this one becomes an editor between the report and the decision.
      const user = await aUser(database, { fullName: 'Linnea Hiddenborough', email: reviewers[2]!.email })
      const made = await journal.put(`/users/${user.id}/role`, { role: 'admin' }, { as: admin })
      expect(made.status, made.text).toBe(200)
      // The editor has looked at the Word document, which has a picture in it, and not at the signed PDF.
      const copy = await database.db
        .selectFrom('review_files')
        .select(['id', 'cleaned_file_id as copyId'])
        .where('assignment_id', '=', attaching)
        .executeTakeFirstOrThrow()
      const released = await journal.post(
        `/cases/${articleId}/report-files/${copy.id}/release`,
        { copyId: copy.copyId },
        { as: admin },
      )
      expect(released.status, released.text).toBe(200)
      const reports = await database.db.selectFrom('review_reports').select(['id', 'to_authors']).execute()
      const releases = reports.map(({ id, to_authors }) => ({
        ...{ reportId: id, text: to_authors, changeReason: null },
      }))
      await earlier(60, () => decided(database, editor, articleId, 'major', { releases }))
      const file = await aFile(database, { owner: author.user })
      await database.transaction((tx) =>
        submitRevision(tx, callerFor(author.user), { articleId, files: [fileUrl(file)], reply: 'We agree.' }),
      )
      ids = [...assignments.map(({ id }) => id), ...reviewers.map(({ id }) => id)]
    })

    const attach = async ({ id, email }: AssignmentRow, name: string, content: Uint8Array): Promise<void> => {
      const link = await journal.database.transaction((tx) => makeReviewLink(tx, '', { assignmentId: id, email }))
      const { body, headers } = aMultipart({ name, content })
      const as = { headers: headersOf(link) }
      const sent = await journal.send('POST', '/review/report-files', body, { as, headers })
      expect(sent.status, sent.text).toBe(201)
    }

    type Letter = Manuscript['letters'][number]

    /** The files of reports that the author has got, each part of them unpacked. */
    async function reportFiles(): Promise<Map<string, string>> {
      const { body } = await journal.get(`/manuscripts/${articleId}`, { as: author })
      const texts = new Map<string, string>()
      for (const file of body.letters.flatMap((letter: Letter) => letter.reports.flatMap(({ files }) => files))) {
        const id = new URL(file.url, 'http://journal.test').pathname.split('/')[2]!
        const bytes = await buffer((await journal.resources.store.open(id))!.read())
        const parts = file.name.endsWith('.docx') ? Object.values(unzipSync(bytes)).map((part) => strFromU8(part)) : []
        texts.set(file.name, [file.name, bytes.toString('latin1'), ...parts].join('\n'))
      }
      return texts
    }

    /** Every reading call, about this article where a call is about one. */
    const readings = Object.entries(apiTable).flatMap(([noun, verbs]) =>
      Object.entries(verbs as Record<string, Endpoint>)
        .filter(([, { method, access }]) => method === 'GET' && ACCESS[access].role !== 'admin')
        .map(([verb, { path }]): [string, string] => [`${noun}.${verb}`, path]),
    )

    async function search(): Promise<string[]> {
      const found: string[] = []
      const look = (where: string, text: string) => {
        if (SECRET.test(text) || ids.some((id) => text.includes(id))) found.push(where)
      }
      const files = await journal.database.db.selectFrom('article_files').select('file_id').execute()
      for (const [who, as] of Object.entries({ visitor: undefined, author, coAuthor, stranger })) {
        for (const [call, path] of readings) {
          const of = path.replace('{id}', call.startsWith('files.') ? files[0]!.file_id : articleId)
          const answer = await journal.get(of.replace(/\{\w+\}/g, articleId), { as })
          look(`${call} as ${who}`, answer.text)
        }
      }
      for (const address of [
        ...[paths.articleBibtex, paths.articleRis, paths.articleCsl, paths.articleJats].map((of) => of(articleId)),
        ...[paths.atomFeed, paths.sitemap],
      ]) {
        const answer = await journal.app.inject({ method: 'GET', url: address })
        look(address, answer.body)
      }
      const sent = await journal.database.db.selectFrom('outbox').selectAll().execute()
      const { resources } = journal
      for (const email of sent.filter(({ recipient }) =>
        [author, coAuthor].some(({ user }) => user.email === recipient),
      )) {
        const template = templateOf(resources.emailTemplates, email.kind)
        const about = await loadAbout(journal.database.db, template, email)
        if (!about) continue
        const { subject, text, html } = renderEmail(template, about, {
          publicUrl: 'http://journal.test',
          at: email.created_at,
        })
        look(`the email ${email.kind}`, subject + text + html)
      }
      for (const [name, text] of await reportFiles()) look(name, text)
      const log = await journal.database.db.selectFrom('audit_entries').select(['before', 'after']).execute()
      if (SECRET.test(JSON.stringify(log))) found.push('the audit log')
      if (SECRET.test(JSON.stringify(sent.map(({ data }) => data)))) found.push('the outbox’s data')
      return found
    }

    test('to everybody while a manuscript is in review', async () => {
      expect(readings.length).toBeGreaterThan(10)
      expect(await search()).toEqual([])
      // One of the files, without its names, has come with the decision; what could not be cleaned has not.
      const files = await reportFiles()
      expect([...files.keys()]).toEqual([expect.stringMatching(/^Reviewer [A-Z][.]docx$/)])
      expect([...files.values()].join()).toContain('Please measure this again.')
    })

    test('to everybody when an author is made an editor and is one no longer', async () => {
      for (const role of ['admin', 'author'] as const) {
        const made = await journal.put(`/users/${coAuthor.user.id}/role`, { role }, { as: admin })
        expect(made.status, made.text).toBe(200)
        const user = await journal.database.db
          .selectFrom('users')
          .selectAll()
          .where('id', '=', coAuthor.user.id)
          .executeTakeFirstOrThrow()
        coAuthor = await aSignedIn(journal, { user })
        expect(await search(), role).toEqual([])
      }
    })

    test('to everybody once it is published', async () => {
      await earlier(11, () => decided(journal.database, asCaller(admin), articleId, 'accept'))
      const pdf = await aFile(journal.database, { owner: admin.user })
      const approved = await journal.put(
        `/posts/${articleId}/approve`,
        { pdfUrl: fileUrl(pdf), approvedByAdmin: 'true' },
        { as: admin },
      )
      expect(approved.status, approved.text).toBe(200)
      expect((await journal.get(`/posts/details/${articleId}`)).status).toBe(200)
      expect(await search()).toEqual([])
    })
  })
})
