import { beforeAll, describe, expect, test } from 'vitest'
import { apiTable } from '../src/contract/api/api.ts'
import { ACCESS } from '../src/contract/domain/access.ts'
import type { Endpoint } from '../src/contract/api/endpoint.ts'
import { fileUrl } from '../src/contract/domain/file-url.ts'
import { paths } from '../src/contract/domain/paths.ts'
import { aboutOf, renderEmail, templateOf } from '../src/server/email/render.ts'
import { declineToReview } from '../src/server/cases/respond.ts'
import { submitRevision } from '../src/server/cases/revise.ts'
import { aFile, aReviewer, aSignedIn, type BuiltReviewer, type SignedIn } from './builders.ts'
import { eachDatabase, type TestJournal } from './databases.ts'
import { earlier } from './earlier.ts'
import { aCase, agreed, asCaller, callerFor, decided, invited, reported } from './review-builders.ts'

/**
 * No answer, export, email or page for authors and readers names a reviewer: every reading call of the contract is
 * searched as every kind of caller, before and after publication, together with what harvesters read and what was
 * sent to authors.
 */
const SECRET = /hidden-reviewer|I would gladly see a revision/i

describe('reviewers stay unknown', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    let coAuthor: SignedIn
    let stranger: SignedIn
    let reviewers: BuiltReviewer[]
    let articleId: string
    /** Ids that would let somebody recognise a reviewer. */
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
        ['one', 'two', 'three'].map((name) =>
          aReviewer(database, {
            fullName: `Hidden-Reviewer ${name}`,
            emails: [`hidden-reviewer-${name}@away.test`],
            affiliation: 'Hidden-Reviewer University',
          }),
        ),
      )
      const editor = asCaller(admin)
      const assignments = await invited(database, editor, articleId, { reviewers, standby: 1 })
      await database.transaction((tx) => declineToReview(tx, assignments[0]!.id))
      for (const { id } of assignments.slice(1)) {
        await agreed(database, id)
        await reported(database, id)
      }
      await earlier(60, () => decided(database, editor, articleId, 'major'))
      const file = await aFile(database, { owner: author.user })
      await database.transaction((tx) =>
        submitRevision(tx, callerFor(author.user), { articleId, files: [fileUrl(file)], reply: 'We agree.' }),
      )
      ids = [...assignments.map(({ id }) => id), ...reviewers.map(({ id }) => id)]
    })

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
        const about = await aboutOf(journal.database.db, template, email)
        if (!about) continue
        const { subject, text, html } = renderEmail(template, about, {
          publicUrl: 'http://journal.test',
          at: email.created_at,
        })
        look(`the email ${email.kind}`, subject + text + html)
      }
      const log = await journal.database.db.selectFrom('audit_entries').select(['before', 'after']).execute()
      if (SECRET.test(JSON.stringify(log))) found.push('the audit log')
      if (SECRET.test(JSON.stringify(sent.map(({ data }) => data)))) found.push('the outbox’s data')
      return found
    }

    test('to everybody while a manuscript is in review', async () => {
      expect(readings.length).toBeGreaterThan(10)
      expect(await search()).toEqual([])
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
