import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCategory, anArticle, aSignedIn, aVolume, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aDocx, aMultipart } from '../../../../tests/support/multipart.ts'
import {
  ADDRESS_INVALID,
  COUNTRY_REQUIRED,
  HERBARIUM_INVALID,
  IPNI_INVALID,
  PERMIT_DATE_REQUIRED,
} from '../../../contract/api/declared-material.ts'

const VOUCHER = {
  taxon: 'Populus ciliata',
  collector: 'N. Karimi',
  number: '44',
  herbarium: 'sgil',
  country: 'Pakistan',
}
/** Whose place nobody but its authors and editors may see. */
const PROTECTED = {
  ...{ ...VOUCHER, taxon: 'Tecomella undulata', number: '88', country: 'Narnia', locality: 'Hidden Valley 9' },
  ...{ barcode: 'SECRETBARCODE1', uri: 'https://herbarium.test/secret-label', typeStatus: 'isotype', sensitive: true },
}
const PERMIT = { kind: 'collection', number: '118/2024', authority: 'Forest Department', country: 'Pakistan', on: '2024-02-08' } // prettier-ignore
const NAME = { name: 'Populus hunzana Karimi, sp. nov.', act: 'taxon', ipni: 'urn:lsid:ipni.org:names:77123456-1' }
const SECRETS = ['Narnia', 'Hidden Valley', 'SECRETBARCODE', 'secret-label']

const NO = { barcode: null, uri: null, locality: null, typeStatus: null }

describe('vouchers, permits and new names', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
    })

    const submit = async (more: object) => {
      const { body, headers } = aMultipart({ name: 'a.docx', content: aDocx() })
      const { url } = (await journal.send('POST', '/files/upload', body, { as: author, headers })).body
      const category = await aCategory(journal.database)
      const person = { fullName: 'Ayesha Malik', email: 'a@plants.test', affiliation: 'Multan', role: 'Author' }
      const words = { title: 'Poplars of Hunza', excerpt: 'Two poplars.', keywords: 'poplar', abstract: '<p>Two.</p>' }
      return journal.post(
        '/posts',
        { ...words, categoryId: category.id, files: [url], contributors: [person], ...more },
        { as: author },
      )
    }
    const correct = (id: string, correction: object) =>
      journal.put(`/posts/${id}`, { reason: 'The label says so.', ...correction }, { as: admin })
    const former = async (id: string, number: number) =>
      (await journal.get(`/posts/${id}/versions/${number}`)).body.article

    test('are kept as data with the submission, which may have none', async () => {
      const answer = await submit({ vouchers: [VOUCHER, PROTECTED], permitDetails: [PERMIT], newNames: [NAME] })
      expect(answer.status, answer.text).toBe(201)
      expect(answer.body).toMatchObject({
        vouchers: [
          { ...NO, ...VOUCHER, herbarium: 'SGIL', sensitive: false },
          { ...PROTECTED, herbarium: 'SGIL' },
        ],
        permitDetails: [PERMIT],
        newNames: [{ ...NAME, ipni: '77123456-1' }],
        namesLocked: false,
      })
      const none = await submit({})
      expect(none.body).toMatchObject({ vouchers: [], permitDetails: [], newNames: [] })
    })

    test.each([
      ['vouchers.0.herbarium', { vouchers: [{ ...VOUCHER, herbarium: 'SGIL2' }] }, HERBARIUM_INVALID],
      ['vouchers.0.country', { vouchers: [{ ...VOUCHER, country: ' ' }] }, COUNTRY_REQUIRED],
      ['vouchers.0.uri', { vouchers: [{ ...VOUCHER, uri: 'javascript:alert(1)' }] }, ADDRESS_INVALID],
      ['permitDetails.0.on', { permitDetails: [{ ...PERMIT, on: '2024-02-31' }] }, PERMIT_DATE_REQUIRED],
      ['newNames.0.ipni', { newNames: [{ ...NAME, ipni: '77-x' }] }, IPNI_INVALID],
    ])('%s is checked', async (field, change, message) => {
      const answer = await submit(change)
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.errors).toEqual({ [field]: message })
    })

    test('are corrected whole, and former versions keep them', async () => {
      const article = await anArticle(journal.database)
      const first = await correct(article.id, { version: 1, vouchers: [VOUCHER], permitDetails: [PERMIT] })
      expect(first.body, first.text).toMatchObject({ version: 2, versionNumber: 2 })
      // The same again is no correction, in whatever order its fields come.
      const again = Object.fromEntries(Object.entries(VOUCHER).reverse())
      expect((await correct(article.id, { version: 2, vouchers: [again] })).body.version).toBe(2)
      expect((await correct(article.id, { version: 2, vouchers: [] })).body.version).toBe(3)
      expect((await former(article.id, 1)).vouchers).toEqual([])
      const second = await former(article.id, 2)
      expect(second).toMatchObject({ vouchers: [{ ...VOUCHER, herbarium: 'SGIL' }], permitDetails: [PERMIT] })
      const compared = await journal.get(`/posts/${article.id}/compare/2/3`)
      expect(compared.text).toContain('Populus ciliata: N. Karimi 44 (SGIL), Pakistan')
    })

    test('where a protected plant grows is in no public byte, of no version', async () => {
      const { database } = journal
      const volume = await aVolume(database)
      const article = await anArticle(database, { volume, title: 'Trees of the Thar' })
      const open = { ...PROTECTED, sensitive: false }
      expect((await correct(article.id, { version: 1, vouchers: [open] })).status).toBe(200)
      const before = await journal.get(`/posts/details/${article.id}`)
      for (const secret of SECRETS) expect(before.text).toContain(secret)
      const answer = await correct(article.id, { version: 2, vouchers: [PROTECTED] })
      expect(answer.body.vouchers, answer.text).toMatchObject([{ locality: 'Hidden Valley 9' }])
      // Readers see no difference, so that this is no version.
      const hidden = await correct(article.id, {
        version: 3,
        vouchers: [{ ...PROTECTED, locality: 'Hidden Valley 10' }],
      })
      expect(hidden.body).toMatchObject({ version: 4, versionNumber: 3 })

      const addresses = [
        ...[`/api/posts/details/${article.id}`, '/api/posts/published', `/api/posts/volume/${volume.id}`],
        ...[1, 2, 3].map((number) => `/api/posts/${article.id}/versions/${number}`),
        ...[`/api/posts/${article.id}/versions`, `/api/posts/${article.id}/compare/2/3`],
        ...['xml', 'bib', 'ris', 'enw', 'csl.json', 'linkset.json'].map((ending) => `/blog/${article.id}.${ending}`),
        ...[`/blog/${article.id}/status.json`, '/feed.atom', '/feed.rss', '/feed.json', `/lockss/${volume.id}`],
        ...['oai_dc', 'jats', 'oai_datacite'].map((format) => `/oai?verb=ListRecords&metadataPrefix=${format}`),
      ]
      let read = 0
      for (const address of addresses) {
        const { body, statusCode } = await journal.app.inject(address)
        if (statusCode === 200) read++
        for (const secret of SECRETS) expect(body, `${secret} at ${address}`).not.toContain(secret)
      }
      expect(read).toBeGreaterThan(12)
      for (const ending of ['zip', 'bag.zip']) {
        const files = Object.entries(unzipSync((await journal.app.inject(`/volume/${volume.id}.${ending}`)).rawPayload))
        for (const [name, bytes] of files) {
          for (const secret of SECRETS) expect(strFromU8(bytes), `${secret} in ${name}`).not.toContain(secret)
        }
      }
      expect((await journal.app.inject(`/blog/${article.id}.xml`)).body).toContain('Place withheld')
      expect((await former(article.id, 2)).vouchers).toMatchObject([{ sensitive: true, country: null, uri: null }])
    })
  })
})
