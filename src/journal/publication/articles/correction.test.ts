import { beforeAll, describe, expect, test } from 'vitest'
import { WITH_A_NOTICE } from './correct.ts'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import {
  aCategory,
  aFile,
  anArticle,
  ARTICLE_STATES,
  aSignedIn,
  aVolume,
  storedArticle,
  type ArticleOptions,
  type SignedIn,
} from '../../../../tests/support/builders.ts'
import { fileIdOf } from '../../../contract/rules/files/file-rules.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aDocx, aMultipart, aPdf, aPng } from '../../../../tests/support/multipart.ts'
import { siteVersion } from '../../../platform/database/site-version.ts'
import { sweepFiles } from '../files/sweep.ts'

const REASON = 'Two digits of the first page were swapped.'
const STALE = 'Someone else has changed this article since you opened it. Please look at their changes first.'
const AT = '2026-01-01T00:00:00.000Z'
const DAY_MS = 24 * 60 * 60 * 1000

describe('correcting', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
    })

    const upload = async (as = admin, name = 'final.pdf', content: Uint8Array = aPdf()): Promise<string> => {
      const { body, headers } = aMultipart({ name, content })
      return (await journal.send('POST', '/files/upload', body, { as, headers })).body.url
    }
    const made = (options: ArticleOptions = {}) => anArticle(journal.database, { submitter: author.user, ...options })
    const correct = (id: string, correction: object, as: SignedIn | undefined = admin) =>
      journal.put(`/posts/${id}`, { version: 1, reason: REASON, ...correction }, { as })
    const stored = (id: string) => storedArticle(journal.database, id)
    const corrections = async (id: string) =>
      (
        await journal.database.db
          .selectFrom('article_corrections')
          .selectAll()
          .where('article_id', '=', id)
          .orderBy('version')
          .execute()
      ).map(({ replaced, ...row }) => ({ ...row, replaced: JSON.parse(replaced) }))
    const emailsAbout = async (articleId: string) =>
      (await journal.database.db.selectFrom('outbox').selectAll().execute())
        .map(({ kind, recipient, data }) => ({ kind, recipient, data: JSON.parse(data) }))
        .filter(({ data }) => data.articleId === articleId)
    const names = async (id: string): Promise<string[]> =>
      (await journal.get(`/posts/details/${id}`, { as: admin })).body.contributors.map(
        (link: { contributor: { fullName: string } }) => link.contributor.fullName,
      )

    test('that is said to need a notice changes a published article by that notice alone', async () => {
      const published = await anArticle(journal.database)
      const refused = await correct(published.id, { keywords: 'moss', weight: 'notice' })
      expect([refused.status, refused.body.message]).toEqual([409, WITH_A_NOTICE])
      expect((await stored(published.id)).version).toBe(1)
      expect((await correct(published.id, { keywords: 'moss', weight: 'small' })).status).toBe(200)
      expect((await correct(published.id, { version: 2, keywords: 'ferns', weight: 'slight' })).status).toBe(400)
      // Nobody but its author has seen a manuscript.
      const pending = await anArticle(journal.database, { state: 'pending' })
      expect((await correct(pending.id, { keywords: 'moss', weight: 'notice' })).status).toBe(200)
    })

    test('changes everything that it names, for every reader, at the same address', async () => {
      const article = await made({ pdf: await aFile(journal.database, { store: journal.resources.store }) })
      const [category, volume] = [
        await aCategory(journal.database, { name: 'Corrected ecology' }),
        await aVolume(journal.database, { title: 'Volume 77' }),
      ]
      const before = await journal.get('/posts/published?limit=100')
      const [pdfUrl, imageUrl] = [await upload(), await upload(admin, 'plate.png', aPng())]
      const answer = await correct(article.id, {
        title: 'Roots of <i>Triticum</i> under CO<sub>2</sub>',
        excerpt: 'Roots grow deeper.',
        keywords: 'roots, wheat',
        fundingStatement: 'The Wheat Fund.',
        abstract: '<p>We measured <em>more</em> roots.</p><script>alert(1)</script>',
        categoryId: category.id,
        volumeId: volume.id,
        issue: 'No. 4',
        pageNum: '21-34',
        imageUrl,
        imageAlt: 'Roots in a trench',
        pdfUrl,
      })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toMatchObject({
        id: article.id,
        slug: article.slug,
        title: 'Roots of <i>Triticum</i> under CO<sub>2</sub>',
        abstract: '<p>We measured <em>more</em> roots.</p>',
        category: { id: category.id },
        volume: { id: volume.id },
        issue: '4',
        pageNum: '21-34',
        fundingStatement: 'The Wheat Fund.',
        imageAlt: 'Roots in a trench',
        pdfUrl: `/blog/${article.id}.pdf`,
        version: 2,
        publishedAt: article.published_at,
      })
      const row = await stored(article.id)
      expect(row).toMatchObject({ slug: article.slug, doi: article.doi, published_at: article.published_at })
      expect(row.corrected_at).toBe(row.updated_at)
      expect(Date.now() - Date.parse(row.corrected_at!)).toBeLessThan(60_000)

      // Responses cached earlier are not served any more.
      const after = await journal.get('/posts/published?limit=100')
      expect(after.headers.etag).not.toBe(before.headers.etag)
      const shown = after.body.data.find(({ id }: { id: string }) => id === article.id)
      expect(shown).toMatchObject({ title: row.title, correctedAt: row.corrected_at })
      expect(shown).not.toHaveProperty('version')
      const feed = (await journal.app.inject('/feed.atom')).body
      expect(feed).toContain(`<updated>${row.updated_at}</updated>`)
      expect((await journal.app.inject('/sitemap.xml')).body).toContain(`<lastmod>${row.updated_at}</lastmod>`)
      expect((await journal.app.inject(`/blog/${article.id}.bib`)).body).toContain('21--34')
      expect((await journal.app.inject(`/blog/${article.id}.pdf`)).rawPayload).toEqual(Buffer.from(aPdf()))
      const image = await journal.app.inject(imageUrl)
      expect(image.statusCode).toBe(200)
      const queued = journal.database.db.selectFrom('jobs').select('subject').where('kind', '=', 'pictures')
      expect((await queued.execute()).map((row) => row.subject)).toContain(fileIdOf(imageUrl))
    })

    test('funders and works are corrected whole, and the former version keeps them', async () => {
      const article = await made({})
      const link = { kind: 'data', identifier: '10.5061/dryad.1', repository: 'Dryad' }
      await correct(article.id, { awards: [{ funder: 'A', number: '1' }], links: [link] })
      const second = await correct(article.id, { version: 2, awards: [], links: [link] })
      expect(second.body).toMatchObject({ awards: [], links: [{ doi: '10.5061/dryad.1' }], version: 3 })
      // The same again is no correction.
      expect((await correct(article.id, { version: 3, awards: [], links: [link] })).body.version).toBe(3)
      const former = async (number: number) =>
        (await journal.get(`/posts/${article.id}/versions/${number}`)).body.article
      expect((await former(1)).awards).toEqual([])
      expect((await former(2)).awards).toEqual([{ funder: 'A', number: '1', ror: null, doi: null }])
      expect((await corrections(article.id))[1]!.replaced).toEqual({
        awards: [{ funder: 'A', number: '1', ror: null, doi: null }],
      })
    })

    test('an answer is changed with its statement, by who corrects it, and leaves with it', async () => {
      const article = await made({})
      const answers = async () =>
        (await journal.get(`/posts/details/${article.id}`, { as: admin })).body.statementAnswers
      await correct(article.id, { competingInterests: 'None declared.', permits: 'Permit 7.' })
      expect(await answers()).toMatchObject([
        { statement: 'competingInterests', answer: 'none' },
        { statement: 'permits', answer: 'text' },
      ])
      await correct(article.id, { version: 2, competingInterests: 'A. Malik advises a seed company.', permits: '' })
      expect(await answers()).toMatchObject([{ statement: 'competingInterests', answer: 'text' }])
      expect((await journal.get(`/posts/details/${article.id}`)).body).not.toHaveProperty('statementAnswers')
    })

    test('is written down with its reason, before and after, and what was replaced whole', async () => {
      const long = Array.from({ length: 4000 }, (_, index) => `w${index}`).join(' ')
      const article = await made({ abstract: `<p>${long}</p>`, page_num: '12-3', title: 'Old <i>title</i>' })
      const correction = {
        abstract: `<p>${long.replace('w2000 ', 'corrected ')}</p>`,
        pageNum: '12-31',
        title: 'New title',
      }
      expect((await correct(article.id, correction)).status).toBe(200)
      const [entry] = await loadAuditEntries(journal.database, article.id)
      expect(entry).toMatchObject({
        actor_id: admin.user.id,
        action: 'article.correct',
        before: { title: 'Old <i>title</i>', pageNum: '12-3', abstract: { characters: article.abstract.length } },
        after: { title: 'New title', pageNum: '12-31', reason: REASON },
      })
      expect(entry!.before.abstract.passage).toContain('w1999 w2000 w2001')
      expect(entry!.after.abstract.passage).toContain('w1999 corrected w2001')
      expect(entry!.before.abstract.sha256).not.toBe(entry!.after.abstract.sha256)
      expect(JSON.stringify(entry).length).toBeLessThan(2000)
      expect(await corrections(article.id)).toMatchObject([
        {
          version: 2,
          corrected_by: admin.user.id,
          reason: REASON,
          replaced: { title: 'Old <i>title</i>', pageNum: '12-3', abstract: article.abstract },
        },
      ])
      expect(await emailsAbout(article.id)).toEqual([
        {
          kind: 'article-corrected',
          recipient: author.user.email,
          data: {
            articleId: article.id,
            title: 'New title',
            name: author.user.full_name,
            reason: REASON,
            fields: ['title', 'pageNum', 'abstract'],
          },
        },
      ])
    })

    test.each(ARTICLE_STATES)('an article that is %s', async (state) => {
      const article = await made({ state })
      const version = await siteVersion(journal.database.db)
      const answer = await correct(article.id, { keywords: 'corrected' })
      expect(answer.status, answer.text).toBe(200)
      const { keywords, updated_at, version: next, corrected_at, public_version, ...rest } = await stored(article.id)
      expect(article).toMatchObject(rest)
      expect(public_version).toBe(['public', 'archived'].includes(state) ? 2 : 0)
      expect([keywords, next]).toEqual(['corrected', 2])
      // An article is marked as corrected, and its author told, only if the change is visible to readers.
      expect(corrected_at).toBe(['public', 'archived'].includes(state) ? updated_at : null)
      expect(await emailsAbout(article.id)).toHaveLength(state === 'public' ? 1 : 0)
      expect((await siteVersion(journal.database.db)) - version).toBe(state === 'public' ? 1 : 0)
    })

    test('that changes nothing is no correction', async () => {
      const article = await made({ page_num: '3-9' })
      const version = await siteVersion(journal.database.db)
      const same = {
        title: article.title,
        pageNum: ' 3-9 ',
        abstract: article.abstract,
        volumeId: null,
        imageUrl: null,
      }
      const answer = await correct(article.id, same)
      expect([answer.status, answer.body.version]).toEqual([200, 1])
      expect(await stored(article.id)).toEqual(article)
      expect(await siteVersion(journal.database.db)).toBe(version)
      expect(await loadAuditEntries(journal.database, article.id)).toEqual([])
      expect(await emailsAbout(article.id)).toEqual([])
    })

    test('of a version that someone else has changed is refused, and nothing is overwritten', async () => {
      const article = await made()
      const answers = await Promise.all(['1-5', '6-9'].map((pageNum) => correct(article.id, { pageNum })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)!.body.message).toBe(STALE)
      const won = answers.find(({ status }) => status === 200)!
      expect(won.body.version).toBe(2)
      expect((await stored(article.id)).page_num).toBe(won.body.pageNum)
      expect((await correct(article.id, { title: 'Late' })).body.message).toBe(STALE)
      expect((await correct(article.id, { title: 'In time', version: 2 })).status).toBe(200)
      expect(await corrections(article.id)).toHaveLength(2)
    })

    test('meets every other change of what an article says', async () => {
      const changes: ((id: string) => Promise<{ status: number }>)[] = [
        (id) =>
          journal.post(
            `/posts/${id}/contributors`,
            { fullName: 'Chen Li', email: 'chen@plants.test', affiliation: 'Kunming', role: 'Author' },
            { as: admin },
          ),
        async (id) => journal.put(`/posts/${id}/approve`, { pdfUrl: await upload() }, { as: admin }),
      ]
      for (const change of changes) {
        const article = await made({ state: 'pending' })
        expect((await change(article.id)).status).toBeLessThan(300)
        expect((await correct(article.id, { title: 'Late' })).body.message).toBe(STALE)
      }
      // Archiving does not change the content: both changes are kept.
      const article = await made()
      await journal.put(`/posts/${article.id}/archive`, { archive: true }, { as: admin })
      expect((await correct(article.id, { title: 'In time' })).body).toMatchObject({
        isArchive: true,
        title: 'In time',
      })
    })

    describe('of files', () => {
      const savedFiles = async (articleId: string) =>
        (
          await journal.database.db
            .selectFrom('replaced_files')
            .select('file_id')
            .where('article_id', '=', articleId)
            .execute()
        ).map((row) => row.file_id)

      test('keeps the replaced ones of what was never public for 30 days, for editors alone', async () => {
        const { database, resources } = journal
        const image = await aFile(database, {
          ...{ name: 'plate.png', mediaType: 'image/png', owner: author.user, store: resources.store, content: aPng() },
        })
        const pdf = await aFile(database, { owner: admin.user, store: resources.store })
        const article = await made({ state: 'pending', image, pdf, image_alt: 'A root' })
        const answer = await correct(article.id, { imageUrl: null, pdfUrl: await upload() })
        expect(answer.body).toMatchObject({ imageUrl: null, imageAlt: null })
        expect((await savedFiles(article.id)).sort()).toEqual([image.id, pdf.id].sort())
        expect((await journal.app.inject(`/files/${image.id}/plate.png`)).statusCode).toBe(404)

        await sweepFiles(resources)
        const kept = await resources.store.open(pdf.id)
        expect(kept).not.toBeNull()
        await kept?.close()
        // Nor can it be used again, because it may be restored.
        const again = await correct(article.id, { version: 2, pdfUrl: `/files/${pdf.id}/${pdf.name}` })
        expect(again.body.errors).toEqual({
          pdfUrl: 'This file already belongs to an article. Please upload the PDF again.',
        })
        await database.db
          .updateTable('replaced_files')
          .set({ replaced_at: new Date(Date.now() - 31 * DAY_MS).toISOString() })
          .where('article_id', '=', article.id)
          .execute()
        await sweepFiles(resources)
        const left = await database.db.selectFrom('files').select('id').where('id', 'in', [image.id, pdf.id]).execute()
        expect(left).toEqual([])
        expect(await savedFiles(article.id)).toEqual([])
      })

      test('takes the administrator’s own unclaimed uploads of the right type alone', async () => {
        const article = await made()
        const taken = await aFile(journal.database, { owner: admin.user })
        await made({ pdf: taken })
        const image = { name: 'plate.png', mediaType: 'image/png', owner: admin.user }
        const takenImage = await aFile(journal.database, image)
        await made({ image: takenImage })
        const refused: [object, number, string][] = [
          [{ pdfUrl: await upload(author) }, 400, 'pdfUrl'],
          [{ pdfUrl: await upload(admin, 'final.docx', aDocx()) }, 400, 'pdfUrl'],
          [{ pdfUrl: `/files/${taken.id}/final.pdf` }, 400, 'pdfUrl'],
          [{ pdfUrl: 'https://evil.test/final.pdf' }, 400, 'pdfUrl'],
          [{ pdfUrl: ' ' }, 400, 'pdfUrl'],
          [{ pdfUrl: null }, 400, 'pdfUrl'],
          [{ imageUrl: await upload(author, 'plate.png', aPng()) }, 400, 'imageUrl'],
          [{ imageUrl: await upload() }, 400, 'imageUrl'],
          [{ imageUrl: 'https://evil.test/plate.png' }, 400, 'imageUrl'],
          [{ imageUrl: `/files/${takenImage.id}/plate.png` }, 409, ''],
        ]
        for (const [files, status, field] of refused) {
          const answer = await correct(article.id, { title: 'Changed', ...files })
          expect(answer.status, JSON.stringify(files)).toBe(status)
          if (field) expect(Object.keys(answer.body.errors)).toEqual([field])
        }
        expect(await stored(article.id)).toEqual(article)
      })
    })

    describe('of authors', () => {
      const PEOPLE = [
        {
          full_name: 'Ayesha Malik',
          role: 'Corresponding Author' as const,
          family_name: 'Malik',
          given_names: 'Ayesha',
        },
        { full_name: 'Bruno Kovář', role: 'Author' as const, orcid: '0000-0002-1825-0097', orcid_authenticated_at: AT },
        { full_name: 'Rita Reviewer', role: 'Reviewer' as const, email: 'reviewer-secret@plants.test' },
      ]
      const NEW = {
        ...{ fullName: 'Chen Li', email: 'chen@plants.test', affiliation: 'Kunming', orcidId: null },
        role: 'Author' as const,
      }
      const withPeople = async () => {
        const article = await made({ contributors: PEOPLE })
        const { body } = await journal.get(`/posts/details/${article.id}`, { as: admin })
        return { article, ids: body.contributors.map((link: { contributorId: string }) => link.contributorId) }
      }

      test('changes people and their order at once; who is left alone keeps what a record said', async () => {
        const { article, ids } = await withPeople()
        const contributors = [
          { person: NEW },
          { contributorId: ids[1], person: { ...NEW, fullName: 'Bruno Kovar', email: 'b@plants.test' } },
          { contributorId: ids[0] },
          { contributorId: ids[2] },
        ]
        const answer = await correct(article.id, { contributors })
        expect(answer.status, answer.text).toBe(200)
        expect(await names(article.id)).toEqual(['Chen Li', 'Bruno Kovar', 'Ayesha Malik', 'Rita Reviewer'])
        const people = answer.body.contributors.map((link: { contributor: unknown }) => link.contributor)
        expect(people[1]).toMatchObject({ email: 'b@plants.test', orcidAuthenticated: false })
        expect(people[2]).toMatchObject({ familyName: 'Malik', givenNames: 'Ayesha' })
        const seen = await journal.get(`/posts/details/${article.id}`)
        expect(seen.body.contributors).toHaveLength(3)
        const [entry] = await loadAuditEntries(journal.database, article.id)
        expect(entry!.before.contributors).toMatchObject({
          changed: [{ fullName: 'Bruno Kovář' }],
          names: ['Ayesha Malik', 'Bruno Kovář', 'Rita Reviewer'],
        })
        expect(entry!.after.contributors).toMatchObject({
          changed: [{ fullName: 'Bruno Kovar' }, { fullName: 'Chen Li' }],
          names: ['Chen Li', 'Bruno Kovar', 'Ayesha Malik', 'Rita Reviewer'],
        })
        const [kept] = await corrections(article.id)
        expect(kept!.replaced.contributors).toHaveLength(3)

        const removed = await correct(article.id, { version: 2, contributors: [{ contributorId: ids[0] }] })
        expect(removed.body.contributors).toHaveLength(1)
        const left = await journal.database.db.selectFrom('contributors').select('id').where('id', 'in', ids).execute()
        expect(left).toEqual([{ id: ids[0] }])
      })

      test('of reviewers alone is told to nobody: review is single-blind', async () => {
        const { article, ids } = await withPeople()
        const version = await siteVersion(journal.database.db)
        const reviewer = { ...NEW, fullName: 'Another Reviewer', role: 'Reviewer' as const }
        const contributors = [...ids.map((contributorId: string) => ({ contributorId })), { person: reviewer }]
        expect((await correct(article.id, { contributors })).body).toMatchObject({ version: 2, correctedAt: null })
        expect(await siteVersion(journal.database.db)).toBe(version)
        expect(await emailsAbout(article.id)).toEqual([])
        const added = await journal.post(`/posts/${article.id}/contributors`, reviewer, { as: admin })
        expect(added.body).toMatchObject({ version: 3, correctedAt: null })
        const author = { ...reviewer, role: 'Author' }
        const shown = await journal.post(`/posts/${article.id}/contributors`, author, { as: admin })
        expect(shown.body.correctedAt).toBe(shown.body.updatedAt)
      })

      test('needs an author, and people of this article', async () => {
        const { article, ids } = await withPeople()
        const other = await withPeople()
        const gone = 'One of these authors has been removed meanwhile. Please check the list.'
        const none = 'At least one author is required to submit the research'
        for (const [contributors, message] of [
          [[], none],
          [[{ contributorId: ids[2] }], none],
          [[{ contributorId: ids[0] }, { contributorId: other.ids[1] }], gone],
          [[{ contributorId: ids[0] }, { contributorId: ids[0] }], gone],
          [[{ contributorId: ids[0], person: { ...NEW, email: 'x' } }], 'Invalid email address'],
          [[{}], 'Full name is required'],
        ] as const) {
          const answer = await correct(article.id, { contributors })
          expect([answer.status, answer.body.message], JSON.stringify(contributors)).toEqual([400, message])
        }
        expect(await names(article.id)).toEqual(['Ayesha Malik', 'Bruno Kovář', 'Rita Reviewer'])
        expect(await names(other.article.id)).toHaveLength(3)
      })
    })

    test.each([
      ['reason', { reason: undefined }, 'Please say why the article is corrected'],
      ['reason', { reason: ' \n ' }, 'Please say why the article is corrected'],
      ['reason', { reason: 'x'.repeat(501) }, 'Please use at most 500 characters'],
      ['version', { version: undefined }, 'The version that you have seen is missing'],
      ['version', { version: '1' }, 'The version that you have seen is missing'],
      ['title', { title: ' <i> </i> ' }, 'Title is required'],
      ['excerpt', { excerpt: ' ' }, 'Excerpt is required'],
      ['keywords', { keywords: '' }, 'Keywords are required'],
      ['abstract', { abstract: '<p> </p>' }, 'Abstract is required'],
      ['abstract', { abstract: '<script>x</script>' }, 'Abstract is required'],
      ['categoryId', { categoryId: '222222222222' }, 'Category is required'],
      ['volumeId', { volumeId: '222222222222' }, 'This volume no longer exists. Please choose another.'],
      ['pageNum', { pageNum: '1-' }, 'Invalid page range format. Use format like: 1-5 or 1-5,7-10'],
      ['issue', { issue: '9'.repeat(51) }, 'Please use at most 50 characters'],
      ['slug', { slug: 'another' }, 'Unknown field "slug"'],
      ['doi', { doi: '10.1/x' }, 'Unknown field "doi"'],
      ['published', { published: true }, 'Unknown field "published"'],
    ])('refuses what is wrong in %s: %j', async (field, wrong, message) => {
      const article = await made()
      const answer = await correct(article.id, { excerpt: 'Changed.', ...wrong })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual({ [field]: message })
      expect(await stored(article.id)).toEqual(article)
    })

    test('an imported article need not have what a new one must', async () => {
      const article = await made({
        ...{ submitter: null, excerpt: '', keywords: '' },
        contributors: [{ full_name: 'Ayesha Malik', email: '', affiliation: '' }],
      })
      expect((await correct(article.id, { pageNum: '7' })).status).toBe(200)
      const { body } = await journal.get(`/posts/details/${article.id}`, { as: admin })
      const [{ contributorId }] = body.contributors
      const contributors = [
        { contributorId },
        { person: { fullName: 'B', email: 'b@c.test', affiliation: 'D', role: 'Author' } },
      ]
      expect((await correct(article.id, { version: 2, contributors })).status).toBe(200)
      expect(await names(article.id)).toEqual(['Ayesha Malik', 'B'])
    })
  })
})
