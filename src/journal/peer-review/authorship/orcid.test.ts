import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { anOrcidProvider, type OrcidProvider } from '../../../../tests/support/orcid-provider.ts'
import { aCase } from '../../../../tests/support/review-builders.ts'
import { NOT_NAMED } from '../../../contract/rules/peer-review/authorship.ts'
import { newId } from '../../../platform/ids.ts'
import { CALLBACK_PATH } from '../../accounts/users/orcid-connection.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { askAgain, askAuthors } from './confirmations.ts'
import { NOT_AFTER_NO, OF_ANOTHER } from './connect-orcid.ts'
import { makePersonLink } from './links.ts'

const PUBLIC_URL = 'http://journal.test'
const MINE = '0000-0002-1825-0097'

describe('connecting an ORCID iD by link', () => {
  let provider: OrcidProvider
  beforeAll(async () => {
    provider = await anOrcidProvider(PUBLIC_URL + CALLBACK_PATH)
  })
  afterAll(() => provider.close())

  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open({ publicUrl: PUBLIC_URL, orcid: provider })
    })

    async function aManuscript() {
      const { user } = await aSignedIn(journal)
      const others = ['Bruno Kovář', 'Carla Rossi'].map((full_name) => ({
        ...{ role: 'Author' as const, full_name, email: `a${newId()}@plants.test` },
      }))
      const own = { role: 'Corresponding Author' as const, full_name: 'Ayesha Malik', email: user.email }
      const { id } = await aCase(journal.database, { submitter: user, contributors: [own, ...others] })
      await journal.database.transaction((tx) => askAgain(tx, id, user.id))
      const callsOf = async (email: string) => {
        const link = await journal.database.transaction((tx) =>
          makePersonLink(tx, '', { purpose: 'authorship', subjectId: id, email }),
        )
        const headers = { authorization: `Author ${link.split('#')[1]!}` }
        return (path: string, body: unknown = {}) => journal.post(`/authorship/${path}`, body, { headers })
      }
      const iDs = async () => (await loadAuthors(journal.database.db, [id])).map(({ orcidId }) => orcidId)
      return { id, iDs, bruno: await callsOf(others[0]!.email), carla: await callsOf(others[1]!.email) }
    }
    /** Signs in at ORCID as the owner of `MINE`; where the browser is sent then. */
    async function prove(calls: Awaited<ReturnType<typeof aManuscript>>['bruno']) {
      provider.signInAs(MINE)
      const { body, headers } = await calls('orcid/authorize')
      const address = await provider.authorize(body.url as string)
      const answer = await journal.app.inject({
        url: address.pathname + address.search,
        headers: { cookie: String(headers['set-cookie']).split(';')[0]! },
      })
      return answer.headers.location
    }

    test('comes back to the page, and puts the iD beside the own name as authenticated', async () => {
      const { id, bruno, carla } = await aManuscript()
      const { version: before } = await journal.database.db
        .selectFrom('articles')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect((await bruno('open')).body).toMatchObject({ mayConnectOrcid: true, you: { orcid: null } })
      expect((await bruno('orcid', { orcid: MINE })).status).toBe(403)
      expect(await prove(bruno)).toBe(`${PUBLIC_URL}/authorship?orcid=${MINE}`)
      // What one author has proven is nobody else's.
      expect((await carla('orcid', { orcid: MINE })).status).toBe(403)
      expect(await bruno('orcid', { orcid: MINE })).toMatchObject({
        status: 200,
        body: { you: { orcid: MINE, orcidAuthenticated: true } },
      })
      const authors = await loadAuthors(journal.database.db, [id])
      expect(authors[1]!.orcidAuthenticatedAt).not.toBeNull()
      expect(
        await journal.database.db
          .selectFrom('contributors')
          .innerJoin('article_contributors', 'article_contributors.contributor_id', 'contributors.id')
          .innerJoin('articles', 'articles.id', 'article_contributors.article_id')
          .select(['contributors.profile_url', 'articles.version'])
          .where('contributors.id', '=', authors[1]!.id)
          .executeTakeFirst(),
      ).toEqual({ profile_url: `https://orcid.org/${MINE}`, version: before + 1 })
    })

    test('is refused for an author who says that the list is wrong, and for one who is removed', async () => {
      const { id, iDs, bruno } = await aManuscript()
      const { digest } = (await bruno('open')).body
      await prove(bruno)
      await bruno('answer', { digest, answer: 'declined', reason: 'I took no part.' })
      expect((await bruno('open')).body.mayConnectOrcid).toBe(false)
      expect((await bruno('orcid/authorize')).body.url).toBeNull()
      expect(await bruno('orcid', { orcid: MINE })).toMatchObject({ status: 409, body: { message: NOT_AFTER_NO } })
      await journal.database.transaction(async (tx) =>
        askAuthors(
          tx,
          id,
          (await loadAuthors(tx, [id])).filter(({ fullName }) => fullName !== 'Bruno Kovář'),
          { by: null },
        ),
      )
      expect((await bruno('open')).body).toMatchObject({ mayConnectOrcid: false, you: { place: null } })
      expect(await bruno('orcid', { orcid: MINE })).toMatchObject({ status: 404, body: { message: NOT_NAMED } })
      expect(await iDs()).toEqual([null, null, null])
    })

    test('is refused for an iD that another author of the manuscript has, and asks nobody again', async () => {
      const { iDs, bruno, carla } = await aManuscript()
      await bruno('answer', { digest: (await bruno('open')).body.digest, answer: 'confirmed' })
      await prove(bruno)
      await bruno('orcid', { orcid: MINE })
      expect((await bruno('open')).body.you.state).toBe('confirmed')
      await prove(carla)
      expect(await carla('orcid', { orcid: MINE })).toMatchObject({ status: 409, body: { message: OF_ANOTHER } })
      expect(await iDs()).toEqual([null, MINE, null])
    })
  })
})
