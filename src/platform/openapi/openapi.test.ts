import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { journal as identity } from '../../../journal.config.ts'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { pathNames } from '../../contract/rules/site/paths.ts'
import { apiTable } from '../../contract/api/api.ts'
import { ACCESS } from '../../contract/rules/accounts/access.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { openTestJournal, type TestJournal } from '../../../tests/support/databases.ts'
import { docsPage, describeShape } from './docs-page.ts'
import { openApiDocument } from './document.ts'
import { html } from '../html/html.ts'
import { PublicCache } from '../http/public-cache.ts'
import { mountApiDocs } from './mount-api-docs.ts'

const document = openApiDocument(apiTable)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const endpoints = Object.entries(apiTable).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]) => ({ name: `${noun}.${verb}`, noun, endpoint: endpoint as Endpoint })),
)

/** Every object in a document, with its path of keys. */
function* objectsIn(value: unknown, way: string[] = []): Generator<{ way: string[]; object: Record<string, unknown> }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { way, object: value as Record<string, unknown> }
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, [...way, key])
}

const resolved = (reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)

describe('the OpenAPI document', () => {
  test('says whose it is', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({
      title: `API of the ${identity.name}`,
      contact: { email: identity.contact.supportEmail },
      license: { url: identity.licence.url },
    })
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/)
  })

  test('has every call of the contract, by every method, and no other', () => {
    const expected = endpoints.flatMap(({ endpoint }) =>
      [endpoint.method, ...(endpoint.also ?? [])].map(
        (method) => `${method.toLowerCase()} ${API_PREFIX}${endpoint.path}`,
      ),
    )
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(expected.sort())
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(endpoints.map(({ name }) => name)))
  })

  test.each(endpoints)('$name: tag, parameters, body, answers and security', ({ name, noun, endpoint }) => {
    const path = API_PREFIX + endpoint.path
    const operation = document.paths[path]![endpoint.method.toLowerCase()]!
    expect(operation).toMatchObject({ operationId: name, tags: [noun], summary: endpoint.summary })
    expect(document.tags).toContainEqual({ name: noun })

    const { parameters = [] } = operation
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map((parameter) => parameter.name).sort()).toEqual(pathNames(path).sort())
    expect(inPath.every((parameter) => parameter.required)).toBe(true)
    const body = operation.requestBody?.content['application/json'].schema
    const sent = [...parameters.map((parameter) => parameter.name), ...Object.keys(body?.properties ?? {})]
    expect(sent.sort()).toEqual(Object.keys(endpoint.input.shape).sort())
    if (endpoint.method === 'GET' || endpoint.method === 'DELETE') expect(body).toBeUndefined()
    else expect(body?.additionalProperties).not.toBe(true)

    const statuses = Object.keys(operation.responses).map(Number)
    expect(statuses.filter((status) => status < 300)).toEqual([endpoint.created ? 201 : 200])
    expect(statuses).toEqual(expect.arrayContaining([400, 429, 503]))
    expect(statuses.includes(404)).toBe(pathNames(path).length > 0)
    expect(statuses.includes(410)).toBe(endpoint.gone === true)
    expect(statuses.includes(413)).toBe(endpoint.method !== 'GET' && endpoint.method !== 'DELETE')
    const { credential, required, role, description } = ACCESS[endpoint.access]
    expect(operation.description).toBe(description)
    if (credential !== 'none') expect(statuses).toContain(401)
    if (role !== null) expect(statuses).toContain(403)

    const withoutToken = !operation.security.length || operation.security.some((each) => !Object.keys(each).length)
    expect(withoutToken).toBe(!required)
  })

  test('holds only references that lead somewhere, and schemas that agree with themselves', () => {
    for (const { way, object } of objectsIn(document)) {
      const at = way.join(' › ')
      if (typeof object.$ref === 'string') expect(resolved(object.$ref), at).toBeDefined()
      expect(object, at).not.toHaveProperty('$schema')
      expect(object, at).not.toHaveProperty('$defs')
      if (Array.isArray(object.required)) {
        expect(Object.keys((object.properties ?? {}) as object), at).toEqual(expect.arrayContaining(object.required))
      }
      if (typeof object.pattern === 'string') expect(() => new RegExp(object.pattern as string, 'u'), at).not.toThrow()
    }
    for (const { operation } of operations) {
      for (const scheme of operation.security.flatMap((each) => Object.keys(each))) {
        expect(document.components.securitySchemes).toHaveProperty(scheme)
      }
    }
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  test('says which texts are markup and which are plain', () => {
    for (const shape of ['PublicArticle', 'Article']) {
      const { title, titleText, excerpt } = document.components.schemas[shape]!.properties!
      expect(title!.description).toContain('`<i>`')
      expect(title!.description).toContain('`titleText`')
      expect(titleText!.description).toContain('plain text')
      expect(excerpt!.description).toContain('plain text')
    }
  })

  test('tells the rules behind trimming, and the defaults behind transformations', () => {
    const register = document.paths['/api/auth/register']!.post!
    expect(register.requestBody!.content['application/json'].schema.properties).toMatchObject({
      username: { type: 'string', minLength: 3, maxLength: 30, pattern: '^[A-Za-z0-9_]+$' },
      email: { type: 'string', format: 'email', maxLength: 254 },
    })
    const published = document.paths['/api/posts/published']!.get!
    expect(published.parameters).toMatchObject([
      { name: 'page', in: 'query', required: false, schema: { type: 'integer', minimum: 1, default: 1 } },
      { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, default: 6 } },
      { name: 'only', in: 'query', required: false },
    ])
  })
})

describe('what is served', () => {
  let journal: TestJournal
  beforeAll(async () => {
    journal = await openTestJournal('sqlite')
    return () => journal.close()
  })

  test('the document', async () => {
    const answer = await journal.get('/openapi.json')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)))
    const again = await journal.get('/openapi.json', { headers: { 'if-none-match': String(answer.headers.etag) } })
    expect(again.status).toBe(304)
  })

  test('the page, without script, style or anything from elsewhere', async () => {
    const { status, headers, text } = await journal.get('/docs')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(String(headers['content-security-policy'])).toMatch(/script-src 'self';.*style-src 'self';/)
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|(?:src|href)="(?:https?:)?\/\//)
    for (const { operation } of operations) expect(text).toContain(`id="${operation.operationId}"`)
    const style = await journal.get('/docs.css')
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('what was made while the database was away is not kept: it names the journal as it was', async () => {
    let isAway = true
    let names = 0
    const app = Fastify()
    const readSiteVersion = () => {
      if (isAway) throw new Error('away')
      return 1
    }
    const cache = new PublicCache({
      ...{ readSiteVersion, headers: {} },
      within: (_version, work) => {
        names++
        return work()
      },
    })
    mountApiDocs(app, cache, apiTable)
    const get = async () => (await app.inject({ url: '/api/openapi.json' })).statusCode
    expect([await get(), names]).toEqual([200, 0])
    isAway = false
    expect([await get(), names]).toEqual([200, 1])
    expect([await get(), names]).toEqual([200, 1])
    await app.close()
  })

  test('every link of the page leads to a place on it, every id is there once', () => {
    const page = docsPage(document)
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]!)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(anchor)
    for (const [, label] of page.matchAll(/aria-labelledby="([^"]+)"/g)) expect(ids).toContain(label)
  })

  test('another address under the API is still no call', async () => {
    expect((await journal.get('/docs/more')).status).toBe(404)
    expect((await journal.post('/docs', {})).status).toBe(404)
  })
})

describe('shapes in words', () => {
  const words = (schema: Parameters<typeof describeShape>[0]) => describeShape(schema).source.replace(/\s+/g, ' ')

  test.each([
    [{ type: 'string', minLength: 3, maxLength: 30 }, 'text, at least 3 characters, at most 30 characters'],
    [{ type: 'string', format: 'date-time' }, 'date and time'],
    [{ type: ['string', 'null'] }, 'text or null'],
    [{ type: 'integer', minimum: 1, default: 6 }, 'whole number, from 1, <code>6</code> when absent'],
    [{ enum: ['author', 'admin'] }, 'one of <code>author</code>, <code>admin</code>'],
    [{ type: 'array', items: { type: 'string' } }, 'list of text'],
    [{ $ref: '#/components/schemas/User' }, '<a href="#shape-User">User</a>'],
    [{ anyOf: [{ $ref: '#/components/schemas/User' }, { type: 'null' }] }, '<a href="#shape-User">User</a> or null'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'object, of any name: text'],
    [{ type: 'string', pattern: '^<b>$' }, 'text, like <code>^&lt;b&gt;$</code>'],
  ])('%j', (schema, expected) => {
    expect(words(schema)).toBe(expected)
  })

  test('fields stand in a list, nested as they are', () => {
    const inner = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    const nested = words({ type: 'object', properties: { list: { type: 'array', items: inner } } })
    expect(nested).toMatch(/^object<ul.*<code>list<\/code>.*optional.*list of objects<ul.*<code>name<\/code>: text/)
  })
})

test('values in a template are escaped, templates in it are not', () => {
  const inner = html`<b>${'<&"\''}</b>`
  expect(html`<p>${inner}${['x', null, false, undefined, 0]}</p>`.source).toBe('<p><b>&lt;&amp;&quot;&#39;</b>x0</p>')
})
