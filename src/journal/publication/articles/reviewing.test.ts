import { beforeAll, describe, expect, test } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import {
  aCategory,
  aFile,
  anArticle,
  ARTICLE_STATES,
  aSignedIn,
  aUser,
  aVolume,
  storedArticle,
  type ArticleOptions,
  type SignedIn,
} from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aDocx, aForm, aMultipart, aPdf } from '../../../../tests/support/multipart.ts'
import { siteVersion } from '../../../platform/database/site-version.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'

const UNKNOWN = '222222222222'
const PDF_REQUIRED = 'PDF upload is required to approve the article'

describe('reviewing', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    let place: { category: { id: string }; volume: { id: string } }
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
      place = { category: await aCategory(journal.database), volume: await aVolume(journal.database) }
    })

    const upload = async (as = admin, name = 'final.pdf', content: Uint8Array = aPdf()): Promise<string> => {
      const { body, headers } = aMultipart({ name, content })
      return (await journal.send('POST', '/files/upload', body, { as, headers })).body.url
    }
    const aPending = (options: ArticleOptions = {}): Promise<ArticleRow> =>
      anArticle(journal.database, {
        state: 'pending',
        submitter: author.user,
        category: place.category,
        ...options,
      })
    const approve = (id: string, approval: unknown, as: SignedIn | undefined = admin) =>
      journal.put(`/posts/${id}/approve`, approval, { as })
    const archive = (id: string, change: unknown, as: SignedIn | undefined = admin) =>
      journal.put(`/posts/${id}/archive`, { archive: change }, { as })
    const stored = (id: string) => storedArticle(journal.database, id)
    const audited = (subject: string) => loadAuditEntries(journal.database, subject)
    const emailsAbout = async (articleId: string) =>
      (await journal.database.db.selectFrom('outbox').selectAll().execute())
        .map(({ kind, recipient, data }) => ({ kind, recipient, data: JSON.parse(data) }))
        .filter(({ data }) => data.articleId === articleId)
    const version = () => siteVersion(journal.database.db)

    /** Every place where readers could find an article, and whether it is there. */
    const look = async (article: ArticleRow) => {
      const [lists, details, categories, volumes, pdf, feed, sitemap] = [
        await Promise.all(
          [
            '/posts/published?limit=100',
            `/posts/category/${place.category.id}/published?limit=100`,
            `/posts/volume/${place.volume.id}?limit=100`,
          ].map((path) => journal.get(path)),
        ),
        await journal.get(`/posts/details/${article.id}`),
        await journal.get('/categories'),
        await journal.get('/volumes/with-counts'),
        await journal.app.inject(`/blog/${article.id}.pdf`),
        await journal.app.inject('/feed.atom'),
        await journal.app.inject('/sitemap.xml'),
      ]
      const idOf = (row: { id: string }) => row.id
      const rowOf = (rows: { id: string; count?: number; postCount?: number }[], id: string) =>
        rows.find((row) => row.id === id)!
      return {
        lists: lists.map((list) => list.body.data.map(idOf).includes(article.id)),
        details: details.status,
        counted: [rowOf(categories.body, place.category.id).count, rowOf(volumes.body, place.volume.id).postCount],
        pdf: pdf.statusCode,
        inFeed: feed.body.includes(`/blog/${article.id}`),
        inSitemap: sitemap.body.includes(`/blog/${article.id}`),
      }
    }
    const HIDDEN = { lists: [false, false, false], details: 404, pdf: 404, inFeed: false, inSitemap: false }
    const SHOWN = { lists: [true, true, true], details: 200, pdf: 200, inFeed: true, inSitemap: true }

    describe('approving', () => {
      test('publishes an article with its PDF, volume and pages, and tells its submitter', async () => {
        const article = await aPending()
        const before = await look(article)
        expect(before).toMatchObject(HIDDEN)

        const answer = await approve(article.id, {
          pdfUrl: await upload(),
          volumeId: place.volume.id,
          issue: ' No. 3 ',
          pageNum: ' 1-5,7-10 ',
          approvedByAdmin: 'true',
        })
        expect(answer.status, answer.text).toBe(200)
        expect(answer.body).toMatchObject({
          id: article.id,
          published: true,
          approvedByAdmin: true,
          isArchive: false,
          pdfUrl: `/blog/${article.id}.pdf`,
          volumeId: place.volume.id,
          issue: '3',
          pageNum: '1-5,7-10',
          author: { email: author.user.email },
        })
        const after = await look(article)
        expect(after).toMatchObject(SHOWN)
        expect(after.counted).toEqual(before.counted.map((count) => count! + 1))

        const row = await stored(article.id)
        expect(row.published_at).toBe(row.approved_at)
        expect(row.updated_at).toBe(row.published_at)
        expect(row.accepted_on).toBe(row.published_at!.slice(0, 10))
        expect(Date.now() - Date.parse(row.published_at!)).toBeLessThan(60_000)
        expect(await emailsAbout(article.id)).toEqual([
          {
            kind: 'article-published',
            recipient: author.user.email,
            data: { articleId: article.id, title: article.title, name: author.user.full_name },
          },
        ])
        expect(await audited(article.id)).toEqual([
          {
            actor_id: admin.user.id,
            action: 'article.approve',
            before: {
              publishedAt: null,
              approvedAt: null,
              pdfFileId: null,
              volumeId: null,
              issue: null,
              pageNum: null,
              acceptedAt: null,
              doi: null,
            },
            after: {
              publishedAt: row.published_at,
              approvedAt: row.published_at,
              pdfFileId: row.pdf_file_id,
              volumeId: place.volume.id,
              issue: '3',
              pageNum: '1-5,7-10',
              acceptedAt: row.accepted_on,
              doi: null,
            },
          },
        ])
      })

      test('takes a multipart form', async () => {
        const article = await aPending()
        const { body, headers } = aForm({
          pdfUrl: await upload(),
          volumeId: place.volume.id,
          pageNum: '12',
          approvedByAdmin: 'true',
        })
        const answer = await journal.send('PUT', `/posts/${article.id}/approve`, body, { as: admin, headers })
        expect(answer.status, answer.text).toBe(200)
        expect(answer.body).toMatchObject({ published: true, pageNum: '12', volumeId: place.volume.id })

        const file = aMultipart({ name: 'final.pdf', content: aPdf(), field: 'pdfUrl' })
        const other = await aPending()
        const refused = await journal.send('PUT', `/posts/${other.id}/approve`, file.body, {
          as: admin,
          headers: file.headers,
        })
        expect(refused.status).toBe(400)
        expect((await stored(other.id)).published_at).toBeNull()
      })

      test('needs neither volume nor pages, and keeps the day on which an article was accepted', async () => {
        const article = await aPending({ accepted_on: '2026-01-31' })
        const { body, headers } = aForm({ pdfUrl: await upload(), volumeId: '', pageNum: '' })
        const answer = await journal.send('PUT', `/posts/${article.id}/approve`, body, { as: admin, headers })
        expect(answer.body).toMatchObject({ volume: null, issue: null, pageNum: null, acceptedAt: '2026-01-31' })
      })

      test('of an article that was imported tells nobody', async () => {
        const article = await aPending({ submitter: null })
        expect((await approve(article.id, { pdfUrl: await upload() })).status).toBe(200)
        expect(await emailsAbout(article.id)).toEqual([])
      })

      const REFUSALS = {
        public: 'This article is already published',
        rejected: 'This article is already published',
        archived: 'Archived articles cannot be published. Unarchive it first.',
        'archived-pending': 'Archived articles cannot be published. Unarchive it first.',
        pending: null,
        'approved-only': null,
      }
      test.each(ARTICLE_STATES)('of an article that is %s', async (state) => {
        const article = await aPending({ state })
        const answer = await approve(article.id, { pdfUrl: await upload() })
        const refusal = REFUSALS[state]
        expect(answer.status).toBe(refusal === null ? 200 : 409)
        if (refusal !== null) {
          expect(answer.body.message).toBe(refusal)
          expect(await stored(article.id)).toEqual(article)
        }
      })

      test('of a version that someone has corrected since is refused: the correction stays', async () => {
        const article = await aPending()
        const pdfUrl = await upload()
        const correction = { version: 1, reason: 'The pages were wrong.', pageNum: '3-9' }
        expect((await journal.put(`/posts/${article.id}`, correction, { as: admin })).status).toBe(200)
        const { body, headers } = aForm({ pdfUrl, pageNum: '', version: '1' })
        const late = await journal.send('PUT', `/posts/${article.id}/approve`, body, { as: admin, headers })
        expect(late.status).toBe(409)
        expect(late.body.message).toBe(
          'Someone else has changed this article since you opened it. Please look at their changes first.',
        )
        expect(await stored(article.id)).toMatchObject({ page_num: '3-9', published_at: null, pdf_file_id: null })
        expect((await approve(article.id, { pdfUrl, pageNum: '3-9', version: 2 })).status).toBe(200)
      })

      test('keeps the PDF that it replaces for a while', async () => {
        const draft = await aFile(journal.database, { owner: admin.user })
        const article = await aPending({ pdf: draft })
        expect((await approve(article.id, { pdfUrl: await upload() })).status).toBe(200)
        const kept = await journal.database.db
          .selectFrom('replaced_files')
          .select('file_id')
          .where('article_id', '=', article.id)
          .execute()
        expect(kept).toEqual([{ file_id: draft.id }])
      })

      test('twice publishes once', async () => {
        const article = await aPending()
        const bodies = [{ pdfUrl: await upload() }, { pdfUrl: await upload() }]
        const answers = await Promise.all(bodies.map((body) => approve(article.id, body)))
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
        expect(await emailsAbout(article.id)).toHaveLength(1)
      })

      test('needs an article that is there', async () => {
        for (const id of [UNKNOWN, '%00', "'%20or%201=1"]) {
          const answer = await approve(id, { pdfUrl: await upload() })
          expect(answer.status).toBe(404)
          expect(answer.body.message).toBe('Post not found')
        }
      })

      test.each([
        ['none', {}],
        ['an empty one', { pdfUrl: ' ' }],
        ['nothing', { pdfUrl: null }],
        ['one from elsewhere', { pdfUrl: 'https://evil.test/final.pdf' }],
        ['one from elsewhere that looks like ours', { pdfUrl: `https://evil.test/files/${UNKNOWN}/final.pdf` }],
        ['one that was never uploaded', { pdfUrl: `/files/${UNKNOWN}/final.pdf` }],
      ])('needs a PDF: %s is refused', async (_what, approval) => {
        const article = await aPending()
        const answer = await approve(article.id, approval)
        expect(answer.status).toBe(400)
        expect(answer.body.errors).toEqual({ pdfUrl: PDF_REQUIRED })
        expect(answer.body.message).toBe(PDF_REQUIRED)
        expect(await stored(article.id)).toEqual(article)
      })

      test('takes the administrator’s own PDFs alone', async () => {
        const article = await aPending()
        const imported = await aFile(journal.database)
        for (const pdfUrl of [
          await upload(author),
          await upload(await aSignedIn(journal, { role: 'admin' })),
          `/files/${imported.id}/${imported.name}`,
        ]) {
          expect((await approve(article.id, { pdfUrl })).body.errors).toEqual({ pdfUrl: PDF_REQUIRED })
        }
        const docx = await approve(article.id, { pdfUrl: await upload(admin, 'final.docx', aDocx()) })
        expect(docx.status).toBe(400)
        expect(docx.body.errors).toEqual({ pdfUrl: 'The final file must be a PDF' })
        expect(await stored(article.id)).toEqual(article)
      })

      test('takes no PDF that an article has already: a manuscript never becomes public', async () => {
        const { database } = journal
        const own = (name: string) => aFile(database, { name, owner: admin.user })
        const [manuscript, pdf, image, deleted] = [
          await own('manuscript.pdf'),
          await own('final.pdf'),
          await own('plate.pdf'),
          await own('deleted.pdf'),
        ]
        const submitted = await anArticle(database, { state: 'pending', submitter: admin.user })
        await database.db
          .insertInto('article_files')
          .values({ article_id: submitted.id, file_id: manuscript.id, kind: 'manuscript', position: 7 })
          .execute()
        await anArticle(database, { pdf, image })
        const gone = await anArticle(database, { pdf: deleted })
        await journal.send('DELETE', `/posts/delete/${gone.id}`, undefined, { as: admin })

        const article = await aPending()
        for (const { id, name } of [manuscript, pdf, image, deleted]) {
          const answer = await approve(article.id, { pdfUrl: `/files/${id}/${name}` })
          expect(answer.status, name).toBe(400)
          expect(answer.body.errors, name).toEqual({
            pdfUrl: 'This file already belongs to an article. Please upload the PDF again.',
          })
        }
        expect(await stored(article.id)).toEqual(article)
      })

      test('of two articles with one PDF at the same moment publishes one', async () => {
        const articles = [await aPending(), await aPending()]
        const pdfUrl = await upload()
        const answers = await Promise.all(articles.map(({ id }) => approve(id, { pdfUrl })))
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      })

      test('needs a volume that is there, when it names one', async () => {
        const article = await aPending()
        const answer = await approve(article.id, { pdfUrl: await upload(), volumeId: UNKNOWN })
        expect(answer.status).toBe(400)
        expect(answer.body.errors).toEqual({
          volumeId: 'This volume no longer exists. Please choose another.',
        })
        expect(await stored(article.id)).toEqual(article)
      })

      test.each(['9'.repeat(51), '3\u202e', '3\n4', '3\u0000'])('refuses the issue %j', async (issue) => {
        const { id } = await aPending()
        const answer = await approve(id, { pdfUrl: await upload(), issue })
        expect(answer.status).toBe(400)
        expect(Object.keys(answer.body.errors)).toEqual(['issue'])
        expect((await stored(id)).published_at).toBeNull()
      })

      test.each(['abc', '1-', '1;2', '1 - 5', '9'.repeat(51)])('refuses the pages %s', async (pageNum) => {
        const answer = await approve((await aPending()).id, { pdfUrl: await upload(), pageNum })
        expect(answer.status).toBe(400)
        expect(answer.body.errors).toEqual({
          pageNum: 'Invalid page range format. Use format like: 1-5 or 1-5,7-10',
        })
      })

      test('is for administrators, and takes no other fields', async () => {
        const article = await aPending()
        const body = { pdfUrl: await upload(author) }
        expect((await approve(article.id, body, author)).status).toBe(403)
        expect((await journal.put(`/posts/${article.id}/approve`, body)).status).toBe(401)
        expect((await approve(article.id, { ...body, published: true })).status).toBe(400)
        expect(await stored(article.id)).toEqual(article)
      })
    })

    describe('archiving', () => {
      const aPublished = async (): Promise<ArticleRow> => {
        const article = await aPending()
        await approve(article.id, { pdfUrl: await upload(), volumeId: place.volume.id })
        return stored(article.id)
      }

      test('hides an article at once, everywhere, and bringing it back shows it at the same address', async () => {
        const article = await aPublished()
        const before = await look(article)
        expect(before).toMatchObject(SHOWN)

        const archived = await archive(article.id, true)
        expect(archived.status, archived.text).toBe(200)
        expect(archived.body).toMatchObject({ isArchive: true, published: true, approvedByAdmin: true })
        const hidden = await look(article)
        expect(hidden).toMatchObject(HIDDEN)
        expect(hidden.counted).toEqual(before.counted.map((count) => count! - 1))
        for (const mine of [author, admin]) {
          const seen = await journal.get(`/posts/details/${article.id}`, { as: mine })
          expect(seen.body).toMatchObject({ id: article.id, isArchive: true })
          // Its public address is gone, but those who may still see the article can read its PDF.
          const link = await journal.get(`/files/${seen.body.pdfUrl.split('/')[2]}/link`, { as: mine })
          expect((await journal.app.inject({ url: link.body.url })).statusCode).toBe(200)
        }
        const other = await aSignedIn(journal)
        expect((await journal.get(`/files/${article.pdf_file_id}/link`, { as: other })).status).toBe(404)

        const back = await archive(article.id, false)
        expect(back.body).toMatchObject({ id: article.id, slug: article.slug, isArchive: false })
        expect(await look(article)).toEqual(before)
        expect((await stored(article.id)).published_at).toBe(article.published_at)
      })

      test('is written down and told to the submitter once, however often it is asked', async () => {
        const article = await aPublished()
        const versions = [await version()]
        for (const change of ['true', true, 'true', 'false', false]) {
          expect((await archive(article.id, change)).status).toBe(200)
          versions.push(await version())
        }
        const [start] = versions
        expect(versions.map((each) => each - start!)).toEqual([0, 1, 1, 1, 2, 2])
        const entries = (await audited(article.id)).filter(({ action }) => action !== 'article.approve')
        expect(entries.map(({ actor_id, action }) => [actor_id, action])).toEqual([
          [admin.user.id, 'article.archive'],
          [admin.user.id, 'article.unarchive'],
        ])
        expect(entries[0]).toMatchObject({
          before: { archivedAt: null },
          after: { archivedAt: expect.stringMatching(/Z$/) },
        })
        expect((await emailsAbout(article.id)).filter(({ kind }) => kind === 'article-archived')).toEqual([
          {
            kind: 'article-archived',
            recipient: author.user.email,
            data: { articleId: article.id, title: article.title, name: author.user.full_name },
          },
        ])
      })

      test('of what was not public tells nobody and leaves the kept pages alone', async () => {
        const article = await aPending()
        const before = await version()
        expect((await archive(article.id, true)).body.isArchive).toBe(true)
        expect((await archive(article.id, false)).body.isArchive).toBe(false)
        expect(await version()).toBe(before)
        expect(await emailsAbout(article.id)).toEqual([])
      })

      test.each(['yes', 1, 0, null, '', undefined, 'TRUE'])('refuses %o', async (change) => {
        const answer = await archive((await aPending()).id, change)
        expect(answer.status).toBe(400)
        expect(answer.body.errors).toEqual({ archive: "archive must be 'true' or 'false'" })
      })

      test('is for administrators, and needs an article that is there', async () => {
        const article = await aPublished()
        expect((await archive(article.id, true, author)).status).toBe(403)
        expect((await journal.put(`/posts/${article.id}/archive`, { archive: true })).status).toBe(401)
        expect(await stored(article.id)).toEqual(article)
        expect((await archive(UNKNOWN, true)).body.message).toBe('Post not found')
      })
    })

    describe('a submission', () => {
      test('tells its author, the other authors and every administrator, once', async () => {
        const ground = await open()
        const writer = await aSignedIn(ground)
        const editors = [
          await aUser(ground.database, { role: 'admin' }),
          await aUser(ground.database, { role: 'admin' }),
        ]
        const file = await aFile(ground.database, { owner: writer.user, mediaType: 'application/pdf' })
        const submission = {
          title: 'Seed rain under <i>Prosopis juliflora</i>',
          categoryId: (await aCategory(ground.database)).id,
          excerpt: 'Seeds fall near.',
          keywords: 'seed rain',
          abstract: '<p>We counted seeds.</p>',
          files: [`/files/${file.id}/${file.name}`],
          contributors: [
            { ...{ fullName: 'Ayesha Malik', email: 'a@plants.test' }, affiliation: 'Multan', role: 'Author' },
          ],
        }
        const submit = () => ground.post('/posts', submission, { as: writer })
        const [{ body: article }] = await Promise.all([submit(), submit()])
        expect((await submit()).body.id).toBe(article.id)
        const rows = await ground.database.db.selectFrom('outbox').selectAll().execute()
        const emails = rows.map(({ kind, recipient, data }) => ({ kind, recipient, data: JSON.parse(data) }))
        const about = { articleId: article.id, title: submission.title }
        expect(emails).toHaveLength(4)
        expect(emails).toEqual(
          expect.arrayContaining([
            {
              kind: 'submission-received',
              recipient: writer.user.email,
              data: { ...about, name: writer.user.full_name, promisedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
            },
            {
              kind: 'co-author-named',
              recipient: 'a@plants.test',
              data: { articleId: article.id, contributorId: article.contributors[0].contributorId },
            },
            ...editors.map((editor) => ({
              kind: 'submission-to-review',
              recipient: editor.email,
              data: { ...about, name: editor.full_name, author: writer.user.full_name },
            })),
          ]),
        )
      })
    })
  })
})
