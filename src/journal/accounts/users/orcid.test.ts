import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORCID_INVALID } from '../../../contract/rules/people/identifiers.ts'
import { aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { anOrcidProvider, type OrcidProvider } from '../../../../tests/support/orcid-provider.ts'
import { CALLBACK_PATH } from './orcid-connection.ts'

const PUBLIC_URL = 'http://journal.test'
const MINE = '0000-0002-1825-0097'
const THEIRS = '0000-0001-5109-3700'

describe('connecting an ORCID iD', () => {
  let provider: OrcidProvider
  beforeAll(async () => {
    provider = await anOrcidProvider(PUBLIC_URL + CALLBACK_PATH)
  })
  afterAll(() => provider.close())

  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    beforeAll(async () => {
      journal = await open({ publicUrl: PUBLIC_URL, orcid: provider })
    })

    /** The first half of the flow: the provider's URL, and the cookie that binds it to this browser. */
    const begin = async (as: SignedIn) => {
      const answer = await journal.post('/users/orcid/authorize', {}, { as })
      return { url: answer.body.url as string, cookie: String(answer.headers['set-cookie']) }
    }
    /** The second half: the callback's response when a browser with `cookie` opens `address`. */
    const comeBack = async (address: URL, cookie: string) => {
      const answer = await journal.app.inject({
        url: address.pathname + address.search,
        headers: { cookie: cookie.split(';')[0]! },
      })
      expect(answer.statusCode).toBe(302)
      return answer.headers.location
    }
    const profileWith = (orcid: string) => `${PUBLIC_URL}/dashboard/edit-profile?orcid=${orcid}`
    const connect = (as: SignedIn, orcid: string, id = as.user.id) =>
      journal.put(`/users/orcid/${id}`, { orcid }, { as })

    test('proves it at ORCID, comes back with it, and keeps it', async () => {
      author = await aSignedIn(journal)
      provider.signInAs(MINE)
      const { url, cookie } = await begin(author)
      expect(url).toMatch(`${provider.url}/oauth/authorize?`)
      expect(new URL(url).searchParams.get('scope')).toBe('/authenticate')
      expect(new URL(url).searchParams.get('response_type')).toBe('code')
      expect(cookie.split('; ').slice(1).sort()).toEqual([
        'HttpOnly',
        'Max-Age=600',
        `Path=${CALLBACK_PATH}`,
        'SameSite=Lax',
        ...(PUBLIC_URL.startsWith('https:') ? ['Secure'] : []),
      ])

      expect((await connect(author, MINE)).status).toBe(403)
      expect(await comeBack(await provider.authorize(url), cookie)).toBe(profileWith(MINE))
      const connected = await connect(author, MINE)
      expect(connected.status, connected.text).toBe(200)
      expect(connected.body).toMatchObject({ orc_id: MINE, orcidProven: true })
    })

    test('an iD that ORCID did not prove for this person is refused', async () => {
      expect((await connect(author, THEIRS)).status).toBe(403)
      expect((await connect(author, '0000-0002-1825-0098')).status).toBe(400)
      expect((await connect(author, 'x')).body.errors).toEqual({
        orcid: ORCID_INVALID,
      })
      const other = await aSignedIn(journal)
      expect((await connect(other, MINE, author.user.id)).status).toBe(403)
      const admin = await aSignedIn(journal, { role: 'admin' })
      expect((await connect(admin, MINE, author.user.id)).status).toBe(403)
    })

    test('an iD that is connected to another account is refused', async () => {
      const other = await aSignedIn(journal)
      provider.signInAs(MINE)
      const { url, cookie } = await begin(other)
      await comeBack(await provider.authorize(url), cookie)
      const answer = await connect(other, MINE)
      expect(answer.status).toBe(409)
      expect(answer.body.message).toBe('This ORCID iD is connected to another account')
    })

    test('saying no proves nothing', async () => {
      const { url, cookie } = await begin(author)
      const back = await provider.authorize(url, 'deny')
      expect(back.searchParams.get('error')).toBe('access_denied')
      expect(await comeBack(back, cookie)).toBe(profileWith('error'))
    })

    test('a state is good once, for ten minutes, in one browser, and only if it was ours', async () => {
      provider.signInAs(THEIRS)
      const first = await begin(author)
      const back = await provider.authorize(first.url)
      const second = await begin(author)
      expect(await comeBack(back, second.cookie)).toBe(profileWith('error'))
      expect(await comeBack(back, first.cookie)).toBe(profileWith(THEIRS))
      expect(await comeBack(back, first.cookie)).toBe(profileWith('error'))

      const late = await provider.authorize(second.url)
      await journal.database.db
        .updateTable('orcid_connections')
        .set({ expires_at: '2020-01-01T00:00:00.000Z' })
        .where('used_at', 'is', null)
        .execute()
      expect(await comeBack(late, second.cookie)).toBe(profileWith('error'))

      const forged = new URL(back)
      forged.searchParams.set('state', 'x'.repeat(43))
      expect(await comeBack(forged, first.cookie)).toBe(profileWith('error'))
    })

    test('the cookie is found among others, and taken back on return', async () => {
      const person = await aSignedIn(journal)
      provider.signInAs(THEIRS)
      const { url, cookie } = await begin(person)
      const address = await provider.authorize(url)
      const answer = await journal.app.inject({
        url: address.pathname + address.search,
        headers: { cookie: `theme=dark; not-orcid=x;; =; ${cookie.split(';')[0]!}; orcid=another; %E0%A4%A=%` },
      })
      expect(answer.headers.location).toBe(profileWith(THEIRS))
      const taken = String(answer.headers['set-cookie'])
      expect(taken).toMatch(/^orcid=;/)
      expect(taken).toContain('Max-Age=0')
      expect(taken).toContain(`Path=${CALLBACK_PATH}`)
    })

    test('a code that was used before proves nothing', async () => {
      provider.signInAs(THEIRS)
      const first = await begin(author)
      const back = await provider.authorize(first.url)
      await comeBack(back, first.cookie)
      const second = await begin(author)
      const replayed = new URL(back)
      replayed.searchParams.set('state', new URL(second.url).searchParams.get('state')!)
      expect(await comeBack(replayed, second.cookie)).toBe(profileWith('error'))
    })

    test('with the provider away the profile says that it failed', async () => {
      const gone = await open({ publicUrl: PUBLIC_URL, orcid: { ...provider, url: 'http://127.0.0.1:1' } })
      const person = await aSignedIn(gone)
      const answer = await gone.post('/users/orcid/authorize', {}, { as: person })
      const state = new URL(answer.body.url as string).searchParams.get('state')
      const back = await gone.app.inject({
        url: `${CALLBACK_PATH}?state=${state}&code=abc`,
        headers: { cookie: String(answer.headers['set-cookie']).split(';')[0]! },
      })
      expect(back.headers.location).toBe(profileWith('error'))
    })
  })
})
