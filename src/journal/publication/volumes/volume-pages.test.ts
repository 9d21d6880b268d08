import { beforeAll, describe, expect, test } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { anArticle, aFile, aSignedIn, aVolume, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aPng } from '../../../../tests/support/multipart.ts'
import { RELEASE_LATE, VOLUME_PAGE_CHANGED } from '../../../contract/api/volumes.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { withUnseen } from './places.ts'

const MINUTES_11 = 11 * 60_000

describe('pages of volumes', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })

    const form = (more: object = {}) => ({
      ...{ version: 1, kind: 'volume', coverUrl: null, frontMatter: '', guestEditors: [], sections: [] },
      ...more,
    })
    const publish = (id: string, more: object = {}) => journal.put(`/volumes/${id}/page`, form(more), { as: admin })
    const undo = (id: string) => journal.post(`/volumes/${id}/page/undo`, {}, { as: admin })
    const read = async (id: string) => (await journal.get(`/volumes/${id}`)).body
    const edited = async (id: string) => (await journal.get(`/volumes/${id}/page`, { as: admin })).body
    const order = async (id: string, query = '') =>
      ((await journal.get(`/posts/volume/${id}${query}`)).body.data as { id: string }[]).map((article) => article.id)
    const aVolumeOf = async (count: number) => {
      const volume = await aVolume(journal.database)
      const ids: string[] = []
      for (let page = 1; page <= count; page++)
        ids.push((await anArticle(journal.database, { volume, page_num: `${page}` })).id)
      return { id: volume.id, ids }
    }
    const anImage = async (owner = admin) =>
      fileUrl(
        await aFile(journal.database, {
          ...{ owner: owner.user, store: journal.resources.store, content: aPng() },
          ...{ name: 'cover.png', mediaType: 'image/png' },
        }),
      )

    test('have articles in the order of the editors under headings, on every page of the list', async () => {
      const { id, ids } = await aVolumeOf(5)
      expect(await order(id)).toEqual(ids)
      expect(await read(id)).toMatchObject({
        kind: 'volume',
        isOrdered: false,
        headings: [],
        guestEditors: [],
        html: '',
      })
      const [a, b, c, d, e] = ids as [string, string, string, string, string]
      const sections = [
        { heading: 'Editorial', articleIds: [c] },
        { heading: 'Research', articleIds: [e, a] },
      ]
      const answer = await publish(id, { sections })
      expect(answer.status, answer.text).toBe(200)
      // Those without a place come last, by their pages.
      expect(await order(id)).toEqual([c, e, a, b, d])
      expect([await order(id, '?limit=2&page=1'), await order(id, '?limit=2&page=3')]).toEqual([[c, e], [d]])
      const headings = [
        { heading: 'Editorial', from: 0 },
        { heading: 'Research', from: 1 },
        { heading: 'More articles', from: 3 },
      ]
      expect(await read(id)).toMatchObject({ isOrdered: true, headings })
      const placed = (await edited(id)).sections as { heading: string; articles: { id: string }[] }[]
      expect(placed.map(({ heading, articles }) => [heading, ...articles.map((one) => one.id)])).toEqual([
        ['Editorial', c],
        ['Research', e, a],
        ['More articles', b, d],
      ])
      // Elsewhere the order is as it was.
      const searched = (await journal.get('/posts/published?limit=100')).body.data as { id: string }[]
      expect(searched.map((one) => one.id).filter((one) => ids.includes(one))).toEqual(ids.toReversed())
    })

    test('have a cover, front matter and guest editors, which readers see at once', async () => {
      const { id } = await aVolumeOf(1)
      const coverUrl = await anImage()
      expect((await journal.app.inject(coverUrl)).statusCode).not.toBe(200)
      const guestEditors = [
        { name: 'Adaeze Okonjo', affiliation: 'University of Lagos', orcid: '0000-0002-1825-0097' },
        { name: 'Stanisław Wierzba', affiliation: '', orcid: null },
      ]
      const frontMatter =
        '# Of salt\n\nPlants *and* salt. <script>x()</script> ![a](https://elsewhere.test/x.png)' +
        ` ![a leaf](/pictures/${'0a'.repeat(12)}-384x192.webp)`
      const answer = await publish(id, { kind: 'special', coverUrl, frontMatter, guestEditors })
      expect(answer.status, answer.text).toBe(200)
      const page = await read(id)
      expect(page).toMatchObject({ kind: 'special', guestEditors, coverUrl: expect.any(String) })
      expect(page.html).toContain('<em>and</em>')
      expect(page.html).not.toMatch(/<script|<img|<h1/)
      expect(page.html).toContain('a leaf')
      const changed = (await loadAuditEntries(journal.database, id)).at(-1)
      expect(changed).toMatchObject({ action: 'volume.publish-page', after: { cover: true, release: 'continuous' } })
    })

    test.each([
      ['that someone else has uploaded', async () => anImage(await aSignedIn(journal, { role: 'admin' }))],
      ['that is elsewhere', async () => 'https://elsewhere.test/x.png'],
      [
        'that is no picture',
        async () => fileUrl(await aFile(journal.database, { owner: admin.user, store: journal.resources.store })),
      ],
    ])('a cover %s is refused', async (_what, cover) => {
      const { id } = await aVolumeOf(1)
      const answer = await publish(id, { frontMatter: 'Lost', coverUrl: await cover() })
      expect(answer.status).toBe(400)
      expect((await edited(id)).frontMatter).toBe('')
    })

    test('are changed by one of two at once, and name each article once and of this volume', async () => {
      const { id, ids } = await aVolumeOf(2)
      const { ids: others } = await aVolumeOf(1)
      const both = await Promise.all(['One', 'Other'].map((frontMatter) => publish(id, { frontMatter })))
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)!.body.message).toBe(VOLUME_PAGE_CHANGED)
      const twice = [{ heading: '', articleIds: [ids[0], ids[0]] }]
      expect((await publish(id, { version: 2, sections: twice })).status).toBe(400)
      expect((await publish(id, { version: 2, sections: [{ heading: '', articleIds: others }] })).status).toBe(409)
      expect(await order(id)).toEqual(ids)
    })

    test('are undone for ten minutes, all of it or nothing', async () => {
      const { id, ids } = await aVolumeOf(3)
      const reversed = [{ heading: 'First', articleIds: ids.toReversed() }]
      const coverUrl = await anImage()
      await publish(id, { sections: reversed, coverUrl, frontMatter: 'Before' })
      const first = await edited(id)
      await publish(id, { version: 2, sections: [{ heading: '', articleIds: ids }], frontMatter: 'After' })
      expect((await edited(id)).undoUntil).toEqual(expect.any(String))
      expect(await order(id)).toEqual(ids)
      const undone = await undo(id)
      expect(undone.status, undone.text).toBe(200)
      expect(undone.body).toEqual({ ...first, version: 4, undoUntil: null })
      expect(await order(id)).toEqual(ids.toReversed())
      expect((await undo(id)).status).toBe(409)

      await publish(id, { version: 4, frontMatter: 'Once more' })
      await journal.put(`/volumes/${id}`, { title: `Other title ${id}` }, { as: admin })
      const since = await undo(id)
      expect([since.status, since.body.message]).toEqual([409, expect.stringContaining('changed since')])
      expect((await edited(id)).frontMatter).toBe('Once more')

      await publish(id, { version: 6, frontMatter: 'Later' })
      const at = new Date(Date.now() - MINUTES_11).toISOString()
      await journal.database.db.updateTable('bulk_changes').set({ at }).where('subject_id', '=', id).execute()
      expect((await undo(id)).status).toBe(409)
    })

    test('undone, leave an article the place that it has got in another volume', async () => {
      const { id, ids } = await aVolumeOf(3)
      const [a, b, c] = ids as [string, string, string]
      await publish(id, { sections: [{ heading: 'All', articleIds: [c, b, a] }] })
      await publish(id, { version: 2, sections: [{ heading: 'All', articleIds: [a, b, c] }] })
      const other = await aVolume(journal.database)
      await journal.database.db.updateTable('articles').set({ volume_id: other.id }).where('id', '=', c).execute()
      await publish(other.id, { sections: [{ heading: 'There', articleIds: [c] }] })
      expect((await undo(id)).status).toBe(200)
      expect(await order(id)).toEqual([b, a])
      expect((await read(other.id)).headings).toEqual([{ heading: 'There', from: 0 }])
    })

    test('undone, make no planned issue of a volume that readers know', async () => {
      const { id } = await aVolume(journal.database, { release: 'issue', state: 'planned' })
      expect((await publish(id, { release: 'continuous' })).status).toBe(200)
      await anArticle(journal.database, { volume: { id } })
      const undone = await undo(id)
      expect([undone.status, undone.body.message]).toEqual([409, RELEASE_LATE])
      expect(await edited(id)).toMatchObject({ release: 'continuous', state: 'open' })
    })

    test('keep the place of an article that is archived or in another volume meanwhile', async () => {
      const { id, ids } = await aVolumeOf(3)
      const [a, b, c] = ids as [string, string, string]
      await publish(id, { sections: [{ heading: 'All', articleIds: [c, b, a] }] })
      const archive = (value: boolean) => journal.send('PUT', `/posts/${b}/archive`, { archive: value }, { as: admin })
      const archived = await archive(true)
      expect(archived.status, archived.text).toBe(200)
      expect(await order(id)).toEqual([c, a])
      await publish(id, { version: 2, sections: [{ heading: 'All', articleIds: [a, c] }] })
      await archive(false)
      expect(await order(id)).toEqual([a, c, b])

      const other = await aVolume(journal.database)
      await journal.database.db.updateTable('articles').set({ volume_id: other.id }).where('id', '=', c).execute()
      expect([await order(id), await order(other.id)]).toEqual([[a, b], [c]])
      expect((await read(other.id)).headings).toEqual([])
    })

    test('of a planned issue are unknown to readers, its cover too, until an article of it is public', async () => {
      const volume = await aVolume(journal.database, { release: 'issue', state: 'planned' })
      const coverUrl = await anImage()
      await publish(volume.id, { coverUrl, frontMatter: 'Not yet' })
      const author = await aSignedIn(journal)
      const titles = async (as: SignedIn) =>
        ((await journal.get('/volumes', { as })).body.data as { id: string }[]).map(({ id }) => id)
      const { coverUrl: own } = await edited(volume.id)
      const address = (own as string).replace(/^.*(?=\/files\/)/, '')
      expect((await journal.get(`/volumes/${volume.id}`)).status).toBe(404)
      expect((await journal.get(`/posts/volume/${volume.id}`)).status).toBe(404)
      expect((await journal.app.inject(address)).statusCode).not.toBe(200)
      expect((await journal.get('/volumes/with-counts')).text).not.toContain(volume.id)
      const sets = () => journal.app.inject('/oai?verb=ListSets')
      expect((await sets()).body).not.toContain(volume.id)
      for (const path of [`/lockss/${volume.id}`, `/volume/${volume.id}.zip`, `/volume/${volume.id}.bag.zip`])
        expect((await journal.app.inject(path)).statusCode, path).toBe(404)
      expect(await titles(author)).not.toContain(volume.id)
      expect(await titles(admin)).toContain(volume.id)

      await anArticle(journal.database, { volume })
      expect(await read(volume.id)).toMatchObject({ coverUrl: null, html: '' })
      expect((await sets()).body).toContain(volume.id)
      expect((await journal.app.inject(address)).statusCode).not.toBe(200)
      await journal.database.transaction(async (tx) => {
        await tx.updateTable('volumes').set({ state: 'published' }).where('id', '=', volume.id).execute()
        await touchPublicSite(tx)
      })
      expect((await journal.app.inject(address)).statusCode).toBe(200)
      expect(await read(volume.id)).toMatchObject({ coverUrl: own, html: expect.stringContaining('Not yet') })
    })

    test('are deleted with their volume, once no article is in it', async () => {
      const volume = await aVolume(journal.database)
      const guest = { name: 'Adaeze Okonjo', affiliation: '', orcid: null }
      await publish(volume.id, { coverUrl: await anImage(), guestEditors: [guest] })
      const answer = await journal.send('DELETE', `/volumes/${volume.id}`, undefined, { as: admin })
      expect(answer.status, answer.text).toBe(200)
      expect((await undo(volume.id)).status).toBe(404)
    })
  })
})

test('what was not on the screen stays after what it came after', () => {
  const rows = (ids: string) => [...ids].map((id) => ({ id }))
  const joined = (wanted: string, before: string) =>
    withUnseen(rows(wanted), rows(before))
      .map(({ id }) => id)
      .join('')
  expect(joined('cba', 'xaybcz')).toBe('xczbay')
  expect(joined('', 'abc')).toBe('abc')
  expect(joined('ab', '')).toBe('ab')
})
