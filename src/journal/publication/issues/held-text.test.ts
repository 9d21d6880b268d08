import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, anArticle, aSignedIn, aUser, aVolume, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { jatsFaults } from '../../../../tests/support/jats-schema.ts'
import { aMultipart } from '../../../../tests/support/multipart.ts'
import { aPicture } from '../../../../tests/support/png.ts'
import { aCase, authorsConfirmed } from '../../../../tests/support/review-builders.ts'
import { aWordFile, drawing, h, p, run } from '../../../../tests/support/word-files.ts'
import { jobHandlers } from '../../../app/background-work.ts'
import { FULL_TEXT_GONE } from '../../../contract/api/full-texts.ts'
import { fileIdOf, fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { now } from '../../../platform/ids.ts'
import { runDueJobs } from '../../../platform/jobs/run.ts'
import { sweepFiles } from '../files/sweep.ts'
import { loadSource } from '../full-text/stored-text.ts'

/** In the text alone: where it is found, the text is. */
const WORD = 'halophytologically'
const SEARCH = `/search?q=${WORD}`
const PAPER = aWordFile(
  h(1, 'Introduction') +
    p(run(`Leaves were counted ${WORD}, see Figure 1.`)) +
    p(drawing('i1', 'A leaf')) +
    p('Figure 1. A leaf in May'),
  { pictures: { i1: { name: 'leaf.png', content: aPicture(700, 400) } } },
)
const JATS = Buffer.from(
  `<?xml version="1.0"?><article xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta><title-group><article-title>Of salt</article-title></title-group><pub-date><year>2024</year></pub-date></article-meta></front><body><sec><title>Methods</title><p>We counted ${WORD}.</p></sec></body></article>`,
)

describe('the full text of an article that waits for its issue', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })

    const anIssue = () => aVolume(journal.database, { release: 'issue', state: 'planned' })
    const upload = async (name = 'paper.docx', content = PAPER, as = admin): Promise<string> => {
      const { body, headers } = aMultipart({ name, content })
      return (await journal.send('POST', '/files/upload', body, { as, headers })).body.url
    }
    const preview = async (id: string, fullTextUrl: string, as = admin) =>
      journal.post(`/posts/${id}/full-text/preview`, { fullTextUrl }, { as })
    const aPdf = async (as = admin) =>
      fileUrl(await aFile(journal.database, { owner: as.user, store: journal.resources.store, name: 'final.pdf' }))
    const hold = async (id: string, volumeId: string, more: object, as = admin) =>
      journal.put(`/posts/${id}/hold`, { pdfUrl: await aPdf(as), volumeId, issue: '', pageNum: '1-5', ...more }, { as })
    const seen = async (id: string, fullTextUrl: string, as = admin) => {
      const answer = await preview(id, fullTextUrl, as)
      expect(answer.status, answer.text).toBe(200)
      return { fullTextUrl, fullTextDigest: answer.body.digest as string }
    }
    const aHeld = async (issue: { id: string }, url: string) => {
      const { id } = await anArticle(journal.database, { state: 'pending', title: 'Of salt' })
      const answer = await hold(id, issue.id, await seen(id, url))
      expect(answer.status, answer.text).toBe(200)
      return id
    }
    const held = async (id: string) => (await journal.get(`/posts/${id}/hold`, { as: admin })).body.held
    const publish = (id: string, articleIds: string[], as = admin) =>
      journal.post(`/volumes/${id}/publish`, { articleIds }, { as })
    const work = async () => {
      for (const handler of jobHandlers(journal.resources)) await runDueJobs(journal.resources, handler)
    }
    const textOf = async (id: string) => (await journal.get(`/posts/${id}/full-text`)).body
    const grown = (id: string) =>
      journal.database.db
        .selectFrom('files')
        .innerJoin('held_figures', 'held_figures.file_id', 'files.id')
        .selectAll('files')
        .where('held_figures.article_id', '=', id)
        .execute()
    /** All that readers and programs get, with what it is of: an answer of 404 has nothing of it. */
    const publicAnswers = async (id: string, issueId: string, fileIds: string[]) => {
      const addresses = [
        ...['/sitemap.xml', '/sitemap-1.xml', paths.lockss, paths.lockssVolume(issueId), paths.noticesFeed],
        ...['xml', 'pdf', 'bib', 'ris', 'csl.json', 'linkset.json'].map((format) => `/blog/${id}.${format}`),
        ...['picture-1', 'picture-1.png', 'leaf.png'].map((name) => paths.articleFigure(id, name)),
        ...['zip', 'bag.zip'].map((format) => `${paths.volume(issueId)}.${format}`),
        ...['oai_dc', 'jats'].map((format) => `/oai?verb=ListRecords&metadataPrefix=${format}`),
        `/doaj/articles.json`,
        ...fileIds.flatMap((file) => [`/files/${file}/picture-1.png`, `/images/${file}/320.webp`]),
      ]
      const answers = await Promise.all(addresses.map((address) => journal.app.inject(address)))
      const calls = [
        ...[`/posts/details/${id}`, `/posts/${id}/full-text`, '/posts/published', `/posts/volume/${issueId}`],
        ...[SEARCH, '/volumes/with-counts'],
      ]
      const called = await Promise.all(calls.map((path) => journal.get(path)))
      return [
        ...answers.map(({ rawPayload, statusCode }, index) => ({
          ...{ of: addresses[index]!, status: statusCode, bytes: rawPayload },
        })),
        ...called.map(({ text, status }, index) => ({ of: calls[index]!, status, bytes: Buffer.from(text) })),
      ]
    }

    test('is in no public answer before, and is published with the issue as it was previewed', async () => {
      const issue = await anIssue()
      const url = await upload()
      const id = await aHeld(issue, url)
      expect(await held(id)).toMatchObject({ fullText: { url, name: 'paper.docx' } })
      const plan = (await journal.get(`/volumes/${issue.id}/plan`, { as: admin })).body
      expect(plan.articles).toMatchObject([{ id, hasFullText: true, refusal: null }])
      await work()
      const pictures = await grown(id)
      expect(pictures.map(({ name }) => name)).toEqual(['picture-1.png'])
      const files = [fileIdOf(url)!, ...pictures.map((file) => file.id)]
      for (const { of, status, bytes } of await publicAnswers(id, issue.id, files)) {
        // The search repeats what it was asked for, and a refusal its address.
        if (of !== SEARCH) expect(bytes.includes(WORD), of).toBe(false)
        if (status < 400) expect(bytes.includes(id), of).toBe(false)
      }
      expect(await loadSource(journal.database.db, id)).toBeUndefined()
      // Its editors read it, and nobody else.
      const links = files.map((file) => journal.get(`/files/${file}/link`, { as: admin }))
      expect((await Promise.all(links)).map(({ status }) => status)).toEqual([200, 200])
      const author = await aSignedIn(journal)
      expect((await journal.get(`/files/${files[1]}/link`, { as: author })).status).toBe(404)

      const { html } = (await preview(id, url)).body
      const answer = await publish(issue.id, [id])
      expect(answer.status, answer.text).toBe(200)
      const source = await loadSource(journal.database.db, id)
      const xml = (await buffer((await journal.resources.store.open(source!.id))!.read())).toString()
      expect(jatsFaults(xml)).toEqual([])
      const { doi } = (await journal.get(`/posts/details/${id}`)).body
      for (const word of [WORD, 'Of salt', '<fpage>1</fpage>', doi].filter(Boolean)) expect(xml).toContain(word)
      await work()
      const text = await textOf(id)
      const withoutPictures = (some: string) => some.replace(/<img[^>]*>|<p class="fig-acts">.*?<\/p>/g, '')
      expect(withoutPictures(text.html)).toBe(withoutPictures(html))
      const figure = await journal.app.inject({ method: 'GET', url: text.outline.figures[0].image })
      expect([figure.statusCode, figure.headers['content-type']]).toEqual([200, 'image/png'])
      expect((await journal.get(SEARCH)).text).toContain(id)
      // The same answers would have shown it.
      const shown = await publicAnswers(id, issue.id, files)
      const places = shown.filter(({ of, bytes }) => of !== SEARCH && bytes.includes(WORD)).map(({ of }) => of)
      expect(places).toEqual(expect.arrayContaining([`/blog/${id}.xml`, `/posts/${id}/full-text`]))
      expect(shown.filter(({ bytes, status }) => status < 400 && bytes.includes(id)).length).toBeGreaterThan(9)
      expect(await journal.database.db.selectFrom('held_texts').selectAll().execute()).toEqual([])
    })

    test('is published ahead with its article, in JATS as it was given', async () => {
      const issue = await anIssue()
      const id = await aHeld(issue, await upload('paper.xml', JATS))
      expect((await journal.post(`/posts/${id}/hold/publish`, {}, { as: admin })).status).toBe(200)
      await work()
      expect((await textOf(id)).html).toContain(WORD)
    })

    test('is refused unless it is what was previewed, and the hold stays as it was', async () => {
      const issue = await anIssue()
      const url = await upload()
      const id = await aHeld(issue, url)
      const before = await held(id)
      const other = await upload('other.docx', aWordFile(h(1, 'Introduction') + p('Other words.')))
      const { fullTextDigest } = await seen(id, url)
      expect((await hold(id, issue.id, { fullTextUrl: other })).status).toBe(400)
      expect((await hold(id, issue.id, { fullTextUrl: other, fullTextDigest })).status).toBe(409)
      expect(await held(id)).toEqual(before)
      expect(await grown(id)).toHaveLength(1)
    })

    test('is held again by another editor, replaced, and left out', async () => {
      const issue = await anIssue()
      const next = await anIssue()
      const other = await aSignedIn(journal, { role: 'admin' })
      const url = await upload()
      const id = await aHeld(issue, url)
      const again = await hold(id, next.id, await seen(id, url, other), other)
      expect([again.status, again.body.fullText]).toEqual([200, { url, name: 'paper.docx' }])
      // The text of one article is not that of another.
      const { id: another } = await anArticle(journal.database, { state: 'pending' })
      const theirs = await preview(another, url, other)
      expect([theirs.status, theirs.body.errors.fullTextUrl]).toEqual([400, FULL_TEXT_GONE])
      const later = await upload('later.xml', JATS)
      expect((await hold(id, next.id, await seen(id, later))).body.fullText.name).toBe('later.xml')
      expect(await grown(id)).toEqual([])
      expect((await hold(id, next.id, {})).body.fullText).toBeNull()
      expect((await publish(next.id, [id])).status).toBe(200)
      await work()
      expect(await textOf(id)).toBeNull()
    })

    test('is published at once with its article by another editor', async () => {
      const issue = await anIssue()
      const other = await aSignedIn(journal, { role: 'admin' })
      const url = await upload()
      const id = await aHeld(issue, url)
      const approval = { pdfUrl: await aPdf(other), ...(await seen(id, url, other)), approvedByAdmin: true }
      const answer = await journal.put(`/posts/${id}/approve`, approval, { as: other })
      expect(answer.status, answer.text).toBe(200)
      await work()
      expect((await textOf(id)).html).toContain(WORD)
    })

    test('gives the PDF that another editor has made', async () => {
      const other = await aSignedIn(journal, { role: 'admin' })
      const url = await upload('paper.xml', JATS)
      const id = await aHeld(await anIssue(), url)
      const made = await journal.post(`/posts/${id}/pdf`, { purpose: 'publication', fullTextUrl: url }, { as: other })
      expect(made.status, made.text).toBe(201)
    })

    test('is kept as long as the hold, however old, and goes with it', async () => {
      const issue = await anIssue()
      const url = await upload()
      const id = await aHeld(issue, url)
      const files = [fileIdOf(url)!, ...(await grown(id)).map((file) => file.id)]
      const { db } = journal.database
      const old = new Date(Date.now() - 9 * 24 * 3_600_000).toISOString()
      const left = async () => {
        await db.updateTable('files').set({ created_at: old }).where('id', 'in', files).execute()
        await sweepFiles(journal.resources)
        return (await db.selectFrom('files').select('id').where('id', 'in', files).execute()).length
      }
      expect(await left()).toBe(2)
      expect((await journal.send('DELETE', `/posts/${id}/hold`, undefined, { as: admin })).status).toBe(200)
      expect(await left()).toBe(0)
    })

    test('is no text for an editor who is recused', async () => {
      const issue = await anIssue()
      const other = await aSignedIn(journal, { role: 'admin' })
      const { id } = await aCase(journal.database, { submitter: await aUser(journal.database) })
      await authorsConfirmed(journal.database, id)
      const url = await upload()
      const answer = await hold(id, issue.id, await seen(id, url))
      expect(answer.status, answer.text).toBe(200)
      await journal.database.db
        .insertInto('case_editors')
        .values({
          ...{ article_id: id, user_id: other.user.id, since: now(), is_guest: 0 },
          ...{ recused_at: now(), reason: 'A friend.' },
        })
        .execute()
      const files = [fileIdOf(url)!, ...(await grown(id)).map((file) => file.id)]
      for (const file of files) expect((await journal.get(`/files/${file}/link`, { as: other })).status).toBe(404)
      expect((await preview(id, url, other)).status).not.toBe(200)
      expect((await publish(issue.id, [id])).status).toBe(200)
    })
  })
})
