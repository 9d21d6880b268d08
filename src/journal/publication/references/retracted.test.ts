import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { LIST_INCOMPLETE, ROWS_AT_ONCE } from '../../../contract/api/loaded-list.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aMultipart } from '../../../../tests/support/multipart.ts'
import { aNotice } from '../../../../tests/support/notice-builders.ts'
import { renderFullText } from '../../documents/jats/html/render.ts'
import { parseJats } from '../../documents/jats/model/parse.ts'
import { readReferences } from '../../documents/jats/read/references.ts'
import { replaceReferences, saveFullText } from '../full-text/stored-text.ts'

const RETRACTED = 'class="ref-retracted"'

const jatsOf = (dois: readonly string[]): string =>
  `<article><front><article-meta><title-group><article-title>Seeds</article-title></title-group><pub-date><year>2024</year></pub-date></article-meta></front><body><sec><title>Methods</title><p>We counted.</p></sec></body><back><ref-list><title>References</title>${dois
    .map((doi) => `<ref><mixed-citation>Words. <pub-id pub-id-type="doi">${doi}</pub-id></mixed-citation></ref>`)
    .join('')}</ref-list></back></article>`

eachDatabase((open) => {
  describe('references to what has been retracted', () => {
    let journal: TestJournal
    let admin: SignedIn
    let other: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      other = await aSignedIn(journal, { role: 'admin' })
    })

    let loads = 0
    const load = (
      dois: readonly string[],
      { total = dois.length as number | null, startedAt = '', nature = 'retraction' } = {},
    ) =>
      journal.post(
        '/retracted-references',
        {
          startedAt: startedAt || new Date(Date.UTC(2026, 0, 1, 0, 0, ++loads)).toISOString(),
          total,
          rows: dois.map((doi) => `${nature} 2021-03-21 ${doi}`),
        },
        { as: admin },
      )
    const citing = async (dois: readonly string[], options = {}) => {
      const article = await anArticle(journal.database, options)
      const document = parseJats(Buffer.from(jatsOf(dois)))
      await journal.database.transaction(async (tx) => {
        await saveFullText(tx, article.id, renderFullText(document, { image: () => undefined }))
        await replaceReferences(tx, article.id, readReferences(document))
      })
      return article
    }
    const textOf = async (id: string): Promise<string> => (await journal.get(`/posts/${id}/full-text`)).body.html
    const marked = (html: string) => html.split(RETRACTED).length - 1
    const list = async () => (await journal.get('/retracted-references', { as: admin })).body

    test('ten of 500 are marked before approval and on the page, and no other', async () => {
      const cited = Array.from({ length: 500 }, (_, index) => `10.5555/Cited.${index}(A)`)
      const listed = cited.filter((_, index) => index % 50 === 7)
      expect((await load([...listed, '10.5555/cited.1', '10.5555/CITED'])).body.listed).toBe(12)

      const { id } = await anArticle(journal.database, { state: 'pending' })
      const { body, headers } = aMultipart({ name: 'paper.xml', content: Buffer.from(jatsOf(cited)) })
      const { url } = (await journal.send('POST', '/files/upload', body, { as: admin, headers })).body
      const preview = await journal.post(`/posts/${id}/full-text/preview`, { fullTextUrl: url }, { as: admin })
      expect(preview.status, preview.text).toBe(200)
      expect(marked(preview.body.html)).toBe(10)
      const warnings = (preview.body.warnings as string[]).filter((one) => one.includes('Retracted, March 21, 2021'))
      expect(warnings).toHaveLength(10)
      expect(warnings[0]).toBe('The references name 10.5555/cited.7(a). Retracted, March 21, 2021.')

      const article = await citing(cited)
      const html = await textOf(article.id)
      expect(marked(html)).toBe(10)
      for (const doi of listed)
        expect(html).toMatch(new RegExp(`${RETRACTED}>[^<]+</strong> Words[^]{0,80}${RegExp.escape(encodeURI(doi))}"`))
      const [listedArticle] = (await list()).articles
      expect(listedArticle).toMatchObject({ id: article.id })
      expect(listedArticle.references.map(({ doi }: { doi: string }) => doi)).toEqual(
        listed.map((doi) => doi.toLowerCase()),
      )
      expect(listedArticle.references[0]).toMatchObject({ position: 8, nature: 'retraction', on: '2021-03-21' })
    })

    test('a newer list takes the place of the former, once its last rows have come', async () => {
      const article = await citing(['10.5555/first', '10.5555/second'])
      await load(['10.5555/first'])
      expect(marked(await textOf(article.id))).toBe(1)
      const startedAt = '2026-02-01T00:00:00.000Z'
      await load(['10.5555/second'], { total: null, startedAt, nature: 'concern' })
      expect((await list()).listed, 'a list that is cut off takes nothing away').toBe(2)
      // A part has been lost, or another list was loaded between them.
      for (const total of [1, 3]) {
        const refused = await load(['10.5555/third'], { startedAt, total })
        expect([refused.status, refused.body.message]).toEqual([409, LIST_INCOMPLETE])
      }
      expect((await list()).listed, 'the former list stays').toBe(2)
      const { body } = await load(['10.5555/third'], { startedAt, total: 2 })
      expect(body).toEqual({ message: '2 retracted articles listed', listed: 2 })
      const html = await textOf(article.id)
      expect(marked(html)).toBe(1)
      expect(html).toContain('>Expression of concern, March 21, 2021</strong>')
      expect((await list()).loadedAt).toBe(startedAt)
      expect((await loadAuditEntries(journal.database, 'retracted-references')).at(-1)).toMatchObject({
        ...{ action: 'retracted-references.load', actor_id: admin.user.id },
      })
    })

    test('those to this journal’s own are marked without a list, from the day of the notice', async () => {
      const doi = '10.5555/OUR.own'
      const { id } = await anArticle(journal.database, { doi })
      const article = await citing([doi, '10.5555/sound'])
      expect(marked(await textOf(article.id))).toBe(0)
      await aNotice(journal, [admin, other], 'retraction', [id])
      const html = await textOf(article.id)
      expect(marked(html)).toBe(1)
      expect(html).toContain('>Retracted</strong>')
      expect((await list()).articles).toContainEqual(
        expect.objectContaining({ id: article.id, references: [expect.objectContaining({ doi: doi.toLowerCase() })] }),
      )
    })

    test('are listed of published articles alone, and for administrators', async () => {
      await load(['10.5555/hidden'])
      const hidden = await citing(['10.5555/hidden'], { state: 'pending' })
      const { articles } = await list()
      expect(articles.map(({ id }: { id: string }) => id)).not.toContain(hidden.id)
      const reader = await aSignedIn(journal)
      expect((await journal.get('/retracted-references', { as: reader })).status).toBe(403)
      expect((await journal.post('/retracted-references', {}, { as: reader })).status).toBe(403)
      expect((await journal.get('/retracted-references')).status).toBe(401)
    })

    test('what is no DOI or no day is refused, and too many rows at once', async () => {
      const send = (...rows: string[]) =>
        journal.post(
          '/retracted-references',
          { startedAt: '2026-03-01T00:00:00.000Z', total: null, rows },
          { as: admin },
        )
      for (const row of [
        ...['', '10.5555/a', 'retraction 10.5555/a', 'retraction - 10.5555/a b', 'retraction - unavailable'],
        ...['retraction 2021-02-31 10.5555/a', 'correction - 10.5555/a', `retraction - 10.5555/${'a'.repeat(240)}`],
      ])
        expect((await send(row)).status, row).toBe(400)
      const many = Array.from({ length: ROWS_AT_ONCE + 1 }, (_, index) => `concern - 10.5555/a,"${index}`)
      expect((await send(...many)).status).toBe(400)
      const most = await send(...many.slice(1))
      expect(most.status, most.text).toBe(200)
    })
  })
})
