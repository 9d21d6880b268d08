import { beforeAll, describe, expect, test } from 'vitest'
import { aCategory, anArticle, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aDocx, aMultipart } from '../../../../tests/support/multipart.ts'
import { newId } from '../../../platform/ids.ts'

const SUGGESTED = {
  kind: 'suggest',
  fullName: 'Suggested Person',
  email: 'Suggested@kew.test',
  affiliation: 'Kew',
  reason: 'Knows mosses',
}
const OPPOSED = { kind: 'oppose', fullName: 'Opposed Person', reason: 'A competitor' }

describe('whom authors suggest and oppose', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let admin: SignedIn
    let categoryId: string
    beforeAll(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      admin = await aSignedIn(journal, { role: 'admin' })
      categoryId = (await aCategory(journal.database)).id
    })
    const submit = async (more: object) => {
      const { body, headers } = aMultipart({ name: 'paper.docx', content: aDocx() })
      const file = (await journal.send('POST', '/files/upload', body, { as: author, headers })).body.url
      const contributors = [
        { fullName: 'Ayesha Malik', email: 'ayesha@plants.test', affiliation: 'Multan', role: 'Author' },
      ]
      const texts = {
        title: 'Seed rain',
        categoryId,
        excerpt: 'Seeds fall near.',
        keywords: 'seeds',
        abstract: '<p>We counted.</p>',
      }
      return journal.post('/posts', { ...texts, files: [file], contributors, ...more }, { as: author })
    }
    const details = (id: string, as?: SignedIn) => journal.get(`/posts/details/${id}`, { as })
    const stored = (id: string) =>
      journal.database.db
        .selectFrom('reviewer_suggestions')
        .select(['full_name', 'email', 'kind', 'source', 'used_at'])
        .where('article_id', '=', id)
        .orderBy('position')
        .execute()

    test('come with a submission, and are answered to its submitter and administrators only', async () => {
      const made = await submit({ reviewerSuggestions: [SUGGESTED, OPPOSED] })
      expect(made.status, made.text).toBe(201)
      const { id } = made.body
      const answered = [
        { ...SUGGESTED, email: 'suggested@kew.test' },
        { ...OPPOSED, email: null, affiliation: '' },
      ]
      expect(made.body.reviewerSuggestions).toEqual(answered)
      for (const as of [author, admin]) expect((await details(id, as)).body.reviewerSuggestions).toEqual(answered)
      expect((await journal.get('/posts/my-posts', { as: author })).body.data[0].reviewerSuggestions).toEqual(answered)

      // What a reviewer suggests, and which suggestion was used, is for editors.
      await journal.database.db
        .insertInto('reviewer_suggestions')
        .values({
          id: newId(),
          article_id: id,
          position: 0,
          full_name: 'By Reviewer',
          email: null,
          affiliation: '',
          kind: 'suggest',
          source: 'reviewer',
          reason: '',
          created_at: 'x',
        })
        .execute()
      const before = (await details(id, author)).text
      await journal.database.db
        .updateTable('reviewer_suggestions')
        .set({ used_at: '2026-01-01T00:00:00.000Z' })
        .execute()
      expect((await details(id, author)).text).toBe(before)
      expect(before).not.toContain('By Reviewer')
      expect((await details(id, admin)).text).toContain('By Reviewer')

      const at = new Date().toISOString()
      await journal.database.db
        .updateTable('articles')
        .set({ published_at: at, approved_at: at })
        .where('id', '=', id)
        .execute()
      for (const as of [undefined, await aSignedIn(journal)]) {
        for (const path of [`/posts/details/${id}`, '/posts/published', `/posts/category/${categoryId}/published`]) {
          const { status, text } = await journal.get(path, { as })
          expect(status).toBe(200)
          expect(text).not.toMatch(/Suggested|Opposed|Knows mosses|competitor/)
        }
      }
    })

    test('a contributor with the role Reviewer is a suggestion too, once', async () => {
      const person = { affiliation: 'Kew', role: 'Reviewer' }
      const made = await submit({
        reviewerSuggestions: [SUGGESTED],
        contributors: [
          { fullName: 'Ayesha Malik', email: 'ayesha@plants.test', affiliation: 'Multan', role: 'Author' },
          { ...person, fullName: 'Suggested Person', email: 'suggested@kew.test' },
          { ...person, fullName: 'Older Way', email: 'older@kew.test' },
        ],
      })
      expect(made.status, made.text).toBe(201)
      expect((await stored(made.body.id)).map(({ full_name }) => full_name)).toEqual(['Suggested Person', 'Older Way'])
    })

    test.each([
      [
        'without a name',
        [{ ...SUGGESTED, fullName: ' ' }],
        { 'reviewerSuggestions.0.fullName': 'Full name is required' },
      ],
      [
        'without an address',
        [OPPOSED, { ...SUGGESTED, email: '' }],
        { 'reviewerSuggestions.1.email': 'Email is required' },
      ],
      [
        'with a mistyped address',
        [{ ...OPPOSED, email: 'x@' }],
        { 'reviewerSuggestions.0.email': 'Invalid email address' },
      ],
      ['too many', Array(6).fill(SUGGESTED), { reviewerSuggestions: 'Please suggest at most 5 reviewers' }],
      ['too many opposed', Array(6).fill(OPPOSED), { reviewerSuggestions: 'You can exclude up to 5 people' }],
    ])('are refused %s, and nothing is stored', async (_how, reviewerSuggestions, errors) => {
      const answer = await submit({ reviewerSuggestions })
      expect([answer.status, answer.body.errors]).toEqual([400, errors])
    })

    test('go with their article', async () => {
      const { body } = await submit({ reviewerSuggestions: [SUGGESTED] })
      expect(await stored(body.id)).toHaveLength(1)
      expect((await journal.send('DELETE', `/posts/delete/${body.id}`, undefined, { as: author })).status).toBe(200)
      expect(await stored(body.id)).toEqual([])
      expect((await details((await anArticle(journal.database)).id, admin)).body.reviewerSuggestions).toEqual([])
    })
  })
})
