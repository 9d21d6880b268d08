import { beforeAll, describe, expect, test } from 'vitest'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { aCategory, aFile, anArticle, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, watchQueries, type Answer, type TestJournal } from '../../../../tests/support/databases.ts'
import { authorsConfirmed } from '../../../../tests/support/review-builders.ts'
import { listAllArticles } from './listing.ts'

describe('what was found in an article’s PDFs', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      admin = await aSignedIn(journal, { role: 'admin' })
    })

    /** Submitted by the author: a manuscript with a script, and one that has not been checked. */
    const submitted = async (as = author): Promise<Answer> => {
      const files = [
        await aFile(journal.database, { owner: as.user, findings: 'script,attachment' }),
        await aFile(journal.database, { owner: as.user, findings: null }),
        await aFile(journal.database, { owner: as.user, findings: '' }),
      ]
      const answer = await journal.post(
        '/posts',
        {
          title: 'Seed rain',
          categoryId: (await aCategory(journal.database)).id,
          excerpt: 'Seeds fall near.',
          keywords: 'seed rain',
          abstract: '<p>We counted seeds.</p>',
          files: files.map(fileUrl),
          contributors: [{ fullName: 'Dalia', email: 'd@plants.test', affiliation: 'Amman', role: 'Author' }],
        },
        { as },
      )
      await authorsConfirmed(journal.database, answer.body.id)
      return answer
    }
    const findings = (answer: Answer) => answer.body.files.map((file: { findings?: string[] }) => file.findings)
    const found = [['script', 'attachment'], undefined, []]

    test('is told to administrators wherever they see its files', async () => {
      const { id } = (await submitted()).body as { id: string }
      expect(findings(await journal.get(`/posts/details/${id}`, { as: admin }))).toEqual(found)
      const listed = (await journal.get('/posts/all', { as: admin })).body.data as { id: string }[]
      expect(listed.find((article) => article.id === id)).toMatchObject({
        files: [{ findings: found[0] }, {}, { findings: [] }],
      })
      const pdf = await aFile(journal.database, { owner: admin.user, findings: 'program' })
      const approved = await journal.put(`/posts/${id}/approve`, { pdfUrl: fileUrl(pdf) }, { as: admin })
      expect([approved.status, approved.body.pdfFindings]).toEqual([200, ['program']])
      expect(findings(approved)).toEqual(found)
    })

    test('and to nobody else', async () => {
      const answer = await submitted()
      const pdf = await aFile(journal.database, { owner: admin.user, findings: 'program' })
      await journal.put(`/posts/${answer.body.id}/approve`, { pdfUrl: fileUrl(pdf) }, { as: admin })
      const answers = [
        answer,
        await journal.get('/posts/my-posts', { as: author }),
        await journal.get(`/posts/details/${answer.body.id}`, { as: author }),
        await journal.get(`/posts/details/${answer.body.id}`),
        await journal.get('/posts/published'),
      ]
      for (const { status, text } of answers) {
        expect(status).toBeLessThan(300)
        expect(text).not.toMatch(/findings/i)
      }
    })

    test('costs no question for each article of a list', async () => {
      const withPdf = async () =>
        anArticle(journal.database, { pdf: await aFile(journal.database, { findings: 'script' }) })
      const asked = async () =>
        (
          await watchQueries(journal.database, ({ db }) =>
            listAllArticles(db, { userId: 'editor', role: 'admin' }, {}, { page: 1, limit: 100 }),
          )
        ).length
      await withPdf()
      const before = await asked()
      for (let more = 0; more < 4; more++) await withPdf()
      expect(await asked()).toBe(before)
    })
  })
})
