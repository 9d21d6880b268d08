import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, anArticle, aSignedIn, aVolume, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aMultipart, aPdf } from '../../../../tests/support/multipart.ts'
import type { Version } from '../../../contract/api/versions.ts'
import { newId } from '../../../platform/ids.ts'
import { sweepFiles } from '../files/sweep.ts'

const REASON = 'The yield of 2024 was printed twice.'
const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

describe('versions of articles', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })

    const upload = async (content: Uint8Array): Promise<string> => {
      const { body, headers } = aMultipart({ name: 'final.pdf', content })
      return (await journal.send('POST', '/files/upload', body, { as: admin, headers })).body.url
    }
    const correct = async (id: string, version: number, correction: object) => {
      const answer = await journal.put(`/posts/${id}`, { version, reason: REASON, ...correction }, { as: admin })
      expect(answer.status).toBe(200)
    }
    const versionsOf = async (id: string): Promise<Version[]> =>
      (await journal.get(`/posts/${id}/versions`)).body.versions
    const at = async (id: string, number: number) => (await journal.get(`/posts/${id}/versions/${number}`)).body
    const bytesAt = async (url: string): Promise<string> => hashOf((await journal.app.inject(url)).rawPayload)
    const numbered = (content: number): Uint8Array => aPdf(`Version ${content}`)

    test('what an article says is given place by place, as it is now', async () => {
      const article = await anArticle(journal.database, {
        title: 'Yield of <i>Zea mays</i>',
        keywords: 'maize, drought',
      })
      await correct(article.id, 1, { abstract: '<p>Roots were dug.</p><p>Leaves were <b>counted</b>.</p>' })
      const { status, body } = await journal.get(`/posts/${article.id}/passages`)
      expect(status).toBe(200)
      expect(body.places).toContainEqual({ place: 'Title', paragraphs: ['Yield of Zea mays'] })
      expect(body.places).toContainEqual({
        place: 'Abstract',
        paragraphs: ['Roots were dug.', 'Leaves were counted.'],
      })
      expect(body.places.filter(({ paragraphs }: { paragraphs: string[] }) => !paragraphs.length)).toEqual([])
    })

    test('five corrections leave every stored byte as it was, at an address of its own', async () => {
      const first = await aFile(journal.database, { store: journal.resources.store, content: numbered(1) })
      const article = await anArticle(journal.database, { title: 'Yield 1', pdf: first })
      for (const edit of [1, 2, 3, 4, 5]) {
        await correct(article.id, edit, { title: `Yield ${edit + 1}`, pdfUrl: await upload(numbered(edit + 1)) })
      }
      const versions = await versionsOf(article.id)
      expect(versions.map(({ number, weight, isCurrent }) => [number, weight, isCurrent])).toEqual([
        [6, 'small', true],
        ...[5, 4, 3, 2].map((number) => [number, 'small', false]),
        [1, 'first', false],
      ])
      // As long after it as any sweep waits.
      await journal.database.db
        .updateTable('replaced_files')
        .set({ replaced_at: '2020-01-01T00:00:00.000Z' })
        .where('article_id', '=', article.id)
        .execute()
      await sweepFiles(journal.resources)
      for (const number of [1, 2, 3, 4, 5, 6]) {
        const { pdf } = versions.find((version) => version.number === number)!
        expect(pdf!.sha256).toBe(hashOf(numbered(number)))
        expect(await bytesAt(pdf!.originalUrl)).toBe(pdf!.sha256)
        expect((await at(article.id, number)).article.title).toBe(`Yield ${number}`)
      }
      expect(await bytesAt(`/blog/${article.id}/original.pdf`)).toBe(hashOf(numbered(6)))
      const status = (await journal.app.inject(`/blog/${article.id}/status.json`)).json()
      expect(status.versions.map((version: Version) => version.pdf!.sha256)).toEqual(
        [6, 5, 4, 3, 2, 1].map((number) => hashOf(numbered(number))),
      )
    })

    test('what a version said cannot be changed, and goes with its article alone', async () => {
      const { db } = journal.database
      const article = await anArticle(journal.database, { title: 'Before' })
      await correct(article.id, 1, { title: 'After' })
      const one = db.updateTable('article_versions').where('article_id', '=', article.id).where('number', '=', 1)
      await expect(one.set({ content: '{}' }).execute()).rejects.toThrow('never changed')
      await expect(one.set({ reason: 'Another' }).execute()).rejects.toThrow('never changed')
      await expect(db.deleteFrom('article_versions').where('article_id', '=', article.id).execute()).rejects.toThrow(
        'never changed',
      )
      expect((await journal.send('DELETE', `/posts/delete/${article.id}`, undefined, { as: admin })).status).toBe(200)
      expect(await db.selectFrom('article_versions').select('number').where('article_id', '=', article.id).execute()).toEqual([]) // prettier-ignore
      expect((await journal.get(`/posts/${article.id}/versions`)).status).toBe(410)
      const kept = await db
        .selectFrom('deleted_articles')
        .select('content')
        .where('id', '=', article.id)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(kept.content).versions).toHaveLength(2)
    })

    test('corrections from before versions were kept are followed back', async () => {
      const { db } = journal.database
      const volume = await aVolume(journal.database, { title: 'Volume 9' })
      const article = await anArticle(journal.database, { title: 'Third', excerpt: 'Three.' })
      const former = [
        { version: 2, replaced: { title: 'First', volumeId: volume.id } },
        { version: 3, replaced: { title: 'Second', excerpt: 'Two.' } },
      ]
      for (const [index, { version, replaced }] of former.entries()) {
        await db
          .insertInto('article_corrections')
          .values({
            ...{ id: newId(), article_id: article.id, version, at: article.published_at!, corrected_by: null },
            ...{ reason: `Correction ${index + 1}`, replaced: JSON.stringify(replaced) },
          })
          .execute()
      }
      const rows = [1, 2, 3].map((number) => ({
        ...{ article_id: article.id, number, weight: number === 1 ? ('first' as const) : ('small' as const) },
        ...{ notice_id: null, reason: '', edit: number === 1 ? null : number, content: null, sha256: null },
        ...{ at: article.published_at!, by_user: null },
      }))
      await db.insertInto('article_versions').values(rows).execute()
      await db.updateTable('articles').set({ public_version: 3, version: 3 }).where('id', '=', article.id).execute()
      const said = async () => {
        const all = [await at(article.id, 1), await at(article.id, 2), await at(article.id, 3)]
        return all.map(({ article: one }) => [one.title, one.excerpt, one.volume?.title ?? null])
      }
      const expected = [
        ['First', 'Two.', 'Volume 9'],
        ['Second', 'Two.', null],
        ['Third', 'Three.', null],
      ]
      expect(await said()).toEqual(expected)
      // And on, when the next correction has stored what the third said.
      await correct(article.id, 3, { title: 'Fourth', excerpt: 'Four.' })
      expect(await said()).toEqual(expected)
    })

    test('what readers do not see makes no version, and one who is no reader sees none', async () => {
      const pending = await anArticle(journal.database, { state: 'pending', title: 'Draft' })
      await correct(pending.id, 1, { title: 'Another draft' })
      expect((await journal.get(`/posts/${pending.id}/versions`)).status).toBe(404)
      expect(
        await journal.database.db
          .selectFrom('article_versions')
          .select('number')
          .where('article_id', '=', pending.id)
          .execute(),
      ).toEqual([])
      const archived = await anArticle(journal.database, { state: 'archived' })
      await correct(archived.id, 1, { title: 'Corrected in the archive' })
      for (const url of [`/blog/${archived.id}/v/1.pdf`, `/blog/${archived.id}/original.pdf`]) {
        expect((await journal.app.inject(url)).statusCode).toBe(404)
      }
      expect((await journal.get(`/posts/${archived.id}/versions/1`)).status).toBe(404)
    })

    test('two versions are compared place by place', async () => {
      const article = await anArticle(journal.database, {
        title: 'Growth of <i>Olea</i> cuttings',
        abstract: '<p>Cuttings rooted in 34% of trials.</p><p>Nothing else changed.</p>',
      })
      await correct(article.id, 1, {
        title: 'Rooting of <i>Olea</i> cuttings',
        abstract: '<p>Cuttings rooted in 43% of trials.</p><p>Nothing else changed.</p>',
      })
      const { body, status } = await journal.get(`/posts/${article.id}/compare/1/2`)
      expect(status).toBe(200)
      const changed = body.places.map(({ place, paragraphs }: { place: string; paragraphs: { runs: object[] }[] }) => [
        place,
        paragraphs.flatMap(({ runs }) => (runs ?? []).flatMap((run) => ('text' in run ? [run] : []))),
      ])
      expect(changed).toEqual([
        ['Title', [{ kind: 'removed', text: 'Growth' }, { kind: 'added', text: 'Rooting' }, { kind: 'same', text: ' of Olea cuttings' }]], // prettier-ignore
        [
          'Abstract',
          [
            { kind: 'same', text: 'Cuttings rooted in ' },
            { kind: 'removed', text: '34%' },
            { kind: 'added', text: '43%' },
            { kind: 'same', text: ' of trials.' },
            { kind: 'same', text: 'Nothing else changed.' },
          ],
        ],
      ])
      expect((await journal.get(`/posts/${article.id}/compare/1/9`)).status).toBe(404)
      expect((await journal.get(`/posts/${article.id}/compare/1/x`)).status).toBe(400)
    })
  })
})
