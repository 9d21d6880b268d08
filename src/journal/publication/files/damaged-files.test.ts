import { truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFile, anArticle, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aPng } from '../../../../tests/support/multipart.ts'
import type { FileRow } from '../../../platform/database/tables.ts'

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000, 'plant')])

/** What can happen to a stored file on a failing disk. */
const DAMAGES: Record<string, (path: string) => void> = {
  missing: (path) => unlinkSync(path),
  'cut short': (path) => truncateSync(path, 20_000),
  empty: (path) => truncateSync(path, 0),
  longer: (path) => writeFileSync(path, Buffer.concat([PDF, Buffer.from('more')])),
  'altered, at the same length': (path) => writeFileSync(path, Buffer.alloc(PDF.length, 'weeds')),
}

eachDatabase((open) => {
  let journal: TestJournal
  let admin: SignedIn
  let addresses: Record<string, string>
  let paths: string[]

  const pathOf = ({ id }: FileRow) => join(journal.dataDir, 'files', id.slice(0, 2), id)

  beforeEach(async () => {
    journal ??= await open()
    admin ??= await aSignedIn(journal, { role: 'admin' })
    journal.logged.length = 0
    const { store } = journal.resources
    const keep = (content: Buffer, name: string, mediaType: string) =>
      aFile(journal.database, { content, name, mediaType, store, owner: admin.user })
    // As long as the PDF, so that each damage affects both alike.
    const picture = aPng(PDF.length)
    const [pdf, image, manuscript] = [
      await keep(PDF, 'final.pdf', 'application/pdf'),
      await keep(picture, 'image.png', 'image/png'),
      await keep(PDF, 'manuscript.pdf', 'application/pdf'),
    ]
    const { id } = await anArticle(journal.database, { pdf, image })
    addresses = {
      pdf: `/blog/${id}.pdf`,
      image: `/files/${image.id}/image`,
      manuscript: `/files/${manuscript.id}/manuscript.pdf`,
    }
    paths = [pdf, image, manuscript].map(pathOf)
  })

  const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    journal.app.inject({ method, url, headers: { ...admin.headers, ...headers } })

  describe.each(Object.entries(DAMAGES))('a stored file that is %s', (_how, damage) => {
    test.each(['never asked for before', 'sent once already'])(
      'and was %s is refused before a byte is sent',
      async (when) => {
        if (when === 'sent once already') {
          for (const url of Object.values(addresses)) expect((await ask(url)).statusCode).toBe(200)
        }
        for (const path of paths) damage(path)
        for (const [what, url] of Object.entries(addresses)) {
          for (const [headers, method] of [
            [{}, 'GET'],
            [{ range: 'bytes=0-9' }, 'GET'],
            [{}, 'HEAD'],
          ] as const) {
            const answer = await ask(url, headers, method)
            expect(answer.statusCode, what).toBe(503)
            expect(answer.headers, what).not.toHaveProperty('content-disposition')
            expect(Number(answer.headers['retry-after']), what).toBeGreaterThan(0)
            if (method === 'GET') expect(answer.json().message).toMatch(/^Our copy of this file is missing or damaged/)
          }
        }
        expect(journal.logged.join()).toContain('a stored file cannot be sent')
        expect(journal.logged.join()).not.toContain(journal.dataDir)
      },
    )
  })

  test('is said in a page to those who followed a link', async () => {
    for (const path of paths) unlinkSync(path)
    const answer = await ask(addresses.pdf!, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('<p>Our copy of this file is missing or damaged.')
    expect(answer.body).toContain('<a href="/">')
  })

  test.each(['whole', 'damaged'])('a %s file is read through once, not at every download', async (state) => {
    let read = 0
    if (state === 'damaged') for (const path of paths) writeFileSync(path, Buffer.alloc(PDF.length, 'weeds'))
    const { store } = journal.resources
    const { open: opened } = store
    Object.assign(store, {
      open: async (id: string) => {
        const file = await opened(id)
        return file && { ...file, verify: (sha256: string) => (read++, file.verify(sha256)) }
      },
    })
    // Those who come while it is being read wait for the same.
    const asked = await Promise.all([1, 2].map(() => ask(addresses.pdf!)))
    for (let time = 0; time < 4; time++) asked.push(await ask(addresses.pdf!))
    expect(new Set(asked.map(({ statusCode }) => statusCode))).toEqual(new Set([state === 'whole' ? 200 : 503]))
    expect(read).toBe(1)
    // It is read again when it has been restored.
    for (const path of paths) writeFileSync(path, PDF)
    expect((await ask(addresses.pdf!)).statusCode).toBe(200)
    expect(read).toBe(2)
    Object.assign(store, { open: opened })
  })
})
