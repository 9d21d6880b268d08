import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCategory, aFile, anArticle, aSignedIn, aVolume } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aNotice } from '../../../../tests/support/notice-builders.ts'
import { jatsFaults } from '../../../../tests/support/jats-schema.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { importArticle } from '../../importing/import-article.ts'
import { parseJats } from '../../../journal/documents/jats/model/parse.ts'
import { readJats } from '../../../journal/documents/jats/read/article.ts'
import { CLOCKSS_PERMISSION, LOCKSS_PERMISSION } from './volume-content.ts'

const FIXTURES = join(import.meta.dirname, '..', '..', '..', '..', 'tests', 'fixtures', 'jats')
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const lines = (text: string) => text.trimEnd().split('\n')

/** What is wrong with a bag, by the rules of BagIt 1.0 (RFC 8493). */
function bagFaults(files: Record<string, Uint8Array>): string[] {
  const roots = new Set(Object.keys(files).map((path) => path.split('/')[0]!))
  if (roots.size !== 1) return ['not one folder']
  const [root] = roots
  const inBag = new Map(Object.entries(files).map(([path, content]) => [path.slice(root!.length + 1), content]))
  const text = (name: string) => strFromU8(inBag.get(name) ?? new Uint8Array())
  const faults: string[] = []
  if (text('bagit.txt') !== 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n') faults.push('bagit.txt')
  for (const [manifest, isListed] of [
    ['manifest-sha256.txt', (path: string) => path.startsWith('data/')],
    ['tagmanifest-sha256.txt', (path: string) => !path.startsWith('data/') && path !== 'tagmanifest-sha256.txt'],
  ] as const) {
    const listed = new Map(lines(text(manifest)).map((line) => [line.slice(66), line.slice(0, 64)]))
    for (const [path, sum] of listed) {
      const content = inBag.get(path)
      if (!content || sha256(content) !== sum) faults.push(`${manifest}: ${path}`)
    }
    faults.push(...[...inBag.keys()].filter((path) => isListed(path) && !listed.has(path)))
  }
  const payload = [...inBag].filter(([path]) => path.startsWith('data/'))
  const oxum = `${payload.reduce((sum, [, { length }]) => sum + length, 0)}.${payload.length}`
  if (!lines(text('bag-info.txt')).includes(`Payload-Oxum: ${oxum}`)) faults.push('Payload-Oxum')
  return faults
}

eachDatabase((open) => {
  let journal: TestJournal
  let volume: { id: string; title: string }
  let shown: { id: string; slug: string }
  let supplementId: string
  const PDF = Buffer.from(`%PDF-1.7\n${'a page\n'.repeat(5_000)}`)
  const TABLE = Buffer.from('plot,seeds\n1,7\n')
  const PICTURE = Buffer.from('a picture')
  const zipAt = async (path: string) => {
    const answer = await journal.app.inject(path)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    return unzipSync(answer.rawPayload)
  }

  beforeAll(async () => {
    journal = await open()
    const { database, resources } = journal
    const { store } = resources
    volume = await aVolume(database, { title: 'Volume 7' })
    const category = await aCategory(database)
    const pdf = await aFile(database, { content: PDF, store })
    const image = await aFile(database, { name: 'leaf.PNG', mediaType: 'image/png', content: PICTURE, store })
    shown = await anArticle(database, {
      volume,
      category,
      pdf,
      image,
      title: '=HYPERLINK("a"), <i>Rosa</i>',
      page_num: '1-2',
    })
    const figure = await aFile(database, { name: 'fig-1.png', mediaType: 'image/png', content: PICTURE, store })
    const row = { article_id: shown.id, name: 'fig-1', file_id: figure.id, position: 0 }
    await database.db.insertInto('article_figures').values(row).execute()
    const table = await aFile(database, { name: 'counts.csv', mediaType: 'text/csv', content: TABLE, store })
    supplementId = table.id
    await database.db
      .insertInto('supplements')
      .values({ article_id: shown.id, position: 0, file_id: table.id, title: 'Counts', licence_url: null, doi: null })
      .execute()
    await anArticle(database, { volume, category, state: 'archived', title: 'Hidden' })
    await anArticle(database, { volume, category, state: 'pending', title: 'Waiting' })
    const content = readFileSync(join(FIXTURES, 'plain.xml'))
    const article = { ...readJats(parseJats(content)), volume: 'Volume 7', pages: '3-4' }
    await importArticle(resources, { article, xml: { name: 'plain.xml', content }, origin: 'imported', text: null })
  })

  describe('a volume in one file', () => {
    test('as JATS: an article each, valid, and a table of them', async () => {
      const files = await zipAt(`/volume/${volume.id}.zip`)
      const names = Object.keys(files)
      expect(names).toHaveLength(3)
      expect(names.at(-1)).toBe('manifest.csv')
      for (const name of names.slice(0, 2)) expect(jatsFaults(strFromU8(files[name]!))).toEqual([])
      expect(strFromU8(files[names[1]!]!)).toContain('<body>')
      const table = strFromU8(files['manifest.csv']!).split('\r\n')
      expect(table[0]).toBe('file,sha256,id,doi,title,url')
      expect(table[1]).toBe(
        `${names[0]},${sha256(files[names[0]!]!)},${shown.id},,"'=HYPERLINK(""a""), Rosa",http://journal.test/blog/${shown.id}`,
      )
      expect(table).toHaveLength(4)
    })

    test('is listed for archives with the files beside its texts', async () => {
      const { body } = await journal.app.inject(`/lockss/${volume.id}`)
      expect(body).toContain(`/blog/${shown.id}/supplement/${supplementId}.csv`)
    })

    test('as a bag: every file with its checksum', async () => {
      const files = await zipAt(`/volume/${volume.id}.bag.zip`)
      expect(bagFaults(files)).toEqual([])
      const root = `jpbr-volume-${volume.id}`
      expect(Buffer.from(files[`${root}/data/${shown.slug}/article.pdf`]!)).toEqual(PDF)
      expect(Buffer.from(files[`${root}/data/${shown.slug}/image.png`]!)).toEqual(PICTURE)
      expect(Buffer.from(files[`${root}/data/${shown.slug}/figures/fig-1.png`]!)).toEqual(PICTURE)
      expect(Buffer.from(files[`${root}/data/${shown.slug}/supplements/1.csv`]!)).toEqual(TABLE)
      expect(Object.keys(files).filter((path) => path.endsWith('article.xml'))).toHaveLength(2)
      const info = strFromU8(files[`${root}/bag-info.txt`]!)
      expect(info).toContain(`External-Identifier: http://journal.test/volume/${volume.id}\n`)
      // A bag that has been changed is none.
      const path = `${root}/data/${shown.slug}/article.pdf`
      expect(bagFaults({ ...files, [path]: Buffer.from('%PDF-') })).not.toEqual([])
      expect(bagFaults({ ...files, [`${root}/data/more.txt`]: Buffer.from('x') })).not.toEqual([])
    })

    test('is not sent again to those who have it, and nobody has what is not there', async () => {
      const address = `/volume/${volume.id}.bag.zip`
      const head = await journal.app.inject({ method: 'HEAD', url: address })
      expect([head.statusCode, head.body]).toEqual([200, ''])
      const headers = { 'if-none-match': String(head.headers.etag) }
      expect((await journal.app.inject({ url: address, headers })).statusCode).toBe(304)
      expect(String(head.headers['content-disposition'])).toContain('jpbr-Volume-7.bag.zip')
      for (const path of ['/volume/0123456789ab.zip', '/volume/x.bag.zip', '/volume/%00.zip', '/lockss/x'])
        expect((await journal.app.inject(path)).statusCode, path).toBe(404)
    })

    test('earlier versions are in both and linked for archives, as they were', async () => {
      const { database, resources } = journal
      const kept = await aVolume(database)
      const admin = await aSignedIn(journal, { role: 'admin' })
      const pdf = await aFile(database, { content: PDF, store: resources.store })
      const article = await anArticle(database, { volume: kept, pdf, title: 'Yield of 34' })
      const text = readFileSync(join(FIXTURES, 'plain.xml'))
      const source = await aFile(database, { name: 'text.xml', content: text, store: resources.store })
      const attached = { article_id: article.id, kind: 'source' as const, file_id: source.id, position: 0 }
      await database.db.insertInto('article_files').values(attached).execute()
      const correction = { version: 1, reason: 'It is 43.', title: 'Yield of 43', volumeId: kept.id }
      expect((await journal.put(`/posts/${article.id}`, correction, { as: admin })).status).toBe(200)
      const bag = await zipAt(`/volume/${kept.id}.bag.zip`)
      expect(bagFaults(bag)).toEqual([])
      const folder = `jpbr-volume-${kept.id}/data/${article.slug}/`
      expect(Buffer.from(bag[`${folder}versions/1/article.pdf`]!)).toEqual(PDF)
      expect(Buffer.from(bag[`${folder}versions/1/article.xml`]!)).toEqual(text)
      expect(JSON.parse(strFromU8(bag[`${folder}versions/1/record.json`]!))).toMatchObject({ title: 'Yield of 34' })
      const zip = await zipAt(`/volume/${kept.id}.zip`)
      const [former] = Object.keys(zip).filter((name) => name.includes('version-1'))
      expect(Buffer.from(zip[former!]!)).toEqual(text)
      expect(strFromU8(zip['manifest.csv']!)).toContain(`${former},${sha256(text)},${article.id}`)

      const links = async () =>
        [...(await journal.app.inject(`/lockss/${kept.id}`)).body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)
      const address = `/blog/${article.id}`
      const old = ['/v/1.pdf', '/v/1/original.pdf', '/v/1.xml', '/original.pdf'].map((path) => address + path)
      expect(await links()).toEqual(expect.arrayContaining([...old, `${address}/v/1`, `${address}/status`]))
      for (const link of old) expect((await journal.app.inject(link)).statusCode, link).toBe(200)
      // Marks are put on what is sent, and not on what is kept.
      await aNotice(journal, [admin, await aSignedIn(journal, { role: 'admin' })], 'retraction', [article.id])
      const after = await zipAt(`/volume/${kept.id}.bag.zip`)
      expect(Buffer.from(after[`${folder}article.pdf`]!)).toEqual(PDF)
      expect(Buffer.from(after[`${folder}versions/1/article.pdf`]!)).toEqual(PDF)
      // What is removed is in none of them.
      await database.db.updateTable('articles').set({ standing: 'removed' }).where('id', '=', article.id).execute()
      await database.transaction(touchPublicSite)
      expect((await links()).filter((link) => link.includes('/v/'))).toEqual([])
      expect(
        Object.keys(await zipAt(`/volume/${kept.id}.bag.zip`)).filter((name) => name.includes('versions')),
      ).toEqual([])
    })

    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return (
            readlinkSync(`/proc/self/fd/${fd}`).startsWith(journal.dataDir) &&
            !/sqlite/.test(readlinkSync(`/proc/self/fd/${fd}`))
          )
        } catch {
          return false
        }
      })

    test.skipIf(process.platform !== 'linux')('a client that goes away leaves no file open', async () => {
      const { database, resources } = journal
      const large = await aVolume(database)
      for (let number = 0; number < 3; number++) {
        const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(8_000_000, String(number))])
        await anArticle(database, { volume: large, pdf: await aFile(database, { content, store: resources.store }) })
      }
      const address = await journal.app.listen({ port: 0, host: '127.0.0.1' })
      await new Promise<void>((resolve, reject) => {
        const request = httpGet(`${address}/volume/${large.id}.bag.zip`, (answer) => {
          answer.once('data', () => {
            expect(openFiles().length).toBeLessThanOrEqual(1)
            answer.destroy()
            resolve()
          })
        })
        request.on('error', reject)
      })
      await expect.poll(openFiles).toEqual([])
    })

    test('with a file missing it ends before it is whole', async () => {
      const { database, resources } = journal
      const broken = await aVolume(database)
      const pdf = await aFile(database, { content: PDF, store: resources.store })
      await anArticle(database, { volume: broken, pdf })
      const folder = join(journal.dataDir, 'files')
      const path = readdirSync(folder, { recursive: true })
        .map(String)
        .find((name) => name.endsWith(pdf.id))!
      rmSync(join(folder, path))
      const failed = journal.app.inject(`/volume/${broken.id}.bag.zip`).then(({ rawPayload }) => unzipSync(rawPayload))
      await expect(failed).rejects.toThrow()
      expect((await journal.app.inject(`/volume/${broken.id}.zip`)).statusCode).toBe(200)
    })
  })

  describe('the pages for archives', () => {
    test('give permission, and lead to every file of a volume', async () => {
      const all = await journal.app.inject('/lockss')
      expect(all.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(all.body).toContain(`<a href="/lockss/${volume.id}">Volume 7</a>`)
      const { body } = await journal.app.inject(`/lockss/${volume.id}`)
      expect(body).toContain(LOCKSS_PERMISSION)
      expect(body).toContain(CLOCKSS_PERMISSION)
      expect(body).not.toMatch(/Hidden|Waiting/)
      const links = [...body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)
      expect(links).toEqual(
        expect.arrayContaining([`/blog/${shown.id}`, `/blog/${shown.id}.xml`, `/blog/${shown.id}.pdf`]),
      )
      for (const link of links.filter((href) => /\.\w+$/.test(href)))
        expect((await journal.app.inject(link)).statusCode, link).toBe(200)
      expect((await journal.app.inject('/robots.txt')).body).toContain('http://journal.test/lockss')
    })
  })
})
