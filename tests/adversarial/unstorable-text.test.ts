import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiTable } from '../../src/contract/api/api.ts'
import type { Endpoint } from '../../src/contract/api/endpoint.ts'
import { inputTravelsInQuery, pathNames } from '../../src/contract/rules/site/paths.ts'
import { fileUrl } from '../../src/contract/rules/files/file-rules.ts'
import { aFile, anArticle, aSignedIn, type SignedIn } from '../support/builders.ts'
import { eachDatabase, type TestJournal } from '../support/databases.ts'
import { aForm } from '../support/multipart.ts'

/** Text that one database or the other cannot store, or that is excessively long. */
const UNSTORABLE: Record<string, string> = {
  NUL: 'abc\u0000def',
  'only NUL': '\u0000',
  'half a character': 'abc\uD83C',
  'the other half': '\uDF31abc',
  'very long': 'a'.repeat(6000),
  'very long, and wide': '🌱'.repeat(1500),
}

/** Encoded for a URL: what a URL cannot contain is sent as percent-encoded bytes. */
const inAddress = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : 'abc%ED%A0%BC')

const endpoints = Object.entries(apiTable).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${noun}.${verb}`, endpoint]),
)
const fieldsOf = ({ input, path }: Endpoint): string[] => {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).filter((name) => !pathNames(path).includes(name))
}

describe('text that no database takes', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    const expectCalm = (status: number, what: string) => {
      expect(status, `${what}\n${journal.logged.join('\n')}`).toBeLessThan(500)
      expect(journal.logged, what).toEqual([])
    }
    const inject = async (method: string, url: string, what = url) =>
      expectCalm((await journal.app.inject({ method: method as 'GET', url, headers: admin.headers })).statusCode, what)

    test.each(endpoints)('%s: in every part of its address', async (_name, endpoint) => {
      for (const [kind, text] of Object.entries(UNSTORABLE)) {
        const path = endpoint.path.replace(/\{\w+\}/g, inAddress(text))
        await inject(endpoint.method, `/api${path}`, kind)
        if (!inputTravelsInQuery(endpoint.method)) continue
        const whole = endpoint.path.replace(/\{\w+\}/g, '222222222222')
        for (const field of fieldsOf(endpoint))
          await inject(endpoint.method, `/api${whole}?${field}=${inAddress(text)}`)
        await inject(endpoint.method, `/api${whole}?${inAddress(text)}=1`, kind)
      }
    })

    test.each(endpoints.filter(([, { method }]) => !inputTravelsInQuery(method)))(
      '%s: in every field of its body',
      async (_name, endpoint) => {
        for (const field of fieldsOf(endpoint)) {
          for (const [kind, text] of Object.entries(UNSTORABLE)) {
            for (const value of [text, [text], { [text]: text }, [{ fullName: text, orcidId: text }]]) {
              const path = endpoint.path.replace(/\{\w+\}/g, '222222222222')
              const answer = await journal.send(endpoint.method, path, { [field]: value }, { as: admin })
              expectCalm(answer.status, `${field}: ${kind}`)
            }
          }
        }
      },
    )

    test.each(Object.entries(UNSTORABLE))('a submission whose category is %s', async (_kind, categoryId) => {
      const file = await aFile(journal.database, { owner: admin.user })
      const submission = {
        title: 'Seed rain',
        excerpt: 'Seeds fall near.',
        keywords: 'seed rain',
        abstract: '<p>We counted seeds.</p>',
        files: [fileUrl(file)],
        contributors: [{ fullName: 'Dalia', email: 'd@plants.test', affiliation: 'Amman', role: 'Author' }],
      }
      const answer = await journal.post('/posts', { ...submission, categoryId }, { as: admin })
      expectCalm(answer.status, 'the category')
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body.errors)).toEqual(['categoryId'])
    })

    test.each(Object.entries(UNSTORABLE))('an approval whose volume is %s', async (_kind, volumeId) => {
      const { id } = await anArticle(journal.database, { state: 'pending' })
      const pdf = fileUrl(await aFile(journal.database, { owner: admin.user }))
      const path = `/posts/${id}/approve`
      const answer = await journal.put(path, { pdfUrl: pdf, volumeId }, { as: admin })
      expectCalm(answer.status, 'the volume')
      expect(answer.status).toBe(400)
      const { body, headers } = aForm({ pdfUrl: pdf, volumeId })
      expectCalm((await journal.send('PUT', path, body, { as: admin, headers })).status, 'the volume in a form')
    })

    test('the addresses of files, papers, citations and everything else that is no call', async () => {
      for (const [kind, text] of Object.entries(UNSTORABLE)) {
        const it = inAddress(text)
        for (const url of [
          ...[`/files/${it}/a.pdf`, `/files/222222222222/${it}`, `/files/222222222222/a.pdf?key=${it}`],
          ...[`/blog/${it}.pdf`, `/blog/${it}.bib`, `/blog/${it}.ris`, `/blog/${it}.csl.json`, `/blog/${it}.xml`],
          ...[`/users/callback?state=${it}&code=${it}`, `/api/users/callback?state=${it}&code=${it}`],
          ...[`/feed.atom?page=${it}`, `/sitemap.xml?page=${it}`, `/sitemap-${it}.xml`, `/${it}`],
        ]) {
          await inject('GET', url, `${kind}: ${url.slice(0, 100)}`)
          await inject('HEAD', url, `${kind}: ${url.slice(0, 100)}`)
        }
      }
    })
  })
})
