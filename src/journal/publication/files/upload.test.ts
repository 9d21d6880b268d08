import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { FILE_MAX_BYTES } from '../../../contract/rules/files/file-rules.ts'
import { aFile, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { ACTIVE_PDFS, aRealPdf } from '../../../../tests/support/pdf-files.ts'
import { aPngOf } from '../../../../tests/support/pictures.ts'
import { aDocx, aMultipart, aPdf, aPng, aZip } from '../../../../tests/support/multipart.ts'

const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)])

describe('uploading a file', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let other: SignedIn
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      other = await aSignedIn(journal)
      admin = await aSignedIn(journal, { role: 'admin' })
    })

    const upload = (name: string, content: Uint8Array, as: SignedIn | undefined = author, field = 'file') => {
      const { body, headers } = aMultipart({ name, content, field })
      return journal.send('POST', '/files/upload', body, { as, headers })
    }
    const savedFiles = () =>
      readdirSync(join(journal.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      )

    test.each([
      ['paper.pdf', aPdf(), 'application/pdf'],
      ['PAPER.PDF', aPdf(), 'application/pdf'],
      ['paper.docx', aDocx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      ['old.doc', OLE, 'application/msword'],
      ['data.csv', Buffer.from('site,height\n1,"2,5"\n'), 'text/csv'],
      ['notes.txt', Buffer.from('Größe: 3 µm'), 'text/plain'],
      ['plate.png', aPng(), 'image/png'],
    ])('%s is kept', async (name, content, mediaType) => {
      const answer = await upload(name, content)
      expect(answer.status, answer.text).toBe(201)
      expect(answer.body).toMatchObject({ name, bytes: content.length, mediaType })
      expect(answer.body.url).toMatch(/^\/files\/[\w-]+\//)
    })

    test('whose row is written although the answer of the database is lost keeps its bytes', async () => {
      const { database, resources } = journal
      const rows = () => database.db.selectFrom('files').select('id').execute()
      const before = new Set((await rows()).map(({ id }) => id))
      const transaction = database.transaction
      const lost = vi.spyOn(resources.database, 'transaction').mockImplementation(async (work) => {
        const result = await transaction(work)
        if ((await rows()).length > before.size) throw new Error('Connection terminated unexpectedly')
        return result
      })
      const answer = await upload('paper.pdf', aPdf())
      lost.mockRestore()
      expect(answer.status, answer.text).toBe(503)
      const [row] = (await rows()).filter(({ id }) => !before.has(id))
      const file = await resources.store.open(row!.id)
      expect(file?.bytes).toBe(aPdf().length)
      await file?.close()
    })

    test.each([
      ['a program renamed', 'paper.pdf', Buffer.from('MZ\u0000\u0001')],
      ['a page renamed', 'paper.docx', Buffer.from('<html><script>alert(1)</script>')],
      ['a page as text', 'notes.txt', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['an SVG', 'plate.svg', Buffer.from('<svg/>')],
      ['an SVG as PNG', 'plate.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['no extension', 'paper', aPdf()],
      ['two extensions', 'paper.pdf.exe', aPdf()],
      ['an archive that is no document', 'paper.docx', aZip([{ name: 'readme.txt', content: 'hello' }])],
      ['macros', 'paper.docx', aDocx([{ name: 'word/vbaProject.bin', content: 'x' }])],
      ['a way out of the archive', 'paper.docx', aDocx([{ name: '../../etc/passwd', content: 'x' }])],
      ['a link in the archive', 'paper.docx', aDocx([{ name: 'word/link', content: '/etc/passwd', mode: 0o120777 }])],
      ['a bomb', 'paper.docx', aDocx([{ name: 'word/media/a.bin', content: 'x', claimedSize: 300 * 1024 * 1024 }])],
      ['a spreadsheet as text document', 'paper.docx', aZip([{ name: 'xl/workbook.xml', content: '<x/>' }])],
      ['nothing', 'empty.pdf', Buffer.alloc(0)],
      ['a program behind the mark of UTF-16', 'notes.txt', Buffer.from('fffe4d5a9000', 'hex')],
    ])('%s is refused', async (_what, name, content) => {
      const before = savedFiles().length
      const answer = await upload(name, content)
      expect(answer.status, answer.text).toBe(415)
      expect(answer.body.message).toBe('File type not allowed')
      expect(savedFiles()).toHaveLength(before)
    })

    test('a picture that would fill the memory of those who look at it is refused', async () => {
      const before = savedFiles().length
      const answer = await upload('plate.png', aPngOf(20_000, 20_000))
      expect([answer.status, answer.body.message]).toEqual([
        413,
        'Images must have at most 50 megapixels, and all frames of an animation together at most 500. Please make this one smaller first.',
      ])
      expect(savedFiles()).toHaveLength(before)
    })

    test('what a PDF may do is told to administrators alone', async () => {
      const active = aRealPdf({ ...ACTIVE_PDFS['a script behind a link'], compressed: true })
      expect((await upload('final.pdf', active, admin)).body.findings).toEqual(['script'])
      expect((await upload('final.pdf', aRealPdf(), admin)).body.findings).toEqual([])
      expect((await upload('notes.txt', Buffer.from('seeds'), admin)).body).not.toHaveProperty('findings')
      expect((await upload('final.pdf', active)).body).not.toHaveProperty('findings')
    })

    test('a file may have 10485760 bytes and not one more', async () => {
      const most = Buffer.concat([aPdf(), Buffer.alloc(FILE_MAX_BYTES - aPdf().length, 0x20)])
      expect((await upload('most.pdf', most)).status).toBe(201)
      const before = savedFiles().length
      const tooLarge = await upload('more.pdf', Buffer.concat([most, Buffer.from(' ')]))
      expect(tooLarge.status).toBe(413)
      expect(tooLarge.body.message).toBe(`File is larger than ${FILE_MAX_BYTES} bytes`)
      expect(savedFiles()).toHaveLength(before)
    })

    test('a name is never a path, and keeps no characters that cannot be seen', async () => {
      const answer = await upload('../../etc/\u202Epass\u0000wd.pdf', aPdf())
      expect(answer.status).toBe(201)
      expect(answer.body.name).toBe('passwd.pdf')
    })

    test('a name of pictures, however long, is cut and leads to the file', async () => {
      for (const name of [`${'🌱'.repeat(150)}.pdf`, `${'植'.repeat(190)}.pdf`, `a${'🌱'.repeat(99)}.pdf`]) {
        const answer = await upload(name, aPdf())
        expect(answer.status, answer.text).toBe(201)
        const read = await journal.app.inject({ url: answer.body.url as string, headers: author.headers })
        expect(read.statusCode).toBe(200)
        expect(read.headers['content-disposition']).toContain('%F0%9F%8C%B1'.slice(0, name.includes('植') ? 0 : 12))
      }
    })

    test('a part without a file name is no file of a type that is taken', async () => {
      const part = (type: string) =>
        Buffer.from(`--x\r\nContent-Disposition: form-data; name="file"\r\n${type}\r\n\r\n%PDF-1.7\r\n--x--\r\n`)
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const send = (body: Buffer) => journal.send('POST', '/files/upload', body, { as: author, headers })
      expect((await send(part('Content-Type: application/octet-stream'))).status).toBe(415)
      expect((await send(part('Content-Type: text/plain'))).status).toBe(400)
      expect((await send(Buffer.from('--x--\r\n'))).status).toBe(400)
    })

    test('what is no multipart, or broken, or has no file, is refused with 400', async () => {
      expect((await journal.send('POST', '/files/upload', { file: 'x' }, { as: author })).status).toBe(400)
      const { body, headers } = aMultipart({ name: 'paper.pdf', content: aPdf() })
      const broken = await journal.send('POST', '/files/upload', body.subarray(0, 120), { as: author, headers })
      expect(broken.status).toBe(400)
      expect((await upload('paper.pdf', aPdf(), author, 'other')).status).toBe(400)
    })

    test('of two files in one request the first alone is kept, and the answer names it', async () => {
      const one = aMultipart({ name: 'one.pdf', content: aPdf() })
      const two = aMultipart({ name: 'two.pdf', content: aPdf() })
      const end = Buffer.from('------journaltest--\r\n')
      const body = Buffer.concat([one.body.subarray(0, one.body.length - end.length), two.body])
      const before = savedFiles().length
      const answer = await journal.send('POST', '/files/upload', body, { as: author, headers: one.headers })
      expect([answer.status, answer.body.name]).toEqual([201, 'one.pdf'])
      expect(savedFiles()).toHaveLength(before + 1)
    })

    test('visitors upload nothing', async () => {
      const { body, headers } = aMultipart({ name: 'paper.pdf', content: aPdf() })
      expect((await journal.send('POST', '/files/upload', body, { headers })).status).toBe(401)
    })

    test('a private file is its uploader’s and the administrators’', async () => {
      const { url } = (await upload('secret.pdf', aPdf('secret'))).body as { url: string }
      const read = async (headers: Record<string, string> = {}, address = url) =>
        (await journal.app.inject({ url: address, headers })).statusCode
      expect(await read()).toBe(404)
      expect(await read(other.headers)).toBe(404)
      expect(await read(author.headers)).toBe(200)
      expect(await read(admin.headers)).toBe(200)

      const id = url.split('/')[2]!
      expect((await journal.get(`/files/${id}/link`, { as: other })).status).toBe(404)
      const link = (await journal.get(`/files/${id}/link`, { as: author })).body.url as string
      expect(await read({}, link)).toBe(200)
      expect(await read({}, `${link}x`)).toBe(404)
      const { url: another } = (await upload('another.pdf', aPdf())).body as { url: string }
      expect(await read({}, `${another}?${link.split('?')[1]}`)).toBe(404)
    })

    test('a download is an attachment that nothing may run', async () => {
      const { url } = (await upload('notes.txt', Buffer.from('hello'))).body as { url: string }
      const answer = await journal.app.inject({ url, headers: author.headers })
      expect(answer.headers['content-disposition']).toBe('attachment; filename=notes.txt')
      expect(answer.headers['content-security-policy']).toContain('sandbox')
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.body).toBe('hello')
    })

    test('one account keeps a limited number of files an hour', async () => {
      const busy = await aSignedIn(journal)
      for (let count = 0; count < 60; count++) expect((await upload('a.txt', Buffer.from('a'), busy)).status).toBe(201)
      const refused = await upload('a.txt', Buffer.from('a'), busy)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    })

    test('one account keeps a limited number of files in all, but administrators hold the whole journal’s', async () => {
      for (const [role, status] of [
        ['author', 429],
        ['admin', 201],
      ] as const) {
        const keeper = await aSignedIn(journal, { role })
        await Promise.all(Array.from({ length: 200 }, () => aFile(journal.database, { owner: keeper.user })))
        expect((await upload('a.txt', Buffer.from('a'), keeper)).status, role).toBe(status)
      }
    })
  })
})
