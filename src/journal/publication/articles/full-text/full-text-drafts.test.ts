import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { DOMParser } from '@xmldom/xmldom'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { anArticle, aSignedIn, type SignedIn } from '../../../../../tests/support/builders.ts'
import { loadAuditEntries } from '../../../../../tests/support/audit-entries.ts'
import { eachDatabase, type TestJournal } from '../../../../../tests/support/databases.ts'
import { reuseFaults } from '../../../../../tests/support/jats-recommendations.ts'
import { jatsFaults } from '../../../../../tests/support/jats-schema.ts'
import { aMultipart, aPdf } from '../../../../../tests/support/multipart.ts'
import { aPicture } from '../../../../../tests/support/png.ts'
import { aWordFile, drawing, h, math, mr, p, run, textBox } from '../../../../../tests/support/word-files.ts'
import { renderDueTexts } from '../../full-text/derive-texts.ts'
import { loadSource } from '../../full-text/stored-text.ts'

const WORD = aWordFile(
  h(1, 'Introduction') +
    p(run('Leaves open in ') + math(mr('x')) + run(' days, see Figure 1.')) +
    p(drawing('i1', 'A leaf')) +
    p('Figure 1. A leaf in May') +
    p(textBox('Lost')),
  { pictures: { i1: { name: 'leaf.png', content: aPicture(700, 400) } } },
)
const jatsOf = (title: string, body = '<body><sec><title>Methods</title><p>We counted.</p></sec></body>'): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><article xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta><title-group><article-title>${title}</article-title></title-group><pub-date><year>2024</year></pub-date></article-meta></front>${body}</article>`,
  )

describe('the full text of an article submitted here', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    beforeEach(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
    })

    const send = async (name: string, content: Buffer, as = admin) => {
      const { body, headers } = aMultipart({ name, content })
      return journal.send('POST', '/files/upload', body, { as, headers })
    }
    const upload = async (name: string, content: Buffer, as = admin): Promise<string> =>
      (await send(name, content, as)).body.url
    const pending = () =>
      anArticle(journal.database, { submitter: author.user, state: 'pending', title: 'Leaves &amp; rain' })
    const preview = (id: string, fullTextUrl: string, as = admin) =>
      journal.send('POST', `/posts/${id}/full-text/preview`, { fullTextUrl }, { as })
    const approve = async (id: string, text: { fullTextUrl?: string | null; fullTextDigest?: string }) =>
      journal.put(`/posts/${id}/approve`, { pdfUrl: await upload('final.pdf', aPdf()), ...text }, { as: admin })
    const files = () => journal.database.db.selectFrom('files').selectAll().execute()
    const stored = async () =>
      (await readdir(join(journal.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((one) =>
        one.isFile(),
      ).length
    const sourceText = async (id: string): Promise<string> => {
      const source = await loadSource(journal.database.db, id)
      return (await buffer((await journal.resources.store.open(source!.id))!.read())).toString()
    }
    const page = async (id: string) => (await journal.get(`/posts/${id}/full-text`)).body

    test('is previewed from Word with its warnings, and nothing is stored', async () => {
      const { id } = await pending()
      const url = await upload('paper.docx', WORD)
      const before = [(await files()).length, await stored()]
      const { status, body } = await preview(id, url)
      expect(status).toBe(200)
      expect(body.html).toContain('<math')
      expect(body.html).toMatch(/<img class="art" src="data:image\/webp;base64,[^"]+"/)
      expect(body.html).not.toContain('picture-of-draft')
      expect(body.outline.sections.map(({ title }: { title: string }) => title)).toEqual(['Introduction'])
      expect(body.outline.figures).toMatchObject([{ label: 'Figure 1' }])
      expect(body.warnings).toContain('One text box is left out. Move its text into the document.')
      expect([(await files()).length, await stored()]).toEqual(before)
      expect((await preview(id, url)).body.digest).toBe(body.digest)
    })

    test('is stored at approval as valid JATS with its record, exactly as it was previewed, and readers get it', async () => {
      const { id } = await pending()
      const fullTextUrl = await upload('paper.docx', WORD)
      const { digest, html } = (await preview(id, fullTextUrl)).body
      const answer = await approve(id, { fullTextUrl, fullTextDigest: digest })
      expect([answer.status, answer.body.fullTextUrl]).toEqual([200, expect.stringMatching(/\.xml$/)])
      const xml = await sourceText(id)
      expect(jatsFaults(xml)).toEqual([])
      expect(reuseFaults(xml)).toEqual([])
      expect(xml).toContain('<article-title>Leaves &amp; rain</article-title>')
      expect(await page(id)).toBeNull()
      await renderDueTexts(journal.resources)
      const text = await page(id)
      expect(text.outline.figures[0].image).toBe(
        `/blog/${id}/figures/picture-1?v=${(await files()).find(({ name }) => name === 'picture-1.png')!.sha256.slice(0, 12)}`,
      )
      const withoutPictures = (some: string) => some.replace(/<img[^>]*>|<p class="fig-acts">.*?<\/p>/g, '')
      expect(withoutPictures(text.html)).toBe(withoutPictures(html))
      const figure = await journal.app.inject({ method: 'GET', url: text.outline.figures[0].image })
      expect([figure.statusCode, figure.headers['content-type']]).toEqual([200, 'image/png'])
      const entry = (await loadAuditEntries(journal.database, id)).at(-1)
      expect(entry).toMatchObject({ action: 'article.approve', after: { fullText: { name: 'paper.docx' } } })
      expect((await journal.get(`/posts/details/${id}`)).body).not.toHaveProperty('fullTextUrl')
      expect((await journal.get(`/posts/details/${id}`, { as: author })).body.fullTextUrl).toBeNull()
    })

    test('is parsed once for its preview, and once for all that is derived from it', async () => {
      const parse = vi.spyOn(DOMParser.prototype, 'parseFromString')
      onTestFinished(() => parse.mockRestore())
      const parses = () => parse.mock.calls.filter(([xml]) => /<article[ >]/.test(xml)).length
      const { id } = await pending()
      const fullTextUrl = await upload('paper.docx', WORD)
      const { digest } = (await preview(id, fullTextUrl)).body
      expect(parses()).toBe(1)
      await approve(id, { fullTextUrl, fullTextDigest: digest })
      expect(parses()).toBe(1)
      await renderDueTexts(journal.resources)
      expect((await page(id)).html).toContain('Leaves open in')
      expect((await journal.app.inject(`/blog/${id}.xml`)).body).toContain('Leaves open in')
      expect(parses()).toBe(2)
    })

    test('is stored as it is given in JATS; another title and pictures that are not there are named', async () => {
      const { id } = await pending()
      const given = jatsOf(
        'Leaves',
        '<body><p>We counted.</p><fig><label>Figure 1</label><graphic xlink:href="f1"/></fig></body>',
      )
      const fullTextUrl = await upload('paper.xml', given)
      const { digest, warnings } = (await preview(id, fullTextUrl)).body
      expect(warnings).toEqual([
        'The file has another title: “Leaves”.',
        'The images of its figures are not part of the file.',
      ])
      expect((await approve(id, { fullTextUrl, fullTextDigest: digest })).status).toBe(200)
      expect(await sourceText(id)).toBe(given.toString())
      await renderDueTexts(journal.resources)
      expect((await page(id)).html).toContain('We counted.')
    })

    test('is refused unless it is what was previewed, and the article stays as it was', async () => {
      const { id } = await pending()
      const fullTextUrl = await upload('paper.docx', WORD)
      const other = await upload('other.docx', aWordFile(h(1, 'Introduction') + p('Other words.')))
      const { digest } = (await preview(id, fullTextUrl)).body
      const before = await stored()
      const unseen = await approve(id, { fullTextUrl })
      expect([unseen.status, unseen.body.errors.fullTextUrl]).toEqual([
        400,
        'Please look at the preview of the full text first',
      ])
      expect((await approve(id, { fullTextUrl: other, fullTextDigest: digest })).status).toBe(409)
      const gone = await approve(id, { fullTextUrl: '/files/bcdfghjkmnpq/paper.docx', fullTextDigest: digest })
      expect([gone.status, gone.body.errors.fullTextUrl]).toEqual([
        400,
        'The full text is no longer available. Please upload it again.',
      ])
      expect(
        (await approve(id, { fullTextUrl: 'https://example.org/paper.docx', fullTextDigest: digest })).status,
      ).toBe(400)
      expect((await journal.get(`/posts/details/${id}`)).status).toBe(404)
      // The three PDFs of the attempts, and no picture.
      expect((await stored()) - before).toBe(4)
      expect((await approve(id, { fullTextUrl: null })).body.fullTextUrl).toBeNull()
    })

    test('leaves no bytes behind when the approval fails late', async () => {
      const { id } = await anArticle(journal.database, { submitter: author.user, state: 'archived' })
      const fullTextUrl = await upload('paper.docx', WORD)
      const { digest } = (await preview(id, fullTextUrl)).body
      const before = await stored()
      expect((await approve(id, { fullTextUrl, fullTextDigest: digest })).status).toBe(409)
      expect((await stored()) - before).toBe(1)
    })

    test('belongs to one article only: of two approvals at once with the same file one is refused', async () => {
      const [one, other] = [await pending(), await pending()]
      const fullTextUrl = await upload('paper.xml', jatsOf('Leaves &amp; rain'))
      const { digest } = (await preview(one.id, fullTextUrl)).body
      const answers = await Promise.all(
        [one, other].map(({ id }) => approve(id, { fullTextUrl, fullTextDigest: digest })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    })

    test('is replaced and removed by corrections, and what is replaced is kept for a while', async () => {
      const { id } = await pending()
      const fullTextUrl = await upload('paper.docx', WORD)
      const { digest } = (await preview(id, fullTextUrl)).body
      const approved = (await approve(id, { fullTextUrl, fullTextDigest: digest })).body
      const correct = (version: number, change: object) =>
        journal.put(`/posts/${id}`, { version, reason: 'The text was wrong.', ...change }, { as: admin })
      const same = await correct(approved.version, { fullTextUrl: approved.fullTextUrl })
      expect([same.status, same.body.version]).toEqual([200, approved.version])

      const next = await upload('later.xml', jatsOf('Leaves &amp; rain'))
      const seen = (await preview(id, next)).body.digest
      const replaced = await correct(approved.version, { fullTextUrl: next, fullTextDigest: seen })
      expect([replaced.status, replaced.body.correctedAt]).toEqual([200, expect.any(String)])
      await renderDueTexts(journal.resources)
      expect((await page(id)).html).toContain('We counted.')
      const { db } = journal.database
      expect(await db.selectFrom('article_figures').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('replaced_files').select('file_id').execute()).toHaveLength(2)

      const removed = await correct(replaced.body.version, { fullTextUrl: null })
      expect([removed.status, removed.body.fullTextUrl]).toEqual([200, null])
      expect(await page(id)).toBeNull()
      await renderDueTexts(journal.resources)
      expect(await page(id)).toBeNull()
      const entry = (await loadAuditEntries(journal.database, id)).at(-1)
      expect(entry).toMatchObject({
        action: 'article.correct',
        before: { fullTextUrl: { name: 'later.xml' } },
        after: { fullTextUrl: null },
      })
    })

    test.each([
      [
        'a Word document without text',
        'paper.docx',
        aWordFile(p('')),
        'This file has no text besides its title and abstract.',
      ],
      ['JATS without text', 'paper.xml', jatsOf('Leaves', ''), 'This file has no text besides its title and abstract.'],
      [
        'JATS that is not well-formed',
        'paper.xml',
        jatsOf('Leaves', '<body><p>x</body>'),
        'Line 1: The element <p> is closed by </body>.',
      ],
    ])('is not %s', async (_what, name, content, sentence) => {
      const { id } = await pending()
      const { status, body } = await preview(id, await upload(name, content))
      expect([status, body.errors]).toEqual([400, { fullTextUrl: sentence }])
    })

    test('is XML only from editors, and only of an article', async () => {
      expect((await send('paper.xml', jatsOf('Leaves'), author)).status).toBe(415)
      for (const other of [
        '<html><body/></html>',
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
        'article',
        '<!DOCTYPE article [<!ENTITY a "b">]><article/>',
      ]) {
        expect((await send('paper.xml', Buffer.from(other))).status, other).toBe(415)
      }
      const utf16 = Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('<?xml version="1.0" encoding="UTF-16"?><article></article>', 'utf16le'),
      ])
      expect((await send('paper.xml', utf16)).status).toBe(201)
    })

    test('is previewed from the own uploads of editors alone', async () => {
      const { id } = await pending()
      const theirs = await upload('paper.docx', WORD, author)
      expect((await preview(id, theirs)).status).toBe(400)
      expect((await preview(id, await upload('final.pdf', aPdf()))).body.errors.fullTextUrl).toBe(
        'The full text must be a DOCX or a JATS XML file',
      )
      expect((await preview(id, theirs, author)).status).toBe(403)
      expect((await preview('bcdfghjkmnpq', theirs)).status).toBe(404)
    })
  })
})
