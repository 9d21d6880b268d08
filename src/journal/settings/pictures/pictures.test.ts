import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { useDefaultJournal } from '../../../../tests/support/default-journal.ts'
import { aMultipart } from '../../../../tests/support/multipart.ts'
import { aPngOf } from '../../../../tests/support/pictures.ts'
import { pictureAt } from '../../../contract/rules/settings/picture-address.ts'
import {
  LOGO_TYPE_REFUSED,
  NO_PICTURES_IN_EMAILS,
  PICTURE_DAMAGED,
  PICTURE_FOREIGN,
  PICTURE_GONE,
  PICTURE_UNREADABLE,
  PICTURE_WITHOUT_WORDS,
} from '../../../contract/rules/settings/pictures.ts'
import { sweepFiles } from '../../publication/files/sweep.ts'
import { importSettings } from '../command.ts'
import { exportSettings } from '../export.ts'
import { startJournal } from '../start.ts'
import { newestTexts } from '../text-versions.ts'
import { latestNumber } from '../versions.ts'
import { readPictures, storePictures } from './exported-pictures.ts'
import { storePicture, sweepPictures } from './pictures.ts'

const aLogo = (background = '#0b3d1e') =>
  sharp({ create: { width: 400, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: { create: { width: 200, height: 100, channels: 3, background } }, left: 0, top: 0 }])
    .png()
    .toBuffer()
const aPhotograph = (width = 2000, height = 1000) =>
  sharp({
    create: { width, height, channels: 3, background: '#6a8', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .withExif({ IFD0: { Artist: 'Samina Farooqi' } })
    .jpeg()
    .toBuffer()

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h20v5H0z" fill="#0b3d1e"/></svg>'

describe('the logo and the pictures of texts', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    let logo: Buffer
    beforeAll(async () => {
      journal = await open()
      journal.resources.currentJournal.rule()
      await startJournal(journal.database, journal.resources.textBuilder)
      admin = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
      logo = await aLogo()
    })
    afterAll(useDefaultJournal)

    const upload = async (content: Uint8Array, name = 'picture.png', as = admin): Promise<string> => {
      const { body, headers } = aMultipart({ name, content })
      const answer = await journal.send('POST', '/files/upload', body, { as, headers })
      expect(answer.status, answer.text).toBe(201)
      return answer.body.url
    }
    const add = (asked: object, as: SignedIn | undefined = admin) => journal.post('/settings/pictures', asked, { as })
    const added = async (content: Uint8Array, use: 'logo' | 'text', name?: string) => {
      const answer = await add({ use, fileUrl: await upload(content, name) })
      expect(answer.status, answer.text).toBe(201)
      return answer.body as { path: string; width: number; height: number; seenAt: string }
    }
    const ask = (url: string, headers = {}) => journal.app.inject({ method: 'GET', url, headers })
    const publish = async (values: object, texts: object[] = []) =>
      journal.post(
        '/settings/versions',
        { base: await latestNumber(journal.database.db), values, texts },
        { as: admin },
      )
    const undo = async () =>
      journal.post(`/settings/versions/${await latestNumber(journal.database.db)}/undo`, {}, { as: admin })
    const logoNow = async () => (await journal.get('/settings', { as: admin })).body.values['look.logo'].value
    const page = (body: string) => ({
      ...{ kind: 'page', slug: 'about' },
      source: `---\ntitle: About Us\ndescription: What we are.\n---\n\n${body}\n`,
    })

    test('a logo is for its editor until it is published, then for all, and stays when it is taken back', async () => {
      const made = await added(logo, 'logo')
      expect(pictureAt(made.path)).toMatchObject({ width: 400, height: 100, ground: 'light' })
      const { authorization } = admin.headers
      for (const url of [made.path, `${made.path}?key=x`, `${made.path}?key=${'a.'.repeat(40)}`])
        for (const headers of [{}, { authorization }]) expect((await ask(url, headers)).statusCode, url).toBe(404)
      const seen = await ask(made.seenAt)
      expect([seen.statusCode, seen.headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect((await journal.get(`/settings/pictures?path=${made.path}`, { as: author })).status).toBe(403)
      expect((await journal.get(`/settings/pictures?path=${made.path}`)).status).toBe(401)
      const before = await logoNow()

      expect((await publish({ 'look.logo': made.path })).status).toBe(201)
      const shown = await ask(made.path)
      expect([shown.statusCode, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
        ...[200, 'image/webp', 'public, max-age=31536000, immutable'],
      ])
      expect(shown.headers['content-security-policy']).toContain('sandbox')
      expect(await logoNow()).toBe(made.path)
      expect((await journal.get(`/settings/pictures?path=${made.path}`, { as: admin })).body.seenAt).toBe(made.path)

      expect((await undo()).status).toBe(201)
      expect(await logoNow()).toBe(before)
      // Pages that browsers have kept, and former versions, name it.
      expect((await ask(made.path)).statusCode).toBe(200)
      expect((await undo()).status).toBe(201)
      expect(await logoNow()).toBe(made.path)
      expect((await publish({ 'look.logo': null })).status).toBe(201)
    })

    test('one that is not published is seen by an editor who views the site with their changes, and nobody else', async () => {
      const { path } = await added(await aLogo('#654321'), 'logo')
      const viewing = async (as: SignedIn) => {
        const begun = await journal.post('/settings/view', {}, { as })
        return { cookie: String(begun.headers['set-cookie']).split(';', 1)[0]! }
      }
      const headers = await viewing(admin)
      const seen = await ask(path, headers)
      expect([seen.statusCode, seen.headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect((await ask(path)).statusCode).toBe(404)
      expect((await ask(path, { cookie: `${headers.cookie}x` })).statusCode).toBe(404)
      const former = await aSignedIn(journal, { role: 'admin' })
      const theirs = await viewing(former)
      await journal.database.db.updateTable('users').set({ role: 'author' }).where('id', '=', former.user.id).execute()
      expect((await ask(path, theirs)).statusCode).toBe(404)
    })

    test('an SVG becomes dots; a hostile one is refused', async () => {
      const made = await add({ use: 'logo', svg: SVG })
      expect([made.status, made.body.path]).toEqual([201, expect.stringMatching(/-384x192-l\.webp$/)])
      expect((await ask(made.body.seenAt)).headers['content-type']).toBe('image/webp')
      const refused = await add({ use: 'logo', svg: SVG.replace('<path', '<script>alert(1)</script><path') })
      expect([refused.status, refused.body.errors.file]).toEqual([400, expect.stringContaining('<script>')])
    })

    test.each<[string, () => Promise<object> | object, string]>([
      ['nothing', () => ({ use: 'logo' }), 'Please choose a file'],
      ['two at once', async () => ({ use: 'logo', svg: SVG, fileUrl: await upload(logo) }), 'Please choose a file'],
      ['a drawing for a text', () => ({ use: 'text', svg: SVG }), ''],
      ['what is not there', () => ({ use: 'logo', fileUrl: '/files/aaaaaaaaaaaaaaaa/x.png' }), 'no longer available'],
      ['another address', () => ({ use: 'logo', fileUrl: 'https://evil.example/x.png' }), 'no longer available'],
      [
        'an upload of another',
        async () => ({ use: 'logo', fileUrl: await upload(logo, 'x.png', author) }),
        'no longer',
      ],
      ['a text', async () => ({ use: 'logo', fileUrl: await upload(Buffer.from('a'), 'a.txt') }), LOGO_TYPE_REFUSED],
      ['half a picture', async () => ({ use: 'text', fileUrl: await upload(aPngOf(90, 90)) }), PICTURE_UNREADABLE],
      [
        'a picture at the address of another',
        async () => ({
          ...{ use: 'text', path: `/pictures/${'0a'.repeat(12)}-400x100.webp` },
          fileUrl: await upload(await sharp(logo).webp().toBuffer(), 'x.webp'),
        }),
        PICTURE_DAMAGED,
      ],
      [
        'a picture at no address',
        async () => ({
          ...{ use: 'text', path: '/pictures/../secret.webp' },
          fileUrl: await upload(await sharp(logo).webp().toBuffer(), 'x.webp'),
        }),
        PICTURE_DAMAGED,
      ],
    ])('%s is no picture', async (_name, asked, sentence) => {
      const answer = await add(await asked())
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(sentence)])
    })

    test.each([
      '/pictures/x.webp',
      '/pictures/..%2f..%2fjournal.sqlite',
      `/pictures/${'0a'.repeat(12)}-384x192.webp`,
      `/pictures/${'0A'.repeat(12)}-384x192.webp`,
      `/pictures/${'0a'.repeat(12)}-384x192.webp%00`,
    ])('%s is nowhere, and no logo', async (path) => {
      expect((await ask(path)).statusCode).toBe(404)
      expect((await publish({ 'look.logo': path })).status).toBe(400)
    })

    test('a picture in a text is small, without notes, and comes with the text', async () => {
      const made = await added(await aPhotograph(), 'text', 'photo.jpg')
      expect([made.width, made.height]).toEqual([1280, 640])
      const content = (await ask(made.seenAt)).rawPayload
      expect((await sharp(content).metadata()).exif).toBeUndefined()
      const text = page(`![Leaves *of* "Ziziphus"](${made.path})`)
      const preview = await journal.post('/settings/texts/page/about/preview', { source: text.source }, { as: admin })
      const src = / src="([^"]+)"/.exec(preview.body.html)![1]!
      expect(src.startsWith(`${made.path}?key=`)).toBe(true)
      expect((await ask(src)).statusCode).toBe(200)
      expect((await ask(made.path)).statusCode).toBe(404)
      expect((await publish({}, [text])).status).toBe(201)
      expect((await journal.get('/pages/about')).body.html).toBe(
        `<p><img src="${made.path}" width="1280" height="640" loading="lazy" alt="Leaves of &quot;Ziziphus&quot;"></p>\n`,
      )
      expect((await ask(made.path)).statusCode).toBe(200)
      await publish({}, [{ kind: 'page', slug: 'about', source: null }])
      expect((await ask(made.path)).statusCode).toBe(200)
    })

    test.each([
      ['of another place', '![x](https://evil.example/x.png)', PICTURE_FOREIGN],
      ['as data', '![x](data:image/png;base64,AAAA)', PICTURE_FOREIGN],
      ['of a file', '![x](/files/aaaaaaaaaaaaaaaa/x.png)', PICTURE_FOREIGN],
      ['without words', `![](/pictures/${'0a'.repeat(12)}-384x192.webp)`, PICTURE_WITHOUT_WORDS],
      ['that is not there', `![x](/pictures/${'0a'.repeat(12)}-384x192.webp)`, PICTURE_GONE],
    ])('a page with a picture %s is not published', async (_name, body, sentence) => {
      const answer = await publish({}, [page(body)])
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(sentence)])
      const news = await journal.post(
        '/announcements',
        { kind: 'news', title: 'Of pictures', slug: 'of-pictures', body },
        { as: admin },
      )
      expect([news.status, news.text]).toEqual([400, expect.stringContaining(sentence)])
    })

    test('emails and letters have none', async () => {
      const { path } = await added(logo, 'text')
      for (const [kind, slug] of [['email', 'reviewer-invitation'] as const, ['letter', 'accept'] as const]) {
        const { source } = (await journal.get(`/settings/texts/${kind}/${slug}`, { as: admin })).body
        const answer = await publish({}, [{ kind, slug, source: `${source}\n\n![x](${path})\n` }])
        expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(NO_PICTURES_IN_EMAILS)])
      }
    })

    test('news have pictures, which come with them', async () => {
      const { path } = await added(await aPhotograph(300, 200), 'text', 'photo.jpg')
      const body = `Look.\n\n![A leaf](${path})`
      const seen = await journal.post('/announcements/preview', { body }, { as: admin })
      expect(seen.body.html).toContain(`src="${path}?key=`)
      expect((await ask(path)).statusCode).toBe(404)
      const made = await journal.post(
        '/announcements',
        { kind: 'news', title: 'A leaf', slug: 'a-leaf', body },
        { as: admin },
      )
      expect(made.status, made.text).toBe(201)
      expect((await journal.get('/announcements/a-leaf')).body.html).toContain(`<img src="${path}"`)
      const feed = (await ask('/news/feed.json')).json<{ items: { content_html: string }[] }>()
      expect(feed.items[0]!.content_html).toContain(`<img src="http://journal.test${path}"`)
      expect((await ask(path)).statusCode).toBe(200)
    })

    test('two who choose the same picture at once have one', async () => {
      const content = await aLogo('#123456')
      const urls = [await upload(content), await upload(content), await upload(content)]
      const answers = await Promise.all(urls.map((fileUrl) => add({ use: 'logo', fileUrl })))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
      expect(new Set(answers.map(({ body }) => body.path)).size).toBe(1)
      const rows = await journal.database.db
        .selectFrom('journal_pictures')
        .selectAll()
        .where('path', '=', answers[0]!.body.path)
        .execute()
      expect(rows).toHaveLength(1)
    })

    test('what nobody has used for a month is removed, with its bytes', async () => {
      const { database, resources } = journal
      const keep = (name: string) => {
        const path = `/pictures/${name.repeat(24)}-90x90.webp`
        return storePicture(resources, path, { content: Buffer.from(name), width: 90, height: 90 }).then(() => path)
      }
      const [unused, drafted, published, fresh] = [await keep('1'), await keep('2'), await keep('3'), await keep('4')]
      const old = new Date(Date.now() - 31 * 86_400_000).toISOString()
      await publish({ 'look.logo': published })
      await publish({ 'look.logo': null })
      await journal.post(
        '/settings/draft',
        { content: JSON.stringify({ base: 1, values: { 'look.logo': drafted }, texts: {} }), revision: 0 },
        { as: admin },
      )
      for (const path of [unused, drafted, published])
        await database.db.updateTable('journal_pictures').set({ used_at: old }).where('path', '=', path).execute()
      await database.db.updateTable('files').set({ created_at: old }).where('name', '=', 'picture.webp').execute()
      expect(await sweepPictures(database)).toBe(1)
      const left = await database.db.selectFrom('journal_pictures').select('path').execute()
      const paths = left.map(({ path }) => path)
      expect([unused, drafted, published, fresh].map((path) => paths.includes(path))).toEqual([false, true, true, true])
      const bytes = await database.db.selectFrom('files').select('id').where('name', '=', 'picture.webp').execute()
      await sweepFiles(resources)
      const after = await database.db.selectFrom('files').select('id').where('name', '=', 'picture.webp').execute()
      expect(after).toHaveLength(bytes.length - 1)
      expect((await ask(published)).statusCode).toBe(200)
    })

    test('a page with a picture of another site, published when such were shown, can come back, and editors are told', async () => {
      const { db } = journal.database
      const foreign = page('![A *leaf*](https://elsewhere.test/x.png)').source
      const lacking = async (): Promise<string[]> =>
        (await journal.get('/settings/texts', { as: admin })).body.flatMap(
          ({ slug, lacksPictures }: { slug: string; lacksPictures: boolean }) => (lacksPictures ? [slug] : []),
        )
      expect((await publish({}, [page('Of us.')])).status).toBe(201)
      const row = (await newestTexts(db)).get('page/about')!
      await db
        .insertInto('text_versions')
        .values({ ...row, number: row.number + 1, source: foreign })
        .execute()
      expect(await lacking()).toEqual(['about'])
      expect((await publish({}, [page('Other words.')])).status).toBe(201)
      expect(await lacking()).toEqual([])
      const undone = await undo()
      expect(undone.status, undone.text).toBe(201)
      expect(await lacking()).toEqual(['about'])
      expect((await journal.get('/pages/about')).body.html).toBe('<p>A leaf</p>\n')
      // What an editor writes is refused as ever.
      const answer = await publish({}, [{ ...page(''), source: `${foreign}More.\n` }])
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(PICTURE_FOREIGN)])

      const other = await open()
      await startJournal(other.database, other.resources.textBuilder)
      await importSettings(other.database, other.resources.textBuilder, JSON.stringify(await exportSettings(db)))
      expect((await newestTexts(other.database.db)).get('page/about')?.source).toBe(foreign)
      await publish({}, [{ kind: 'page', slug: 'about', source: null }])
    })

    test('all that a journal has chosen goes to another one, pictures included, and back byte for byte', async () => {
      const { path } = await added(logo, 'logo')
      const photograph = await added(await aPhotograph(), 'text', 'photo.jpg')
      await publish({ 'look.logo': path }, [page(`![A leaf](${photograph.path})`)])
      const exportedFrom = async ({ database, resources }: TestJournal) => {
        const { pictures = [], ...chosen } = await exportSettings(database.db)
        return JSON.stringify({ ...chosen, pictures: await readPictures(resources, pictures) })
      }
      const exported = await exportedFrom(journal)
      expect(Object.keys(JSON.parse(exported).pictures)).toEqual([path, photograph.path].toSorted())
      const other = await open()
      await startJournal(other.database, other.resources.textBuilder)
      const into = (content: string) =>
        importSettings(other.database, other.resources.textBuilder, content, (pictures) =>
          storePictures(other.resources, pictures),
        )
      const damaged = JSON.parse(exported)
      damaged.pictures[path] = damaged.pictures[photograph.path]
      await expect(into(JSON.stringify(damaged))).rejects.toThrow(PICTURE_DAMAGED)
      await expect(into(JSON.stringify({ ...damaged, pictures: {} }))).rejects.toThrow(PICTURE_GONE)
      await into(exported)
      expect(await exportedFrom(other)).toBe(exported)
      const sent = await other.app.inject({ method: 'GET', url: path })
      expect(sent.rawPayload.equals((await ask(path)).rawPayload)).toBe(true)
      await publish({ 'look.logo': null }, [{ kind: 'page', slug: 'about', source: null }])
    })
  })
})
