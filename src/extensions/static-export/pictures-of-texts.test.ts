import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { useDefaultJournal } from '../../../tests/support/default-journal.ts'
import { aMultipart } from '../../../tests/support/multipart.ts'
import { openS3Server, type S3Server } from '../../../tests/support/s3-server.ts'
import { startJournal } from '../../journal/settings/start.ts'
import { latestNumber } from '../../journal/settings/versions.ts'
import { bucketStore } from '../../platform/storage/bucket-store.ts'
import { openS3Bucket } from '../../platform/storage/s3-bucket.ts'
import { exportSite } from './export-site.ts'

const aPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b3d1e' } })
    .png()
    .toBuffer()

describe('the logo and a picture of a text, stored in a bucket', () => {
  eachDatabase((open) => {
    let s3: S3Server
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      s3 = await openS3Server()
      journal = await open({ s3: s3.settings })
      journal.resources.currentJournal.rule()
      await startJournal(journal.database, journal.resources.textBuilder)
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    afterAll(async () => {
      useDefaultJournal()
      await s3.close()
    })

    const added = async (content: Uint8Array, use: 'logo' | 'text'): Promise<string> => {
      const { body, headers } = aMultipart({ name: 'picture.png', content })
      const { url } = (await journal.send('POST', '/files/upload', body, { as: admin, headers })).body
      const answer = await journal.post('/settings/pictures', { use, fileUrl: url }, { as: admin })
      expect(answer.status, answer.text).toBe(201)
      return answer.body.path
    }
    const ask = async (url: string) => {
      const { statusCode, headers, rawPayload } = await journal.app.inject({ method: 'GET', url })
      return { status: statusCode, type: String(headers['content-type']), body: rawPayload, location: null }
    }

    test('are sent from it once they are published, and are files of a copy of the site', async () => {
      const logo = await added(await aPicture(400, 100), 'logo')
      const picture = await added(await aPicture(900, 300), 'text')
      const bucket = bucketStore(openS3Bucket(s3.settings), join(journal.dataDir, 'other'))
      for (const path of [logo, picture]) {
        expect((await ask(path)).status).toBe(404)
        const { file_id } = await journal.database.db
          .selectFrom('journal_pictures')
          .select('file_id')
          .where('path', '=', path)
          .executeTakeFirstOrThrow()
        expect(await bucket.open(file_id), path).not.toBeNull()
      }
      const source = `---\ntitle: About Us\ndescription: What we are.\n---\n\n![A garden](${picture})\n`
      const published = await journal.post(
        '/settings/versions',
        {
          base: await latestNumber(journal.database.db),
          values: { 'look.logo': logo },
          texts: [{ kind: 'page', slug: 'about', source }],
        },
        { as: admin },
      )
      expect(published.status, published.text).toBe(201)

      const about = (await journal.get('/pages/about')).body.html as string
      expect(about).toContain(picture)
      const page = (html: string) => ({ status: 200, type: 'text/html', body: Buffer.from(html), location: null })
      const pages: Record<string, string> = {
        '/': `<img class="logo" src="${logo}" alt=""/><a href="/about">About</a>`,
        '/about': `<img class="logo" src="${logo}" alt=""/>${about}`,
      }
      const folder = join(mkdtempSync(join(inject('temporaryFolder'), 'copy-')), 'site')
      await exportSite({
        ...{ folder, publicUrl: 'https://journal.test' },
        ask: async (address) => (pages[address] === undefined ? ask(address) : page(pages[address])),
      })
      for (const path of [logo, picture]) {
        const copied = readFileSync(join(folder, path))
        expect(copied.equals((await ask(path)).body), path).toBe(true)
        expect((await sharp(copied).metadata()).format).toBe('webp')
        expect(readFileSync(join(folder, 'about.html'), 'utf8')).toContain(`src="${path.slice(1)}"`)
      }
    })
  })
})
