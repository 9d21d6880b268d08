import { inflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, anArticle, aSignedIn, aVolume, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { withDoiPrefix } from '../../../../tests/support/doi-prefix.ts'
import { aMultipart, aPdf } from '../../../../tests/support/multipart.ts'
import { aNotice, byLink } from '../../../../tests/support/notice-builders.ts'
import { reportLink } from '../../../../tests/support/request-builders.ts'
import type { NameChange } from '../../../contract/api/name-changes.ts'
import type { OwnRequest } from '../../../contract/api/requests.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { enqueue } from '../../../platform/email/outbox.ts'
import { newId } from '../../../platform/ids.ts'
import { serialize } from 'node:v8'
import { runDueJobs } from '../../../platform/jobs/run.ts'
import { noticePdfJobs } from '../notices/notice-pdfs.ts'
import type { SetArticle } from '../../documents/typesetting/article-pdf.ts'
import typeset from '../../documents/typesetting/typeset-task.ts'
import { indexDue } from '../../discovery/search/index-articles.ts'
import { saveHeads } from '../../../platform/search-engine/article-heads.ts'
import { renderDueTexts } from '../full-text/derive-texts.ts'
import { queueFullText } from '../full-text/stored-text.ts'
import { copiesOf } from '../notices/copies.ts'
import { NOT_AGREED, PDF_UNANSWERED } from './carry-out.ts'
import { ANOTHER_AUTHOR, NOBODY_TO_ASK, NOT_ABOUT_A_NAME } from './propose.ts'

const FORMER = /Ayesha|Malik/i
const NEXT = { familyName: 'Rahimi', givenNames: 'Zara', email: 'zara@plants.test' }
const WORDS = [
  { from: 'A.M.', to: 'Z.R.' },
  { from: 'Malik', to: 'Rahimi' },
]
const ANSWER = 'Your name is changed everywhere.'

const jats = (year: number, email = 'ayesha@plants.test') => `<?xml version="1.0" encoding="UTF-8"?>
<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article"><front><article-meta>
<title-group><article-title>Ploidy of wild Ferula</article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Malik</surname><given-names>Ayesha</given-names></name>
<email>${email}</email></contrib>
<contrib contrib-type="author"><name><surname>Kov&#xE1;&#345;</surname><given-names>Bruno</given-names></name></contrib></contrib-group>
<pub-date date-type="pub"><day>2</day><month>3</month><year>2020</year></pub-date>
<abstract><p>Seeds of ${year}.</p></abstract></article-meta></front>
<body><sec id="s1"><title>Methods</title><p>Ayesha Malik counted the plates of ${year}; A.M. and B.K. wrote the text.</p></sec></body>
<back><ack><p>A. Malik thanks her mother.</p></ack><ref-list><ref id="r1"><mixed-citation>Malik A. Seeds. 2019.</mixed-citation></ref></ref-list></back></article>`

/** With text that can be read, as an upload has. */
const aReadablePdf = async (xml: string): Promise<Uint8Array> =>
  ((await typeset(serialize({ xml: Buffer.from(xml) }))) as SetArticle).pdf

describe('the change of a name', () => {
  withDoiPrefix('10.5555')
  eachDatabase((open) => {
    let journal: TestJournal
    let samina: SignedIn
    let bilal: SignedIn
    beforeAll(async () => {
      journal = await open()
      samina = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
      bilal = await aSignedIn(journal, { role: 'admin', fullName: 'Bilal Rahujo' })
    })

    const store = () => journal.resources.store
    const upload = async (content: Uint8Array): Promise<string> => {
      const { body, headers } = aMultipart({ name: 'Malik-final.pdf', content })
      return (await journal.send('POST', '/files/upload', body, { as: samina, headers })).body.url
    }
    const requested = async (articleId: string, email: string | null) => {
      const request = {
        articleId,
        kind: 'name',
        from: 'author',
        name: 'Ayesha Malik',
        email,
        text: 'I was Ayesha Malik.',
      }
      const answer = await journal.post('/requests', request, { as: samina })
      expect(answer.status, answer.text).toBe(201)
      return answer.body as { id: string; version: number }
    }
    const contributorOf = async (articleId: string, name = 'Ayesha Malik') =>
      (
        await journal.database.db
          .selectFrom('article_contributors')
          .innerJoin('contributors', 'contributors.id', 'contributor_id')
          .select('contributors.id')
          .where('article_id', '=', articleId)
          .where('full_name', '=', name)
          .executeTakeFirstOrThrow()
      ).id
    const propose = (id: string, version: number, contributorIds: string[], more: object = {}, as = samina) =>
      journal.post(`/requests/${id}/name`, { version, name: NEXT, contributorIds, words: WORDS, ...more }, { as })
    const read = async (id: string, as = samina) =>
      (await journal.get(`/requests/${id}/name`, { as })).body as NameChange
    const agree = async (id: string, agrees = true) =>
      byLink(journal, await reportLink(journal, id), '/report/name', { agrees })
    const carryOut = (id: string, version: number, pdfs: object[] = [], as = samina) =>
      journal.post(`/requests/${id}/name/carry-out`, { version, answer: ANSWER, pdfs }, { as })

    /** A published article of Ayesha in two versions, with all that names her. */
    async function anOldArticle({ email = `ayesha-${newId()}@plants.test`, isTypeset = false } = {}) {
      const { database, resources } = journal
      const volume = await aVolume(database)
      const aSource = (year: number) =>
        aFile(database, {
          ...{ store: resources.store, name: 'Malik.xml', mediaType: 'application/xml' },
          content: Buffer.from(jats(year, email)),
        })
      const pdf = await aFile(database, { store: resources.store, content: aPdf('By Ayesha Malik'), name: 'Malik.pdf' })
      const title = `Ploidy of wild Ferula ${newId()}`
      const article = await anArticle(database, {
        ...{ title, volume, pdf, doi: `10.5555/${newId()}`, copyright: '© Ayesha Malik', excerpt: 'Counted by A.M.' },
        acknowledgements: 'Ayesha Malik thanks her mother; A.M. was paid.',
        abstract: '<p>Plates of <b>Ayesha Malik</b>.</p>',
        contributors: [
          { role: 'Corresponding Author', full_name: 'Ayesha Malik', email },
          { role: 'Author', full_name: 'Bruno Kovář', email: `bruno-${newId()}@plants.test` },
        ],
      })
      const [first, second] = [await aSource(2019), await aSource(2020)]
      const own = { article_id: article.id, position: 0, version_id: null }
      await database.transaction(async (tx) => {
        await tx
          .insertInto('article_files')
          .values({ ...own, file_id: second.id, kind: 'source' })
          .execute()
        await queueFullText(tx, article.id)
        await saveHeads(tx, [article.id])
      })
      await renderDueTexts(resources)
      const corrected = { version: article.version, pageNum: '41-52', reason: 'Ayesha Malik asked for the pages.' }
      const answer = await journal.put(`/posts/${article.id}`, corrected, { as: samina })
      expect(answer.status, answer.text).toBe(200)
      // What the first version had.
      await database.db
        .updateTable('article_version_files')
        .set({ file_id: first.id })
        .where('article_id', '=', article.id)
        .where('kind', '=', 'source')
        .execute()
      if (isTypeset) {
        const row = { article_id: article.id, file_id: pdf.id, source_file_id: second.id }
        await database.db.insertInto('typeset_pdfs').values(row).execute()
      }
      await renderDueTexts(resources)
      await indexDue(resources)
      return { ...article, email, pdf, title, volume, sources: [first, second] }
    }

    /** All that anybody gets of an article, its files taken apart. */
    async function allOf({ id, title, category_id, volume }: Awaited<ReturnType<typeof anOldArticle>>) {
      const former = [{ number: 1, hasPdf: true, hasXml: true }]
      const copies = copiesOf({
        ...{ id, title, doi: null, standing: 'current', categoryId: category_id, volumeId: volume.id, hasPdf: true },
        ...{ former, noticeId: '', noticeDoi: null },
      })
      const host = new URL(journal.resources.publicUrl).hostname
      const addresses = new Set([
        ...copies.map(({ address }) => address.replace(/identifier=.*?(?=\w+$)/, `identifier=oai:${host}:`)),
        ...[`/api/posts/${id}/versions`, `/api/posts/${id}/versions/1`, `/api/posts/${id}/compare/1/2`],
        ...[`/api/full-texts/${id}`, `/api/posts/${id}/full-text`, `/api/posts/details/${id}`],
        ...[`/blog/${id}/v/1.xml`, `/blog/${id}/v/2.xml`, `/blog/${id}/v/1.pdf`, `/blog/${id}/v/1/original.pdf`],
        ...[paths.volumeJats(volume.id), paths.volumeBag(volume.id), '/api/search?q=Malik', '/api/search?q=Ayesha'],
        ...[`/blog/${id}/status.json`, '/feed.atom', '/feed.rss', '/feed.json', paths.sitemap],
      ])
      const seen = new Map<string, string>()
      for (const address of addresses) {
        const answer = await journal.app.inject({ url: address })
        if (answer.statusCode !== 200) continue
        // It repeats what was looked for.
        const isSearch = address.startsWith('/api/search')
        seen.set(address, isSearch ? JSON.stringify(answer.json().data) : readable(answer.rawPayload))
      }
      return seen
    }

    /** Bytes as text, with what is compressed in them. */
    function readable(bytes: Buffer): string {
      let text = bytes.toString('latin1') + bytes.toString('utf8')
      // Parts of ZIP files and streams of PDFs.
      for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
        for (const from of [at + 7, at + 8]) {
          try {
            text += inflateSync(bytes.subarray(from)).toString('latin1')
          } catch {
            // Not compressed in this way.
          }
        }
      }
      return text
    }

    const rowsWith = async (pattern: string): Promise<string[]> => {
      const { engine } = journal.database
      const { rows } =
        engine === 'sqlite'
          ? await sql<{ name: string }>`select name from sqlite_master where type = 'table' and sql not like '%virtual%'
              and name not like 'sqlite_%' and name not like 'search_%'`.execute(journal.database.db)
          : await sql<{ name: string }>`select table_name as name from information_schema.tables
              where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'search_%'`.execute(
              journal.database.db,
            )
      const found: string[] = []
      for (const { name } of rows) {
        const all = (await sql<object>`select * from ${sql.table(name)}`.execute(journal.database.db)).rows
        for (const row of all)
          if (new RegExp(pattern).test(JSON.stringify(row))) found.push(`${name} ${JSON.stringify(row)}`)
      }
      return found
    }

    test('leaves no byte of the former one in any answer, file, index or record', async () => {
      const article = await anOldArticle({ isTypeset: false })
      const { id } = article
      const sent = { details: 'Ayesha Malik sent a table.' }
      const notice = (await aNotice(journal, [samina, bilal], 'addendum', [id], sent)).articleId!
      await runDueJobs(journal.resources, noticePdfJobs(journal.resources))
      const noticePdf = async () => readable((await journal.app.inject({ url: `/blog/${notice}.pdf` })).rawPayload)
      expect(await noticePdf()).toMatch(/^%PDF/)
      const voucher = { taxon: 'Ferula foetida', collector: 'Ayesha Malik', number: '12', herbarium: 'K' }
      await journal.database.db
        .insertInto('vouchers')
        .values({
          ...{ article_id: id, position: 0, ...voucher, barcode: null, uri: null, country: 'Pakistan' },
          ...{ locality: null, type_status: null, sensitive: 0 },
        })
        .execute()
      await journal.database.db
        .updateTable('contributors')
        .set({ competing_interests: 'Ayesha Malik advises a seed company.' })
        .where('id', '=', await contributorOf(id))
        .execute()
      await journal.database.transaction(async (tx) => {
        await enqueue(tx, {
          ...{ kind: 'article-published' as const, recipient: 'editor@plants.test' },
          data: { name: 'Ayesha Malik', articleId: id, title: 'Of Ayesha Malik' } as never,
        })
        await writeAuditEntry(tx, samina.user.id, 'article.change-contributor', id, {
          before: { fullName: 'Ayesha Malik', familyName: 'Malik' } as never,
          after: { fullName: 'Ayesha Malik', familyName: 'Malik' } as never,
        })
      })
      // The notice was published by a clock ahead of this one.
      await journal.database.db.updateTable('articles').set({ updated_at: '2026-01-01T00:00:00.000Z' }).execute()
      const before = await allOf(article)
      const named = [...before].filter(([, text]) => FORMER.test(text)).map(([address]) => address)
      expect(named.length).toBeGreaterThan(15)
      const row = await journal.database.db
        .selectFrom('articles')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()

      const request = await requested(id, article.email)
      const asked = await propose(request.id, request.version, [await contributorOf(id)])
      expect(asked.status, asked.text).toBe(200)
      expect(asked.body).toMatchObject({
        state: 'asked',
        pdfs: [{ fileId: article.pdf.id, fate: 'uploaded', versions: [1, 2] }],
      })
      expect(await carryOut(request.id, asked.body.version)).toMatchObject({
        status: 409,
        body: { message: NOT_AGREED },
      })
      const own = (await byLink(journal, await reportLink(journal, request.id), '/report/open')).body as OwnRequest
      expect(own.nameChange).toMatchObject({
        ...{ state: 'asked', newName: 'Zara Rahimi', formerNames: ['Ayesha Malik'] },
        articles: [{ path: `/blog/${id}`, pdfs: ['uploaded'] }],
      })
      expect((await agree(request.id)).body.nameChange.state).toBe('agreed')

      const { version } = await read(request.id)
      const without = await carryOut(request.id, version)
      expect(without).toMatchObject({ status: 409, body: { message: PDF_UNANSWERED } })
      const pdfs = [
        {
          fileId: article.pdf.id,
          url: await upload(
            await aReadablePdf(
              jats(2020)
                .replaceAll('Ayesha', 'Zara')
                .replaceAll('Malik', 'Rahimi')
                .replaceAll('ayesha', 'zara')
                .replaceAll('A.M.', 'Z.R.'),
            ),
          ),
        },
      ]
      const done = await carryOut(request.id, version, pdfs)
      expect(done.status, done.text).toBe(200)
      expect(done.body).toMatchObject({ state: 'done', proposal: null, people: [] })

      // At once, and after all work in the background.
      for (const when of ['at once', 'later']) {
        const after = await allOf(article)
        expect([...after.keys()], when).toEqual([...before.keys()])
        for (const [address, text] of after) expect(FORMER.test(text), `${when}: ${address}`).toBe(false)
        expect(after.get(`/blog/${id}/v/1.xml`)).toContain('<surname>Rahimi</surname><given-names>Zara')
        expect(after.get(`/blog/${id}/v/2.xml`)).toContain('Zara Rahimi counted the plates of 2020; Z.R. and B.K.')
        expect(after.get(`/api/posts/${id}/versions/1`)).toContain('Zara Rahimi')
        await renderDueTexts(journal.resources)
        await indexDue(journal.resources)
        await runDueJobs(journal.resources, noticePdfJobs(journal.resources))
      }
      expect(await noticePdf()).toMatch(/^%PDF/)
      expect(await noticePdf()).not.toMatch(FORMER)
      expect(JSON.stringify((await journal.get('/search?q=Rahimi')).body.data)).toContain(id)
      expect(await rowsWith('Ayesha Malik|A\\\\.M\\\\.|Malik-final')).toEqual([])

      // Harvesters and Crossref hear of it; readers see neither a version nor a date.
      const now = await journal.database.db
        .selectFrom('articles')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(now.updated_at > row.updated_at).toBe(true)
      expect([now.corrected_at, now.public_version, now.slug]).toEqual([row.corrected_at, row.public_version, row.slug])
      expect((await journal.get(`/posts/${id}/versions`)).body.versions).toHaveLength(2)
      const log = await journal.database.db
        .selectFrom('audit_entries')
        .selectAll()
        .where('action', '=', 'article.change-name')
        .execute()
      expect(log).toMatchObject([
        { subject: id, actor_id: samina.user.id, before: null, after: JSON.stringify({ requestId: request.id }) },
      ])
      const deposits = await journal.database.db
        .selectFrom('deposits')
        .select('reason')
        .where('article_id', '=', id)
        .where('state', '=', 'waiting')
        .execute()
      expect(deposits).toEqual([{ reason: 'correction' }])
      const { xml } = (await journal.get(`/deposits/file?articleId=${id}`, { as: samina })).body
      expect(xml).toContain('<surname>Rahimi</surname>')
      expect(xml).not.toMatch(FORMER)
      // The former files are gone, bytes and rows.
      for (const file of [article.pdf, ...article.sources]) {
        expect(await store().open(file.id)).toBeNull()
        expect(
          await journal.database.db.selectFrom('files').select('id').where('id', '=', file.id).executeTakeFirst(),
        ).toBeUndefined()
      }
      const answered = await journal.get(`/requests/${request.id}`, { as: samina })
      expect(answered.body).toMatchObject({
        state: 'decided',
        outcome: 'change',
        answer: ANSWER,
        text: '',
        name: 'Zara Rahimi',
      })
    })

    test('a PDF that the journal made is set again from the text of its version', async () => {
      const article = await anOldArticle({ isTypeset: true })
      const request = await requested(article.id, article.email)
      const asked = await propose(request.id, request.version, [await contributorOf(article.id)])
      expect(asked.body.pdfs).toMatchObject([{ fate: 'typeset' }])
      await agree(request.id)
      const done = await carryOut(request.id, (await read(request.id)).version)
      expect(done.status, done.text).toBe(200)
      const { pdf_file_id } = await journal.database.db
        .selectFrom('articles')
        .select('pdf_file_id')
        .where('id', '=', article.id)
        .executeTakeFirstOrThrow()
      expect(pdf_file_id).not.toBe(article.pdf.id)
      const made = await journal.database.db
        .selectFrom('typeset_pdfs')
        .selectAll()
        .where('article_id', '=', article.id)
        .execute()
      expect(made).toMatchObject([{ file_id: pdf_file_id }])
      const content = (await journal.app.inject(`/blog/${article.id}.pdf`)).rawPayload
      const pages = await journal.resources.documents.manuscriptText({ mediaType: 'application/pdf', content })
      const text = 'paragraphs' in pages ? pages.paragraphs.map((one) => one.text).join(' ') : ''
      expect(text).toContain('Zara Rahimi counted the plates of 2020')
      expect(text + readable(content)).not.toMatch(FORMER)
    })

    test('an upload in which the former name can be read is refused, and “there is none” takes the PDF away', async () => {
      const article = await anOldArticle()
      const request = await requested(article.id, article.email)
      await propose(request.id, request.version, [await contributorOf(article.id)])
      await agree(request.id)
      const { version } = await read(request.id)
      const wrong = [{ fileId: article.pdf.id, url: await upload(await aReadablePdf(jats(2020))) }]
      const refused = await carryOut(request.id, version, wrong)
      expect(refused).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/^The former name is still in/) },
      })
      const done = await carryOut(request.id, version, [{ fileId: article.pdf.id, url: null }])
      expect(done.status, done.text).toBe(200)
      expect((await journal.app.inject(`/blog/${article.id}.pdf`)).statusCode).toBe(404)
      expect((await journal.app.inject(`/blog/${article.id}/v/1.pdf`)).statusCode).toBe(404)
    })

    test('an article whose PDF fixes plant names keeps it, and the person reads so before', async () => {
      const article = await anOldArticle()
      const { rows } = await sql<{ there: number }>`select 1 as there from articles limit 1`.execute(
        journal.database.db,
      )
      expect(rows).toHaveLength(1)
      await journal.database.db.updateTable('articles').set({ names_locked: 1 }).where('id', '=', article.id).execute()
      const request = await requested(article.id, article.email)
      const asked = await propose(request.id, request.version, [await contributorOf(article.id)])
      expect(asked.body.pdfs).toMatchObject([{ fate: 'locked' }])
      const said = await agree(request.id)
      expect(said.body.nameChange.articles).toMatchObject([{ pdfs: ['locked'] }])
      const done = await carryOut(request.id, (await read(request.id)).version)
      expect(done.status, done.text).toBe(200)
      const sent = await journal.app.inject(`/blog/${article.id}/original.pdf`)
      expect(sent.rawPayload.toString('latin1')).toContain('Ayesha Malik')
    })

    test('all or nothing: where it fails, every byte is as it was', async () => {
      const article = await anOldArticle()
      const request = await requested(article.id, article.email)
      await propose(request.id, request.version, [await contributorOf(article.id)])
      await agree(request.id)
      const { version } = await read(request.id)
      const before = await allOf(article)
      const stale = await carryOut(request.id, version - 1, [{ fileId: article.pdf.id, url: null }])
      expect(stale.status).toBe(409)
      // Answers of OAI-PMH have the time of the request.
      const after = await allOf(article)
      for (const [address, text] of before)
        if (!address.includes('/oai')) expect(after.get(address), address).toBe(text)
      for (const file of [article.pdf, ...article.sources] as FileRow[]) await (await store().open(file.id))!.close()
    })

    test('done by two editors at once it is done once', async () => {
      const article = await anOldArticle()
      const request = await requested(article.id, article.email)
      await propose(request.id, request.version, [await contributorOf(article.id)])
      await agree(request.id)
      const { version } = await read(request.id)
      const pdfs = [{ fileId: article.pdf.id, url: null }]
      const both = await Promise.all([samina, bilal].map((as) => carryOut(request.id, version, pdfs, as)))
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    })

    describe('needs the person', () => {
      test('who refuses, or is asked nothing, has nothing changed; a new proposal asks again', async () => {
        const article = await anOldArticle()
        const request = await requested(article.id, article.email)
        const person = [await contributorOf(article.id)]
        await propose(request.id, request.version, person)
        expect((await agree(request.id, false)).body.nameChange.state).toBe('refused')
        let { version } = await read(request.id)
        const pdfs = [{ fileId: article.pdf.id, url: null }]
        expect((await carryOut(request.id, version, pdfs)).body.message).toBe(NOT_AGREED)
        await agree(request.id)
        version = (await read(request.id)).version
        await propose(request.id, version, person, { name: { familyName: 'Other' } })
        // What was agreed to is another name.
        version = (await read(request.id)).version
        expect((await carryOut(request.id, version, pdfs)).body.message).toBe(NOT_AGREED)
      })

      test('unless they ask with their account, from the confirmed address that the articles have', async () => {
        const author = await aSignedIn(journal, { email: `own-${newId()}@plants.test`, fullName: 'Ayesha Malik' })
        const article = await anOldArticle({ email: author.user.email })
        await journal.database.db
          .updateTable('articles')
          .set({ submitter_id: author.user.id })
          .where('id', '=', article.id)
          .execute()
        const asked = await journal.post(
          `/posts/${article.id}/requests`,
          { kind: 'name', text: 'I am Zara Rahimi now.' },
          { as: author },
        )
        expect(asked.status, asked.text).toBe(201)
        const { version } = await read(asked.body.id)
        const other = await contributorOf(article.id, 'Bruno Kovář')
        expect((await propose(asked.body.id, version, [other])).body.message).toBe(ANOTHER_AUTHOR)
        const again = await propose(asked.body.id, (await read(asked.body.id)).version, [
          await contributorOf(article.id),
        ])
        expect(again.body.state).toBe('agreed')
        const done = await carryOut(asked.body.id, again.body.version, [{ fileId: article.pdf.id, url: null }])
        expect(done.status, done.text).toBe(200)
        const account = await journal.database.db
          .selectFrom('users')
          .select('full_name')
          .where('id', '=', author.user.id)
          .executeTakeFirst()
        expect(account).toEqual({ full_name: 'Zara Rahimi' })
        expect((await journal.get(`/posts/details/${article.id}`)).text).not.toMatch(FORMER)
      })

      test('by nobody else: a co-author agrees to no name for another', async () => {
        const article = await anOldArticle()
        const bruno = await contributorOf(article.id, 'Bruno Kovář')
        const address = `bruno-${newId()}@plants.test`
        await journal.database.db.updateTable('contributors').set({ email: address }).where('id', '=', bruno).execute()
        const request = await requested(article.id, address.toUpperCase())
        const answer = await propose(request.id, request.version, [await contributorOf(article.id)])
        expect(answer).toMatchObject({ status: 409, body: { message: ANOTHER_AUTHOR } })
        expect((await propose(request.id, request.version, [bruno])).body.state).toBe('asked')
      })

      test('at an address: without one nothing is proposed', async () => {
        const article = await anOldArticle()
        const request = await requested(article.id, null)
        const answer = await propose(request.id, request.version, [await contributorOf(article.id)])
        expect(answer).toMatchObject({ status: 409, body: { message: NOBODY_TO_ASK } })
      })
    })

    test('who is an author of one of the articles has no part in it; nor has a request about something else', async () => {
      const article = await anOldArticle()
      const editor = await aSignedIn(journal, { role: 'admin' })
      const other = await anArticle(journal.database, { submitter: editor.user })
      const request = await requested(article.id, article.email)
      const [one, two] = [await contributorOf(article.id), await contributorOf(other.id)]
      expect((await propose(request.id, request.version, [one, two], {}, editor)).status).toBe(404)
      const correction = { articleId: article.id, kind: 'correction', from: 'reader', text: 'A slip.' }
      const wrong = (await journal.post('/requests', correction, { as: samina })).body
      expect((await propose(wrong.id, wrong.version, [one])).body.message).toBe(NOT_ABOUT_A_NAME)
    })

    test('the editor is shown where else the person may be named', async () => {
      const email = `ayesha-${newId()}@plants.test`
      const [one, other] = [await anOldArticle({ email }), await anOldArticle({ email: email.toUpperCase() })]
      const request = await requested(one.id, email)
      const { people } = await read(request.id)
      const same = people.filter(({ isSame }) => isSame).map(({ article }) => article.id)
      expect(same.sort()).toEqual([one.id, other.id].sort())
    })
  })
})
