import { beforeAll, describe, expect, test } from 'vitest'
import { aCategory, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type Answer, type TestJournal } from '../../../../tests/support/databases.ts'
import { aDocx, aMultipart, aPdf } from '../../../../tests/support/multipart.ts'
import { authorsConfirmed } from '../../../../tests/support/review-builders.ts'

const person = (name: string, role: string) => ({
  fullName: `${name} Green`,
  email: `${name.toLowerCase()}@plants.test`,
  affiliation: `Herbarium of ${name}`,
  role,
})
const OWN = 'Sorrel'
const EDITORS = ['Burdock', 'Teasel', 'Yarrow']

describe('reviewers that an editor named', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let admin: SignedIn
    let submission: Record<string, unknown>
    let id: string
    const upload = async (name: string, content: Uint8Array, as: SignedIn): Promise<string> => {
      const { body, headers } = aMultipart({ name, content })
      return (await journal.send('POST', '/files/upload', body, { as, headers })).body.url
    }
    const named = ({ body }: Answer): string[] =>
      body.contributors.map((one: { contributor: { fullName: string } }) => one.contributor.fullName.split(' ')[0])
    const details = (as?: SignedIn) => journal.get(`/posts/details/${id}`, { as })
    const idOf = async (name: string): Promise<string> =>
      (await details(admin)).body.contributors.find(
        (one: { contributor: { fullName: string } }) => one.contributor.fullName === `${name} Green`,
      ).contributorId

    // The submitter names an author, a second author and a reviewer. The editor adds a reviewer, makes the
    // second author a reviewer, and replaces a reviewer whom the submitter had named.
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
      submission = {
        title: 'Seed rain',
        categoryId: (await aCategory(journal.database)).id,
        excerpt: 'Seeds fall near.',
        keywords: 'seeds',
        abstract: '<p>We counted seeds.</p>',
        files: [await upload('paper.docx', aDocx(), author)],
        contributors: [
          person('Ayesha', 'Corresponding Author'),
          person(OWN, 'Reviewer'),
          person('Teasel', 'Author'),
          person('Dock', 'Reviewer'),
        ],
      }
      const made = await journal.post('/posts', submission, { as: author })
      expect(made.status, made.text).toBe(201)
      id = made.body.id
      const change = (contributorId: string, changed: object) =>
        journal.put(`/posts/${id}/contributors/${contributorId}`, changed, { as: admin })
      await journal.post(`/posts/${id}/contributors`, person('Burdock', 'Reviewer'), { as: admin })
      await change(await idOf('Teasel'), person('Teasel', 'Reviewer'))
      await change(await idOf('Dock'), person('Yarrow', 'Reviewer'))
      // A correction of the submitter's own reviewer leaves it the submitter's.
      await change(await idOf(OWN), { ...person(OWN, 'Reviewer'), affiliation: 'Elsewhere' })
    })

    test('are seen by editors, with their addresses', async () => {
      expect(named(await details(admin))).toEqual(['Ayesha', OWN, 'Teasel', 'Yarrow', 'Burdock'])
      const all = await journal.get('/posts/all', { as: admin })
      expect(all.text).toContain('burdock@plants.test')
    })

    test('are in no answer for the submitter, who sees the reviewer that he named', async () => {
      expect(named(await details(author))).toEqual(['Ayesha', OWN])
      const answers = [
        await details(author),
        await journal.get('/posts/my-posts', { as: author }),
        // Sending the same files again returns the same article.
        await journal.post('/posts', submission, { as: author }),
      ]
      for (const { status, text } of answers) {
        expect([200, 201]).toContain(status)
        expect(text).toContain(`${OWN} Green`)
        for (const name of EDITORS) expect(text.toLowerCase()).not.toContain(name.toLowerCase())
      }
    })

    test('are nowhere else once the article is published, and in no email', async () => {
      const pdfUrl = await upload('final.pdf', aPdf(), admin)
      await authorsConfirmed(journal.database, id)
      expect((await journal.put(`/posts/${id}/approve`, { pdfUrl }, { as: admin })).status).toBe(200)
      await journal.put(`/posts/${id}/archive`, { archive: true }, { as: admin })
      await journal.put(`/posts/${id}/archive`, { archive: false }, { as: admin })
      const outbox = await journal.database.db.selectFrom('outbox').select(['kind', 'data']).execute()
      expect(outbox.map(({ kind }) => kind)).toContain('article-published')
      const texts = [
        ...outbox.map(({ data }) => data),
        ...(await Promise.all(
          [
            ...['/api/posts/published', `/api/posts/details/${id}`, '/feed.atom', '/sitemap.xml'],
            ...[`/blog/${id}.bib`, `/blog/${id}.ris`, `/blog/${id}.xml`, `/blog/${id}.pdf`],
          ].map(async (url) => (await journal.app.inject(url)).body),
        )),
        (await details(author)).text,
      ]
      for (const text of texts) for (const name of EDITORS) expect(text.toLowerCase()).not.toContain(name.toLowerCase())
      for (const path of ['/activity', `/posts/all`, '/emails'])
        expect((await journal.get(path, { as: author })).status, path).toBe(403)
    })
  })
})
