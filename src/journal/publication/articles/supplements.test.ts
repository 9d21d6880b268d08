import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  aCategory,
  aFile,
  anArticle,
  aSignedIn,
  storedArticle,
  type SignedIn,
} from '../../../../tests/support/builders.ts'
import { crossrefFaultsOf } from '../../../../tests/support/crossref-schema.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { withDoiPrefix } from '../../../../tests/support/doi-prefix.ts'
import { jatsFaults } from '../../../../tests/support/jats-schema.ts'
import { aReady } from '../../../../tests/support/notice-builders.ts'
import { anAgreedReview } from '../../../../tests/support/agreed-review.ts'
import { aDocx, aMultipart, aPng } from '../../../../tests/support/multipart.ts'
import { depositXml } from '../../../extensions/crossref/deposit-xml.ts'
import { SUPPLEMENT_TITLE_REQUIRED } from '../../../contract/api/declared-works.ts'
import type { PublicArticle } from '../../../contract/api/articles.ts'
import { citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { SUPPLEMENT_LICENCE_URLS } from '../../../contract/rules/articles/supplements.ts'
import { fileIdOf, fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { jats } from '../../documents/jats/write/article.ts'
import { sweepFiles } from '../files/sweep.ts'
import { SUPPLEMENT_OWN_DOI, SUPPLEMENT_TAKEN, SUPPLEMENT_TWICE } from './supplements.ts'

const CC0 = SUPPLEMENT_LICENCE_URLS[1]
const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const SITE = 'https://journal.example.org'

describe('supplements', () => {
  withDoiPrefix('10.5555')
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let admin: SignedIn
    let categoryId: string
    beforeAll(async () => {
      journal = await open({ uploads: { hourly: false } })
      author = await aSignedIn(journal)
      admin = await aSignedIn(journal, { role: 'admin' })
      categoryId = (await aCategory(journal.database)).id
    })

    const upload = async (name: string, content: Uint8Array, as = author): Promise<string> => {
      const { body, headers } = aMultipart({ name, content })
      return (await journal.send('POST', '/files/upload', body, { as, headers })).body.url
    }
    const csv = (text: string) => Buffer.from(`plot,seeds\n${text}\n`)
    const submit = async (supplements: unknown) =>
      journal.post(
        '/posts',
        {
          ...{ title: 'Seed rain', categoryId, excerpt: 'Seeds fall.', keywords: 'a, b, c, d, e', supplements },
          ...{ files: [await upload('paper.docx', aDocx())], abstract: '<p>We counted.</p>' },
          contributors: [
            { fullName: 'Ayesha Malik', email: 'a@plants.test', affiliation: 'Multan', role: 'Corresponding Author' },
          ],
        },
        { as: author },
      )
    const approve = async (id: string) => {
      await journal.database.db.updateTable('author_confirmations').set({ is_binding: 0 }).execute()
      const pdfUrl = fileUrl(await aFile(journal.database, { owner: admin.user, store: journal.resources.store }))
      const answer = await journal.put(`/posts/${id}/approve`, { pdfUrl }, { as: admin })
      expect(answer.status, answer.text).toBe(200)
    }
    const details = async (id: string, as?: SignedIn) =>
      (await journal.get(`/posts/details/${id}`, as ? { as } : {})).body as PublicArticle & { version: number }
    const correct = async (id: string, supplements: unknown) =>
      journal.put(
        `/posts/${id}`,
        { version: (await details(id, admin)).version, reason: 'A column was missing.', supplements },
        { as: admin },
      )
    const fetched = (url: string) => journal.app.inject(url)

    /** Published with two. */
    const published = async () => {
      const [table, plate] = [csv('1,7'), aPng()]
      const submitted = await submit([
        { url: await upload('counts.csv', table), title: 'Counts of each plot', licenceUrl: CC0 },
        { url: await upload('plate.png', plate), title: 'The plots', doi: 'https://doi.org/10.5061/dryad.1' },
      ])
      expect(submitted.status, submitted.text).toBe(201)
      const { id } = submitted.body as { id: string }
      await approve(id)
      return { id, table, plate }
    }

    test('come with a submission, are private before publication, and then belong to the article', async () => {
      const table = csv('1,7')
      const url = await upload('counts.csv', table)
      const { id } = (await submit([{ url, title: ' Counts of each plot ' }])).body
      expect((await details(id, author)).supplements).toEqual([
        {
          ...{ title: 'Counts of each plot', licenceUrl: null, doi: null, mediaType: 'text/csv', name: 'counts.csv' },
          ...{ bytes: table.length, sha256: hashOf(table), url },
        },
      ])
      const address = `/blog/${id}/supplement/${fileIdOf(url)}.csv`
      expect((await fetched(address)).statusCode).toBe(404)
      await approve(id)
      const shown = (await details(id)).supplements
      const { doi } = await storedArticle(journal.database, id)
      expect(shown).toMatchObject([{ url: address, doi: `${doi}.s1`, licenceUrl: null }])
      const sent = await fetched(address)
      expect([sent.statusCode, hashOf(sent.rawPayload)]).toEqual([200, hashOf(table)])
      expect(sent.headers['content-disposition']).toMatch(/^attachment; filename="?jpbr-seed-rain.*-supplement-1\.csv/)
      expect(sent.headers['content-security-policy']).toContain("default-src 'none'")
      // Of another article, or by another name, there is none.
      const other = await anArticle(journal.database)
      expect((await fetched(`/blog/${other.id}/supplement/${fileIdOf(url)}.csv`)).statusCode).toBe(404)
    })

    test('what is wrong is said at its field, and no file of others is taken', async () => {
      const url = await upload('counts.csv', csv('1'))
      const theirs = await upload('counts.csv', csv('2'), admin)
      const refused = async (...supplements: object[]) => {
        const { status, body } = await submit(supplements)
        return [status, body.errors]
      }
      expect(await refused({ url, title: ' ' })).toEqual([400, { 'supplements.0.title': SUPPLEMENT_TITLE_REQUIRED }])
      expect(await refused({ url, title: 'x', licenceUrl: 'https://evil.test/' })).toEqual([
        400,
        { 'supplements.0.licenceUrl': 'Please choose a licence' },
      ])
      expect(await refused({ url, title: 'x', doi: '10.5555/jpbr.1.s1' })).toEqual([
        400,
        { 'supplements.0.doi': SUPPLEMENT_OWN_DOI },
      ])
      expect(await refused({ url, title: 'x' }, { url, title: 'y' })).toEqual([400, { supplements: SUPPLEMENT_TWICE }])
      expect((await refused({ url: theirs, title: 'x' }))[0]).toBe(400)
      expect((await submit([{ url, title: 'x' }])).status).toBe(201)
      expect(await refused({ url, title: 'x' })).toEqual([409, { supplements: SUPPLEMENT_TAKEN }])
    })

    test('a correction replaces one; the bytes that were public stay, at their address and in their version', async () => {
      const { id, table, plate } = await published()
      const before = (await details(id)).supplements
      const seen = (await details(id, admin)).supplements
      const next = csv('1,8')
      const saved = await correct(id, [
        { url: await upload('counts-2.csv', next, admin), title: 'Counts of each plot', licenceUrl: CC0 },
        { url: seen[1]!.url, title: 'The plots in May', doi: seen[1]!.doi },
      ])
      expect(saved.status, saved.text).toBe(200)
      const now = (await details(id)).supplements
      const { doi } = await storedArticle(journal.database, id)
      // A new file has a new DOI, whose number no file had before; one from elsewhere stays.
      expect(now.map((one) => [one.title, one.doi, one.sha256])).toEqual([
        ['Counts of each plot', `${doi}.s3`, hashOf(next)],
        ['The plots in May', '10.5061/dryad.1', hashOf(plate)],
      ])
      await journal.database.db.updateTable('replaced_files').set({ replaced_at: '2020-01-01T00:00:00.000Z' }).execute()
      await sweepFiles(journal.resources)
      expect(hashOf((await fetched(before[0]!.url)).rawPayload)).toBe(hashOf(table))
      expect(hashOf((await fetched(now[0]!.url)).rawPayload)).toBe(hashOf(next))
      const former = (await journal.get(`/posts/${id}/versions/1`)).body.article
      expect(former.supplements).toEqual(before)
      const { places } = (await journal.get(`/posts/${id}/compare/1/2`)).body
      expect(places.map(({ place }: { place: string }) => place)).toEqual(['Supplements'])
      // Saved again without a change it is no correction.
      const again = (await details(id, admin)).supplements.map(({ url, title, licenceUrl, doi: its }) => ({
        ...{ url, title, licenceUrl, doi: its },
      }))
      await correct(id, again)
      expect((await journal.get(`/posts/${id}/versions`)).body.versions).toHaveLength(2)
    })

    test('of a removed article none is served', async () => {
      const { id } = await published()
      const { url } = (await details(id)).supplements[0]!
      await journal.database.db.updateTable('articles').set({ standing: 'removed' }).where('id', '=', id).execute()
      await journal.database.transaction(touchPublicSite)
      expect((await fetched(url)).statusCode).toBe(404)
      expect((await details(id)).supplements).toEqual([])
    })

    test('are in valid JATS and deposits: the journal’s own as parts, others as relations', async () => {
      const { id } = await published()
      const article = await details(id)
      const record = citationRecord(article, SITE)
      const xml = jats(record, article)
      expect(await jatsFaults(xml)).toEqual([])
      expect(xml).toContain('mimetype="text" mime-subtype="csv"')
      expect(xml).toContain(`xlink:href="${SITE}${article.supplements[0]!.url}"`)
      expect(xml).toContain(`<ali:license_ref>${CC0}</ali:license_ref>`)
      for (const schema of ['5.4.0', '5.5.0'] as const) {
        const deposit = depositXml(
          { id: 'batch', timestamp: '20260101000000000', articles: [{ article, record, references: [] }] },
          { schema, crossmarkPolicy: '' },
        )
        expect(await crossrefFaultsOf[schema](deposit)).toEqual([])
        expect(deposit.match(/<component parent_relation="isPartOf">/g)).toHaveLength(1)
        expect(deposit).toContain(`<doi>${article.doi}.s1</doi>`)
        expect(deposit).toContain('relationship-type="isSupplementedBy" identifier-type="doi">10.5061/dryad.1<')
      }
    })

    test('reviewers and editors have them with the manuscript; an editor who is recused has not', async () => {
      const review = await anAgreedReview(journal.database, { submitter: author.user })
      const { store } = journal.resources
      const content = csv('3')
      const file = await aFile(journal.database, { store, name: 'counts.csv', mediaType: 'text/csv', content })
      const row = {
        article_id: review.articleId,
        position: 0,
        file_id: file.id,
        title: 'Counts',
        licence_url: null,
        doi: null,
      }
      await journal.database.db.insertInto('supplements').values(row).execute()
      const reviewer = { as: { headers: review.headers } }
      const { files } = (await journal.post('/review/open', {}, reviewer)).body
      expect(files).toMatchObject([{ title: null }, { name: 'counts.csv', title: 'Counts', version: files[0].version }])
      const { url } = (await journal.post(`/review/files/${file.id}/link`, {}, reviewer)).body
      expect((await fetched(url)).statusCode).toBe(200)
      const { versions } = (await journal.get(`/cases/${review.articleId}`, { as: admin })).body
      expect(versions[0].files.map(({ name }: { name: string }) => name)).toEqual([files[0].name, 'counts.csv'])
      const link = () => journal.get(`/files/${file.id}/link`, { as: admin })
      expect((await link()).status).toBe(200)
      await journal.post(`/cases/${review.articleId}/recusal`, { reason: 'We wrote together.' }, { as: admin })
      expect((await link()).status).toBe(404)
      expect((await journal.get(`/files/${file.id}/link`, { as: await aSignedIn(journal) })).status).toBe(404)
    })

    test('of a correction that waits with its notice are claimed meanwhile', async () => {
      const { id } = await published()
      const { version, supplements } = (await details(id, admin)) as { version: number; supplements: { url: string }[] }
      const url = await upload('counts-3.csv', csv('1,9'), admin)
      const correction = {
        version,
        supplements: [
          { url, title: 'Counts' },
          { url: supplements[1]!.url, title: 'The plots' },
        ],
      }
      const ready = await aReady(journal, admin, 'correction', [id], { correction })
      expect(ready.changes).toEqual(['Supplements'])
      await journal.database.db
        .updateTable('files')
        .set({ created_at: '2020-01-01T00:00:00.000Z' })
        .where('id', '=', fileIdOf(url)!)
        .execute()
      await sweepFiles(journal.resources)
      expect((await journal.get(`/files/${fileIdOf(url)}/link`, { as: admin })).status).toBe(200)
    })

    test('go with an unpublished article that is deleted, and stay for 30 days', async () => {
      const url = await upload('counts.csv', csv('9'))
      const { id } = (await submit([{ url, title: 'Counts' }])).body
      expect((await journal.send('DELETE', `/posts/delete/${id}`, undefined, { as: author })).status).toBe(200)
      const kept = await journal.database.db
        .selectFrom('deleted_article_files')
        .select('article_id')
        .where('file_id', '=', fileIdOf(url)!)
        .execute()
      expect(kept).toEqual([{ article_id: id }])
    })
  })
})
