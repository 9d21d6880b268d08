import { affiliationsOfText } from '../../../contract/rules/people/affiliations.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { ORCID_INVALID } from '../../../contract/rules/people/identifiers.ts'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { anArticle, aSignedIn, type ArticleOptions, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { siteVersion } from '../../../platform/database/site-version.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'

const UNKNOWN = '222222222222'

describe('the authors of an article', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
    })

    const aPending = (options: ArticleOptions = {}): Promise<ArticleRow> =>
      anArticle(journal.database, { state: 'pending', submitter: author.user, ...options })
    const version = () => siteVersion(journal.database.db)
    const updatedAt = async (id: string) =>
      (
        await journal.database.db
          .selectFrom('articles')
          .select('updated_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).updated_at
    const audited = (subject: string) => loadAuditEntries(journal.database, subject)
    const PERSON = {
      fullName: 'Dalia Haddad',
      email: 'Dalia@Plants.test',
      affiliation: 'Herbarium, Amman',
      orcidId: '0000-0002-1825-0097',
      role: 'Author',
    }
    const ANOTHER_ORCID = '0000-0001-5109-3700'
    const add = (id: string, person: unknown, as: SignedIn | undefined = admin) =>
      journal.post(`/posts/${id}/contributors`, person, { as })
    const change = (id: string, contributorId: string, person: unknown, as: SignedIn | undefined = admin) =>
      journal.put(`/posts/${id}/contributors/${contributorId}`, person, { as })
    const remove = (id: string, contributorId: string, as: SignedIn | undefined = admin) =>
      journal.send('DELETE', `/posts/${id}/contributors/${contributorId}`, undefined, { as })
    const people = (article: { contributors: { contributor: { fullName: string } }[] }) =>
      article.contributors.map(({ contributor }) => contributor.fullName)
    const idOf = async (articleId: string, fullName: string): Promise<string> => {
      const { body } = await journal.get(`/posts/details/${articleId}`, { as: admin })
      return body.contributors.find(
        (one: { contributor: { fullName: string } }) => one.contributor.fullName === fullName,
      ).contributorId
    }
    const shownToAll = async (id: string) => (await journal.get(`/posts/details/${id}`)).body

    test('can be added, at the end', async () => {
      const article = await anArticle(journal.database, { contributors: [{ full_name: 'Ayesha Malik' }] })
      const before = await version()
      const answer = await add(article.id, PERSON)
      expect(answer.status, answer.text).toBe(201)
      expect(people(answer.body)).toEqual(['Ayesha Malik', 'Dalia Haddad'])
      expect(answer.body.contributors[1]).toMatchObject({
        role: 'Author',
        contributor: {
          email: 'dalia@plants.test',
          affiliation: 'Herbarium, Amman',
          orcidId: PERSON.orcidId,
          orcidAuthenticated: false,
          profileUrl: `https://orcid.org/${PERSON.orcidId}`,
        },
      })
      expect(people(await shownToAll(article.id))).toEqual(['Ayesha Malik', 'Dalia Haddad'])
      expect(await version()).toBe(before + 1)
      expect((await updatedAt(article.id)) > article.updated_at).toBe(true)
      expect(await audited(article.id)).toEqual([
        {
          actor_id: admin.user.id,
          action: 'article.add-contributor',
          before: null,
          after: {
            ...PERSON,
            ...{ familyName: 'Haddad', givenNames: 'Dalia', isGroup: false, email: 'dalia@plants.test' },
            affiliations: affiliationsOfText('Herbarium, Amman'),
            credit: [],
          },
        },
      ])
    })

    test('can be people with names and affiliations in parts, and groups', async () => {
      const article = await anArticle(journal.database)
      const { role, email } = PERSON
      const hoa = { fullName: 'Nguyễn Thị Hòa', familyName: 'Nguyễn', givenNames: 'Thị Hòa' }
      const affiliations = [
        {
          institution: 'Vietnam National University',
          department: 'Faculty of Biology',
          city: 'Hanoi',
          ror: '02jmfj006',
        },
        { institution: 'Fern Society' },
      ]
      await add(article.id, { ...hoa, email, role, affiliations })
      await add(article.id, { fullName: 'Flora Consortium', isGroup: true, email, role, affiliation: 'Hanoi' })
      const [, , , person, group] = (await journal.get(`/posts/details/${article.id}`, { as: admin })).body.contributors
      expect(person.contributor).toMatchObject({
        ...hoa,
        isGroup: false,
        affiliation: 'Faculty of Biology, Vietnam National University, Hanoi; Fern Society',
        affiliations: [
          {
            ...{ ...affiliations[0], ror: 'https://ror.org/02jmfj006', country: null },
            line: 'Faculty of Biology, Vietnam National University, Hanoi',
          },
          { institution: 'Fern Society', line: 'Fern Society' },
        ],
      })
      expect(group.contributor).toMatchObject({ fullName: 'Flora Consortium', familyName: null, isGroup: true })
      const ris = await journal.app.inject({ url: `/blog/${article.id}.ris` })
      expect(ris.body).toContain('AU  - Nguyễn, Thị Hòa\r\nAU  - Flora Consortium\r\n')
    })

    test('keep the parts of a name and of affiliations when the texts are sent again', async () => {
      const article = await anArticle(journal.database)
      const { role, email } = PERSON
      const sent = { fullName: 'Nguyễn Thị Hòa', familyName: 'Nguyễn', givenNames: 'Thị Hòa', email, role }
      const added = await add(article.id, { ...sent, affiliations: [{ institution: 'VNU', city: 'Hanoi' }] })
      const { contributorId, contributor } = added.body.contributors[3]
      const { fullName, affiliation } = contributor
      const answer = await change(article.id, contributorId, { fullName, affiliation, email: 'hoa@plants.test', role })
      expect(answer.body.contributors[3].contributor).toEqual({ ...contributor, email: 'hoa@plants.test' })
    })

    test('can be changed', async () => {
      const article = await anArticle(journal.database, {
        contributors: [
          { role: 'Corresponding Author', full_name: 'Ayesha Malik' },
          {
            full_name: 'Dalia Haddad',
            family_name: 'Haddad',
            given_names: 'Dalia',
            orcid: PERSON.orcidId,
            orcid_authenticated_at: '2026-01-01T00:00:00.000Z',
            affiliation: 'Amman',
          },
        ],
      })
      const id = await idOf(article.id, 'Dalia Haddad')
      const same = await change(article.id, id, PERSON)
      expect(same.status, same.text).toBe(200)
      expect(same.body.contributors[1].contributor).toMatchObject({
        familyName: 'Haddad',
        orcidAuthenticated: true,
        affiliation: 'Herbarium, Amman',
      })
      const changed = await change(article.id, id, {
        ...PERSON,
        fullName: 'Dalia Haddad-Qasim',
        orcidId: ANOTHER_ORCID.toLowerCase(),
        role: 'Reviewer',
      })
      expect(changed.body.contributors[1]).toMatchObject({
        contributorId: id,
        role: 'Reviewer',
        contributor: {
          fullName: 'Dalia Haddad-Qasim',
          familyName: 'Haddad-Qasim',
          givenNames: 'Dalia',
          orcidId: ANOTHER_ORCID,
          orcidAuthenticated: false,
          profileUrl: `https://orcid.org/${ANOTHER_ORCID}`,
        },
      })
      expect(people(await shownToAll(article.id))).toEqual(['Ayesha Malik'])
      const without = await journal.send(
        'PATCH',
        `/posts/${article.id}/contributors/${id}`,
        {
          ...PERSON,
          orcidId: null,
        },
        { as: admin },
      )
      expect(without.body.contributors[1].contributor).toMatchObject({ orcidId: null, profileUrl: null })
      const entries = await audited(article.id)
      expect(entries.map(({ action }) => action)).toEqual(Array(3).fill('article.change-contributor'))
      expect(entries[0]).toMatchObject({
        before: { affiliation: 'Amman' },
        after: { affiliation: 'Herbarium, Amman' },
      })
    })

    test('have done what editors say', async () => {
      const article = await anArticle(journal.database, { contributors: [{ full_name: 'Ayesha Malik' }] })
      const id = await idOf(article.id, 'Ayesha Malik')
      const said = async () => {
        const { credit, creditSaidBy } = (await shownToAll(article.id)).contributors[0].contributor
        return { credit, creditSaidBy }
      }
      expect(await said()).toEqual({ credit: [], creditSaidBy: null })
      const person = { ...PERSON, fullName: 'Ayesha Malik' }
      expect((await change(article.id, id, { ...person, credit: ['software', 'methodology'] })).status).toBe(200)
      expect(await said()).toEqual({ credit: ['methodology', 'software'], creditSaidBy: 'editor' })
      // An older client does not know of them.
      expect((await change(article.id, id, person)).status).toBe(200)
      expect(await said()).toEqual({ credit: ['methodology', 'software'], creditSaidBy: 'editor' })
    })

    test('can be removed, but not the last one', async () => {
      const article = await anArticle(journal.database)
      const [first, second, reviewer] = [
        await idOf(article.id, 'Ayesha Malik'),
        await idOf(article.id, 'Bruno Kovář'),
        await idOf(article.id, 'Reviewer-Secret Person'),
      ]
      const answer = await remove(article.id, first)
      expect(answer.status, answer.text).toBe(200)
      expect(people(answer.body)).toEqual(['Bruno Kovář', 'Reviewer-Secret Person'])
      expect(people(await shownToAll(article.id))).toEqual(['Bruno Kovář'])
      const { db } = journal.database
      expect(await db.selectFrom('contributors').select('id').where('id', '=', first).execute()).toEqual([])

      const message = 'At least one author is required to submit the research'
      const last = await remove(article.id, second)
      expect(last.status).toBe(409)
      expect(last.body.message).toBe(message)
      const asReviewer = await change(article.id, second, { ...PERSON, role: 'Reviewer' })
      expect(asReviewer.status).toBe(409)
      expect(asReviewer.body.message).toBe(message)
      expect((await change(article.id, reviewer, { ...PERSON, role: 'Reviewer' })).status).toBe(200)
      expect((await remove(article.id, reviewer)).status).toBe(200)
      expect((await remove(article.id, second)).status).toBe(409)
      expect(await audited(article.id)).toMatchObject([
        { action: 'article.remove-contributor', before: { fullName: 'Ayesha Malik' }, after: null },
        { action: 'article.change-contributor' },
        { action: 'article.remove-contributor', before: { fullName: 'Dalia Haddad' } },
      ])
    })

    test('two removed at the same moment leave one', async () => {
      const article = await anArticle(journal.database)
      const ids = [await idOf(article.id, 'Ayesha Malik'), await idOf(article.id, 'Bruno Kovář')]
      const answers = await Promise.all(ids.map((id) => remove(article.id, id)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    })

    test('eight added at the same moment are all there', async () => {
      const article = await anArticle(journal.database, { contributors: [] })
      const names = Array.from({ length: 8 }, (_, number) => `Author ${number}`)
      const answers = await Promise.all(names.map((fullName) => add(article.id, { ...PERSON, fullName })))
      expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201))
      expect(people(await shownToAll(article.id)).sort()).toEqual(names)
    })

    test('are a hundred at most', async () => {
      const article = await aPending({ contributors: Array.from({ length: 100 }, () => ({})) })
      const answer = await add(article.id, PERSON)
      expect(answer.status).toBe(409)
      expect(answer.body.message).toBe('You can add up to 100 authors')
    })

    test('of an unpublished article change nothing that is kept for readers', async () => {
      const article = await aPending()
      const before = await version()
      expect((await add(article.id, PERSON)).status).toBe(201)
      expect(await version()).toBe(before)
    })

    test.each([
      [{ fullName: '' }, 'fullName', 'Full name is required'],
      [{ email: '' }, 'email', 'Email is required'],
      [{ email: 'nobody' }, 'email', 'Invalid email address'],
      [{ affiliation: ' ' }, 'affiliation', 'Affiliation is required'],
      [{ role: 'Editor' }, 'role', 'Role is required'],
      [{ orcidId: '0000-0002-1825-0098' }, 'orcidId', ORCID_INVALID],
    ])('are checked in the words of the wizard: %o', async (wrong, field, message) => {
      const article = await aPending()
      const id = await idOf(article.id, 'Ayesha Malik')
      for (const answer of [
        await add(article.id, { ...PERSON, ...wrong }),
        await change(article.id, id, { ...PERSON, ...wrong }),
      ]) {
        expect(answer.status).toBe(400)
        expect(answer.body.errors).toEqual({ [field]: message })
      }
    })

    test('are changed by administrators alone, and only where they are', async () => {
      const [article, other] = [await aPending(), await aPending()]
      const id = await idOf(article.id, 'Ayesha Malik')
      const all = (as: SignedIn | undefined, articleId = article.id, contributorId = id) =>
        Promise.all([
          journal.put(`/posts/${articleId}/contributors/${contributorId}`, PERSON, { as }),
          journal.send('DELETE', `/posts/${articleId}/contributors/${contributorId}`, undefined, { as }),
        ]).then((answers) => answers.map(({ status, body }) => [status, body.message]))
      expect((await add(article.id, PERSON, author)).status).toBe(403)
      expect((await journal.post(`/posts/${article.id}/contributors`, PERSON)).status).toBe(401)
      expect((await all(author)).map(([status]) => status)).toEqual([403, 403])
      expect((await all(undefined)).map(([status]) => status)).toEqual([401, 401])
      const gone = [404, 'Contributor not found']
      expect(await all(admin, other.id)).toEqual([gone, gone])
      expect(await all(admin, article.id, UNKNOWN)).toEqual([gone, gone])
      const noArticle = [404, 'Post not found']
      expect(await all(admin, UNKNOWN)).toEqual([noArticle, noArticle])
      expect((await add(UNKNOWN, PERSON)).status).toBe(404)
      expect(await idOf(article.id, 'Ayesha Malik')).toBe(id)
    })
  })
})
