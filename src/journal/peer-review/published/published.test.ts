import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { journal as settings } from '../../../../journal.config.ts'
import { aFile, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { headersOf } from '../../../../tests/support/agreed-review.ts'
import { crossrefFaultsOf } from '../../../../tests/support/crossref-schema.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { withDoiPrefix } from '../../../../tests/support/doi-prefix.ts'
import { jatsFaults } from '../../../../tests/support/jats-schema.ts'
import { aNotice } from '../../../../tests/support/notice-builders.ts'
import { oaiFaults } from '../../../../tests/support/oai-schema.ts'
import {
  aPublishedReview,
  aReviewedCase,
  daysAgo,
  digestOf,
  REVIEW_DAYS,
} from '../../../../tests/support/published-review-builders.ts'
import type { PublicationPlan, PublishedReviews } from '../../../contract/api/published-reviews.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { depositedReviews } from '../../../extensions/crossref/queries.ts'
import { reviewsXml } from '../../../extensions/crossref/review-xml.ts'
import { newId } from '../../../platform/ids.ts'
import { makeReviewLink } from '../cases/links.ts'
import { eraseReviewer } from '../reviewers/commands.ts'
import { eraseFromCases } from '../cases/erase.ts'
import { AddressHashes } from '../reviewers/address-hashes.ts'
import { ALREADY_UNSIGNED, NOT_ASKED, PUBLISHED_ALREADY } from './consent.ts'
import { NOT_AGREED, OTHERS_BY_NOW } from './publish.ts'

const PREFIX = '10.5555'

describe('published reviews', () => {
  withDoiPrefix(PREFIX)
  eachDatabase((open) => {
    let journal: TestJournal
    let editor: SignedIn
    beforeAll(async () => {
      journal = await open({ publicUrl: 'https://journal.test' })
      editor = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
    })

    const published = async (id: string) => (await journal.get(`/posts/${id}/reviews`)).body as PublishedReviews
    const plan = async (id: string) =>
      (await journal.get(`/cases/${id}/reviews-to-publish`, { as: editor })).body as PublicationPlan
    const approve = async (id: string, reviews?: string) => {
      const pdfUrl = fileUrl(await aFile(journal.database, { owner: editor.user }))
      return journal.put(`/posts/${id}/approve`, { pdfUrl, ...(reviews ? { reviews } : {}) }, { as: editor })
    }
    const titles = ({ rounds }: Pick<PublishedReviews, 'rounds'> | PublicationPlan) =>
      rounds.map(({ texts }) => texts.map(({ title, signedBy }) => [title, signedBy?.name ?? null]))
    const answerBy = async ({ id, email }: { id: string; email: string }, choice: string) => {
      const link = await journal.database.transaction((tx) => makeReviewLink(tx, '', { assignmentId: id, email }))
      return journal.post('/review/publication', { choice }, { as: { headers: headersOf(link) } })
    }
    const deposits = (articleId: string) =>
      journal.database.db
        .selectFrom('deposits')
        .selectAll()
        .where('article_id', '=', articleId)
        .where('kind', '=', 'review')
        .orderBy('doi')
        .execute()

    test('come with the article, round by round, as the authors received them', async () => {
      const { articleId, assignments } = await aReviewedCase(journal, editor)
      const before = await plan(articleId)
      expect(before).toMatchObject({ isPublished: false, answer: 'yes', heldBack: [], published: 0 })
      expect((await journal.get(`/posts/${articleId}/reviews`)).status).toBe(404)
      const approved = await approve(articleId, before.digest)
      expect(approved.status, approved.text).toBe(200)
      const seen = await published(articleId)
      const [marta, tendai] = assignments
      const first = [
        [`Report of reviewer ${marta.label}`, 'Marta Lindqvist'],
        [`Report of reviewer ${tendai.label}`, null],
      ].toSorted((one, other) => (one[0]! < other[0]! ? -1 : 1))
      expect(titles(seen)).toEqual([
        [...first, ['Decision: major revision', 'Samina Farooqi'], ['Authors’ reply', 'Rubina Solangi']],
        [
          [`Report of reviewer ${tendai.label}`, null],
          ['Decision: accepted', 'Samina Farooqi'],
        ],
      ])
      expect(titles(before)).toEqual(titles(seen))
      expect(seen.rounds.map(({ decidedOn }) => decidedOn)).toEqual([
        daysAgo(REVIEW_DAYS.decided),
        daysAgo(REVIEW_DAYS.accepted),
      ])
      const doi = (await journal.get(`/posts/details/${articleId}`)).body.doi
      expect(seen.rounds.flatMap(({ texts }) => texts.map((text) => text.doi))).toEqual(
        ['r1', 'r2', 'd1', 'a1', 'r3', 'd2'].map((end) => `${doi}.${end}`),
      )
      expect(seen.rounds[0]!.texts.find(({ signedBy }) => signedBy?.name === 'Marta Lindqvist')).toMatchObject({
        text: 'A clear question.\n\nPlease give the values of Prosopis cineraria.',
        answers: [
          { question: 'Question clear, adds to what is known', answer: 'Yes' },
          { question: 'Methods sound and repeatable', answer: 'Partly' },
        ],
        signedBy: { affiliation: 'University of Lund' },
      })
      expect(JSON.stringify(seen)).not.toMatch(/secret plot|gladly see a revision/)
      expect((await journal.get(`/posts/details/${articleId}`)).body.reviewsPublished).toBe(3)
      const told = await journal.database.db
        .selectFrom('outbox')
        .select(['recipient', 'data'])
        .where('kind', '=', 'reviewer-online')
        .where('article_id', '=', articleId)
        .orderBy('recipient')
        .execute()
      expect(told.map(({ recipient, data }) => [recipient, JSON.parse(data).step])).toEqual([
        [marta.email, 'named'],
        [tendai.email, 'unsigned'],
      ])
    })

    describe('that are not signed', () => {
      let reviewed: Awaited<ReturnType<typeof aPublishedReview>>
      let doi: string
      beforeAll(async () => {
        const volume = await journal.database.db
          .insertInto('volumes')
          .values({
            id: newId(),
            title: `Volume ${newId()}`,
            created_at: '2026-01-01',
            updated_at: '2026-01-01',
          } as never)
          .returning('id')
          .executeTakeFirstOrThrow()
        reviewed = await aPublishedReview(journal, editor)
        await journal.database.db
          .updateTable('articles')
          .set({ volume_id: volume.id })
          .where('id', '=', reviewed.articleId)
          .execute()
        doi = (await journal.get(`/posts/details/${reviewed.articleId}`)).body.doi
      })

      test('have no name, address, day or id in any public byte', async () => {
        const { articleId, reviewers, assignments } = reviewed
        const { db } = journal.database
        const [, tendai, again] = assignments
        const reports = await db
          .selectFrom('review_reports')
          .select('id')
          .where('assignment_id', 'in', [tendai.id, again.id])
          .execute()
        const rows = await db.selectFrom('published_reviews').select('id').where('article_id', '=', articleId).execute()
        const ids = [reviewers[1].id, tendai.id, again.id, ...reports.map(({ id }) => id), ...rows.map(({ id }) => id)]
        const days = Object.entries(REVIEW_DAYS)
          .filter(([what]) => !['decided', 'accepted', 'revised'].includes(what))
          .map(([, days]) => daysAgo(days))
        const { body: details } = await journal.get(`/posts/details/${articleId}`)
        const addresses = [
          ...['', '.xml', '.pdf', '.bib', '.ris', '.enw', '.csl.json', '.linkset.json', '/status.json'].map(
            (end) => `/blog/${articleId}${end}`,
          ),
          ...['/feed.atom', '/feed.rss', '/feed.json', '/sitemap.xml', '/lockss', '/doaj/articles.json'],
          ...[`/lockss/${details.volumeId}`, `/doaj/${articleId}.json`, `/doaj/articles.csv`],
          ...['oai_dc', 'jats'].flatMap((prefix) => [
            `/oai?verb=ListRecords&metadataPrefix=${prefix}`,
            `/oai?verb=GetRecord&metadataPrefix=${prefix}&identifier=oai:journal.test:${articleId}`,
          ]),
          ...['reviews', 'versions', 'full-text', 'related'].map((of) => `/api/posts/${articleId}/${of}`),
          ...[`/api/posts/details/${articleId}`, '/api/posts/published', '/api/search?q=Prosopis'],
        ]
        const bytes: [string, string][] = []
        for (const url of addresses) {
          const { body, headers } = await journal.app.inject(url)
          bytes.push([url, body + JSON.stringify({ ...headers, date: '', 'last-modified': '' })])
        }
        const deposited = await depositedReviews(
          db,
          'https://journal.test',
          rows.map(({ id }) => id),
        )
        expect(deposited).toHaveLength(6)
        bytes.push(['deposit', reviewsXml({ id: 'batch', timestamp: '1', reviews: deposited })])
        const found = bytes.flatMap(([url, body]) =>
          [...ids, ...days, 'Tendai', 'Moyo', 'harare', 'Harare']
            .filter((word) => body.includes(word))
            .map((word) => `${word} in ${url}`),
        )
        expect(found).toEqual([])
        // What was searched does hold the reviews.
        expect(bytes.filter(([, body]) => body.includes('Lindqvist')).map(([url]) => url)).toEqual(
          expect.arrayContaining([`/blog/${articleId}.xml`, `/api/posts/${articleId}/reviews`, 'deposit']),
        )
      })

      test('are anonymous in JATS, which is valid', async () => {
        const { body } = await journal.app.inject(`/blog/${reviewed.articleId}.xml`)
        expect(jatsFaults(body)).toEqual([])
        expect(body.match(/<sub-article /g)).toHaveLength(6)
        for (const type of ['reviewer-report', 'editor-report', 'author-comment'])
          expect(body).toContain(`<sub-article article-type="${type}"`)
        expect(body.match(/<anonymous\/><role specific-use="reviewer">/g)).toHaveLength(2)
        expect(body).toContain(
          '<meta-name>peer-review-revision-round</meta-name><meta-value>1</meta-value></custom-meta><custom-meta><meta-name>peer-review-recommendation</meta-name><meta-value>accept</meta-value>',
        )
        const oai = `/oai?verb=GetRecord&metadataPrefix=jats&identifier=oai:journal.test:${reviewed.articleId}`
        const record = (await journal.app.inject(oai)).body
        expect(oaiFaults(record)).toEqual([])
        expect(record).toContain('<sub-article article-type="reviewer-report"')
      })

      test.each(['5.4.0', '5.5.0'] as const)('are anonymous in a deposit of their own by schema %s', async (schema) => {
        const { db } = journal.database
        const rows = await deposits(reviewed.articleId)
        expect(rows.map((row) => [row.doi, row.related_doi, row.relation, row.state])).toEqual(
          ['a1', 'd1', 'd2', 'r1', 'r2', 'r3'].map((end) => [`${doi}.${end}`, doi, 'isReviewOf', 'waiting']),
        )
        const reviews = await depositedReviews(
          db,
          'https://journal.test',
          rows.map(({ subject_id }) => subject_id),
        )
        const xml = reviewsXml({ id: newId(), timestamp: '20261122134502123', reviews }, { schema })
        expect(crossrefFaultsOf[schema](xml)).toEqual([])
        expect(xml.match(/<anonymous sequence="first" contributor_role="reviewer"\/>/g)).toHaveLength(2)
        expect(xml).toContain('<surname>Lindqvist</surname>')
        expect(xml).toContain(
          '<peer_review stage="pre-publication" type="editor-report" recommendation="major-revision" revision-round="0"',
        )
        const [year, month, day] = daysAgo(REVIEW_DAYS.accepted).split('-')
        expect(xml).toContain(`<review_date><month>${month}</month><day>${day}</day><year>${year}</year></review_date>`)
        expect(xml).toContain(
          `<rel:inter_work_relation relationship-type="isReviewOf" identifier-type="doi">${doi}</rel:inter_work_relation>`,
        )
        expect(xml).toContain(`<resource>https://journal.test/blog/${reviewed.articleId}/reviews#r1</resource>`)
      })

      test('are in the sitemap', async () => {
        const { body } = await journal.app.inject('/sitemap.xml')
        expect(body).toContain(`<loc>https://journal.test/blog/${reviewed.articleId}/reviews</loc>`)
      })
    })

    describe('stay unpublished', () => {
      test('without the author’s consent, even if an editor approves them', async () => {
        for (const answer of [null, 'no'] as const) {
          const { articleId } = await aReviewedCase(journal, editor, { answer })
          expect(await approve(articleId, await digestOf(journal.database, articleId))).toMatchObject({
            ...{ status: 409, body: { message: NOT_AGREED } },
          })
          expect((await approve(articleId)).status).toBe(200)
          expect((await journal.get(`/posts/${articleId}/reviews`)).status).toBe(404)
        }
      })

      test('without a reviewer’s, and with them every letter and reply that may quote them', async () => {
        const { articleId, assignments } = await aReviewedCase(journal, editor, { choices: ['none', 'unsigned'] })
        const { label } = assignments[1]
        const seen = await plan(articleId)
        expect(titles(seen)).toEqual([[[`Report of reviewer ${label}`, null]], [[`Report of reviewer ${label}`, null]]])
        expect(seen.heldBack.map(({ title, why }) => [title, why])).toEqual([
          [`Report of reviewer ${assignments[0].label}`, 'refused'],
          ['Decision: major revision', 'quotes'],
          ['Authors’ reply', 'quotes'],
          ['Decision: accepted', 'quotes'],
        ])
      })

      test('where the invitation did not say so', async () => {
        const mine = settings.review as { publish: string }
        mine.publish = 'off'
        try {
          const { articleId, assignments, author } = await aReviewedCase(journal, editor, {
            ...{ choices: [null, null], answer: null },
          })
          expect(await answerBy(assignments[0], 'named')).toMatchObject({ status: 409, body: { message: NOT_ASKED } })
          mine.publish = 'reports'
          const seen = await plan(articleId)
          expect(seen.rounds).toEqual([])
          expect(seen.heldBack.filter(({ title }) => title.startsWith('Report')).map(({ why }) => why)).toEqual([
            ...['policy', 'policy', 'policy'],
          ])
          // The author is asked by what the journal does today.
          const manuscript = (await journal.get(`/manuscripts/${articleId}`, { as: author })).body
          expect(manuscript.publication).toEqual({ answer: null, isPublished: false })
        } finally {
          mine.publish = 'reports'
        }
      })

      test.each([
        ['the report of one who does not sign', { second: 'Careful work.\n\nTendai Moyo' }],
        ['initials below it', { second: 'Careful work.\n\nTM' }],
        ['the letter', { letter: 'Dear authors,\n\nDr Moyo welcomes the work.' }],
        ['the reply', { reply: 'We thank Dr. Moyo.' }],
      ])('if they name who does not sign: %s', async (_where, texts) => {
        const { articleId } = await aReviewedCase(journal, editor, { texts })
        const seen = await plan(articleId)
        expect(seen.heldBack[0]).toMatchObject({ why: 'names', round: 1 })
        expect(JSON.stringify(seen.rounds)).not.toMatch(/Moyo|TM"/)
      })

      test('if the author or a reviewer changes their mind before, and an editor who has seen more is refused', async () => {
        const { articleId, assignments, author } = await aReviewedCase(journal, editor)
        const before = await digestOf(journal.database, articleId)
        expect((await answerBy(assignments[0], 'none')).body.publication).toMatchObject({
          choice: 'none',
          published: null,
        })
        expect(await approve(articleId, before)).toMatchObject({ status: 409, body: { message: OTHERS_BY_NOW } })
        const refused = { answer: 'no' }
        const answered = await journal.put(`/manuscripts/${articleId}/published-reviews`, refused, { as: author })
        expect(answered.body.publication).toEqual({ answer: 'no', isPublished: false })
        expect(await approve(articleId, await digestOf(journal.database, articleId))).toMatchObject({ status: 409 })
      })
    })

    describe('once they are public', () => {
      let reviewed: Awaited<ReturnType<typeof aPublishedReview>>
      beforeEach(async () => {
        reviewed = await aPublishedReview(journal, editor)
      })

      test('a reviewer can take the name away: the text stays, and copies and deposits follow', async () => {
        const { articleId, assignments } = reviewed
        const before = await published(articleId)
        const { changed_at } = await journal.database.db
          .selectFrom('harvest_records')
          .select('changed_at')
          .where('article_id', '=', articleId)
          .executeTakeFirstOrThrow()
        expect((await answerBy(assignments[0], 'unsigned')).body.publication).toMatchObject({
          ...{ choice: 'unsigned', published: 'unsigned' },
        })
        const after = await published(articleId)
        expect(JSON.stringify(after)).not.toContain('Lindqvist')
        const texts = ({ rounds }: PublishedReviews) => rounds.flatMap((round) => round.texts.map(({ text }) => text))
        expect(texts(after)).toEqual(texts(before))
        expect((await journal.app.inject(`/blog/${articleId}.xml`)).body).not.toContain('Lindqvist')
        const again = (await deposits(articleId)).filter(({ state }) => state === 'waiting')
        expect(again.filter(({ reason }) => reason === 'correction')).toHaveLength(1)
        const record = await journal.database.db
          .selectFrom('harvest_records')
          .select('changed_at')
          .where('article_id', '=', articleId)
          .executeTakeFirstOrThrow()
        expect(record.changed_at > changed_at).toBe(true)
        expect(await answerBy(assignments[0], 'named')).toMatchObject({
          ...{ status: 409, body: { message: ALREADY_UNSIGNED } },
        })
      })

      test('the author’s answer stays', async () => {
        const { articleId, author } = reviewed
        expect(
          await journal.put(`/manuscripts/${articleId}/published-reviews`, { answer: 'no' }, { as: author }),
        ).toMatchObject({ status: 409, body: { message: PUBLISHED_ALREADY } })
      })

      test('a reviewer who is erased signs nothing any more', async () => {
        const { articleId, reviewers } = reviewed
        const hashes = new AddressHashes(Buffer.alloc(48))
        await journal.database.transaction((tx) =>
          eraseReviewer(tx, { actorId: editor.user.id, hashes, parts: [eraseFromCases] } as never, reviewers[0].id),
        )
        expect(JSON.stringify(await published(articleId))).not.toContain('Lindqvist')
        const left = await journal.database.db
          .selectFrom('review_consents')
          .select('choice')
          .where('reviewer_id', '=', reviewers[0].id)
          .execute()
        expect(left).toEqual([])
      })

      test('a retraction leaves them, a removal hides them', async () => {
        const second = await aSignedIn(journal, { role: 'admin' })
        const { articleId } = reviewed
        await aNotice(journal, [editor, second], 'retraction', [articleId])
        expect(await published(articleId)).toMatchObject({
          standing: 'retracted',
          title: expect.stringMatching(/^RETRACTED/),
        })
        expect((await published(articleId)).rounds).toHaveLength(2)
        await aNotice(journal, [editor, second], 'removal', [articleId])
        expect(await published(articleId)).toMatchObject({ standing: 'removed', rounds: [] })
        expect((await journal.app.inject(`/blog/${articleId}.xml`)).body).not.toContain('<sub-article')
        expect((await journal.app.inject('/sitemap.xml')).body).not.toContain(`/blog/${articleId}/reviews`)
        expect((await journal.get(`/posts/details/${articleId}`)).body.reviewsPublished).toBe(0)
      })
    })

    describe('of an article that is public already', () => {
      test('are added by an editor of the journal, once', async () => {
        const { articleId, assignments } = await aReviewedCase(journal, editor, { choices: [null, 'unsigned'] })
        const add = async () =>
          journal.post(
            `/cases/${articleId}/published-reviews`,
            { digest: await digestOf(journal.database, articleId) },
            { as: editor },
          )
        expect((await add()).status).toBe(409)
        expect((await approve(articleId)).status).toBe(200)
        expect(await add()).toMatchObject({ status: 201, body: { message: 'Reviews published' } })
        expect(titles(await published(articleId)).flat()).toHaveLength(2)
        expect((await add()).status).toBe(409)
        // A reviewer answers late: the numbers of what is public stay.
        expect((await answerBy(assignments[0], 'named')).status).toBe(200)
        expect((await plan(articleId)).published).toBe(2)
        expect((await add()).status).toBe(201)
        const { rounds } = await published(articleId)
        const ids = rounds.flatMap(({ texts }) => texts.map(({ id }) => id)).toSorted()
        expect(ids).toEqual(['a1', 'd1', 'd2', 'r1', 'r2', 'r3'])
        const marta = rounds[0]!.texts.find(({ label }) => label === assignments[0].label)
        expect(marta).toMatchObject({ id: 'r3', signedBy: { name: 'Marta Lindqvist' } })
      })

      test('by two editors at once are published once', async () => {
        const { articleId } = await aReviewedCase(journal, editor)
        expect((await approve(articleId)).status).toBe(200)
        const digest = await digestOf(journal.database, articleId)
        const both = await Promise.all(
          [1, 2].map(() => journal.post(`/cases/${articleId}/published-reviews`, { digest }, { as: editor })),
        )
        expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
        expect(titles(await published(articleId)).flat()).toHaveLength(6)
      })
    })
  })
})
