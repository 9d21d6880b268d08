import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aSignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { aPicture } from '../../../tests/support/png.ts'
import { figureImages } from '../../journal/publication/files/figures.ts'
import { makeDueVariants } from '../../journal/publication/files/image-variants.ts'
import { sweepFiles } from '../../journal/publication/files/sweep.ts'
import { importFolder } from './import-folder.ts'

const PAGE = 'text/html,application/xhtml+xml,image/avif,image/webp'
const WITHIN_PAGE = 'image/avif,image/webp,image/*,*/*;q=0.8'

const xml = (doi: string, ...hrefs: string[]): string =>
  `<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta>
    <article-id pub-id-type="doi">${doi}</article-id><title-group><article-title>Leaves</article-title></title-group>
    <pub-date><day>1</day><month>2</month><year>2024</year></pub-date></article-meta></front>
    <body>${hrefs.map((href) => `<fig><graphic xlink:href="${href}"/></fig>`).join('')}</body></article>`

describe('pictures beside an XML file', () => {
  let tiff: Buffer
  beforeAll(async () => {
    tiff = await sharp(aPicture(90, 60)).tiff().toBuffer()
  })

  eachDatabase((open) => {
    let journal: TestJournal
    let folder: string
    beforeEach(async () => {
      journal = await open()
      folder = mkdtempSync(join(tmpdir(), 'journal-figures-'))
    })
    const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content)
    const run = async () => (await importFolder(journal.resources, folder, { origin: 'imported' }))[0]!
    const figures = () =>
      journal.database.db
        .selectFrom('article_figures')
        .innerJoin('files', 'files.id', 'article_figures.file_id')
        .select(['article_id', 'article_figures.name', 'file_id', 'position', 'media_type', 'width', 'height'])
        .orderBy('position')
        .execute()
    const ask = (url: string, headers: Record<string, string> = {}) =>
      journal.app.inject({ method: 'GET', url, headers })

    test('are stored by the names in the XML, from its folder and from one of its name, as browsers show them', async () => {
      mkdirSync(join(folder, 'leaves'))
      write('leaves.xml', xml('10.5555/fig.1', 'Fig1_HTML', 'leaf.g002.jpg', 'images/third.tif', 'nowhere'))
      write('Fig1_HTML.PNG', aPicture(700, 350))
      write('Fig1_HTML.tif', tiff)
      write('leaves/leaf.g002.png', aPicture(60, 40))
      write('leaves/third.tif', tiff)
      write('leaves/other.png', aPicture(10, 10))
      expect(await run()).toMatchObject({ result: 'added', warnings: expect.not.arrayContaining(['picture']) })
      expect((await figures()).map(({ article_id: _id, file_id: _file, ...rest }) => rest)).toEqual([
        { name: 'fig1_html', position: 0, media_type: 'image/png', width: 700, height: 350 },
        { name: 'leaf.g002', position: 1, media_type: 'image/png', width: 60, height: 40 },
        { name: 'third', position: 2, media_type: 'image/webp', width: 90, height: 60 },
      ])
    })

    test('of other kinds are left out, and the report names them', async () => {
      write('leaves.xml', xml('10.5555/fig.2', 'script', 'bomb', 'heavy', 'svg'))
      write('script.png', '<script>alert(1)</script>')
      const bomb = aPicture(10, 10)
      bomb.writeUInt32BE(60_000, 16)
      bomb.writeUInt32BE(60_000, 20)
      write('bomb.png', bomb)
      write('heavy.jpg', Buffer.alloc(10_485_761))
      write('svg.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
      const { result, warnings } = await run()
      expect(result).toBe('added')
      expect(warnings.filter((warning) => warning.startsWith('The image'))).toEqual([
        'The image "script.png" could not be read and was left out.',
        'The image "bomb.png" has more than 50 megapixels and was left out.',
        'The image "heavy.jpg" is larger than 10 MB and was left out.',
      ])
      expect(await figures()).toEqual([])
    })

    test('that were missing are added by the next import, like a missing PDF, and never twice', async () => {
      write('leaves.xml', xml('10.5555/fig.3', 'one', 'two'))
      write('one.png', aPicture(40, 40))
      await run()
      write('two.png', aPicture(50, 40))
      expect((await run()).result).toBe('images added')
      expect((await figures()).map(({ name, position }) => [name, position])).toEqual([
        ['one', 0],
        ['two', 1],
      ])
      expect((await run()).result).toBe('unchanged')
      const at = await journal.database.db
        .selectFrom('audit_entries')
        .select('after')
        .where('action', '=', 'article.add-figures')
        .execute()
      expect(at.map(({ after }) => JSON.parse(after!))).toEqual([{ names: ['two.png'] }])
    })

    test('are sent to everyone, smaller within a page, and kept for good by an address that names the content', async () => {
      write('leaves.xml', xml('10.5555/fig.4', 'one', 'small', 'gone'))
      write('one.png', aPicture(1400, 700))
      write('small.png', aPicture(300, 100))
      await run()
      const [{ article_id } = { article_id: '' }] = await figures()
      const images = await figureImages(journal.database.db, article_id)
      const { src, width, height } = images.one!
      expect([src, width, height]).toEqual([
        expect.stringMatching(`^/blog/${article_id}/figures/one\\?v=[0-9a-f]{12}$`),
        1400,
        700,
      ])
      expect(Object.keys(images)).toEqual(['one', 'small'])

      const early = await ask(src, { accept: WITHIN_PAGE })
      expect([early.statusCode, early.headers['content-type'], early.headers['cache-control']]).toEqual([
        200,
        'image/png',
        'no-cache',
      ])
      expect(await makeDueVariants(journal.resources)).toBe(2)
      const types = async (url: string, accept: string) => {
        const { statusCode, headers } = await ask(url, { accept })
        return [statusCode, headers['content-type'], headers['cache-control'], headers.vary]
      }
      const kept = 'private, max-age=31536000, immutable'
      expect(await types(src, WITHIN_PAGE)).toEqual([200, 'image/avif', kept, 'accept'])
      expect(await types(src, 'image/webp')).toEqual([200, 'image/webp', kept, 'accept'])
      expect(await types(src, PAGE)).toEqual([200, 'image/png', kept, 'accept'])
      expect(await types(src, '*/*')).toEqual([200, 'image/png', kept, 'accept'])
      expect(await types(images.small!.src, WITHIN_PAGE)).toEqual([200, 'image/png', kept, 'accept'])
      expect((await types(`/blog/${article_id}/figures/one`, WITHIN_PAGE))[2]).toBe('no-cache')
      expect((await types(src.replace(/v=.*/, 'v=000000000000'), WITHIN_PAGE))[2]).toBe('no-cache')
      const [large, narrow] = [
        await ask(src, { accept: WITHIN_PAGE }),
        await ask(`${src}&w=320`, { accept: WITHIN_PAGE }),
      ]
      expect(narrow.rawPayload.length).toBeLessThan(large.rawPayload.length)
      const known = await ask(src, { accept: WITHIN_PAGE, 'if-none-match': String(large.headers.etag) })
      expect([known.statusCode, known.body]).toEqual([304, ''])
      expect(large.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    })

    test('are hidden with their article, from administrators who are not signed in too, and swept after it', async () => {
      write('leaves.xml', xml('10.5555/fig.5', 'one'))
      write('one.png', aPicture(40, 40))
      await run()
      const [{ article_id, file_id } = { article_id: '', file_id: '' }] = await figures()
      const url = `/blog/${article_id}/figures/one`
      const admin = await aSignedIn(journal, { role: 'admin' })
      expect((await ask(url)).statusCode).toBe(200)
      expect((await ask(`/blog/${article_id}/figures/two`)).statusCode).toBe(404)
      expect((await ask(`/blog/${article_id}/figures/%2e%2e`)).statusCode).toBe(404)
      expect((await ask(`/files/${file_id}/one.png`)).statusCode).toBe(404)
      expect((await ask(`/files/${file_id}/one.png`, admin.headers)).statusCode).toBe(200)
      await journal.send('PUT', `/posts/${article_id}/archive`, { archive: true }, { as: admin })
      expect((await ask(url)).statusCode).toBe(404)
      await journal.send('DELETE', `/posts/delete/${article_id}?reason=Twice.`, undefined, { as: admin })
      expect((await ask(url)).statusCode).toBe(410)
      expect(await figures()).toEqual([])
      const { db } = journal.database
      const old = '2020-01-01T00:00:00.000Z'
      await db.updateTable('files').set({ created_at: old }).where('id', '=', file_id).execute()
      await sweepFiles(journal.resources)
      expect(await db.selectFrom('files').select('id').where('id', '=', file_id).execute()).toHaveLength(1)
      await db.updateTable('deleted_articles').set({ deleted_at: old }).execute()
      await sweepFiles(journal.resources)
      expect(await db.selectFrom('files').select('id').where('id', '=', file_id).execute()).toEqual([])
      expect(await journal.resources.store.open(file_id)).toBeNull()
    })
  })
})
