import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { apiTable } from '../../src/contract/api/api.ts'
import { ACCESS } from '../../src/contract/rules/accounts/access.ts'
import type { Endpoint } from '../../src/contract/api/endpoint.ts'
import { inputTravelsInQuery, pathNames } from '../../src/contract/rules/site/paths.ts'
import { ErrorBody } from '../../src/contract/api/errors.ts'
import { PASSWORD } from '../support/builders.ts'
import { aGround, CALLERS, type CallerName, type Ground } from './bad-inputs/ground.ts'
import { anything, asQuery, inPath, inputOf, segments, withoutKeys } from './bad-inputs/made-up.ts'
import { expectSound } from './bad-inputs/sound.ts'
import { Tally } from './bad-inputs/tally.ts'
import { eachDatabase, type Answer, type TestJournal } from '../support/databases.ts'
import { LONG, times } from '../support/long.ts'

// Passwords are not hashed here, to save time: the code around hashing is tested.
vi.mock('../../src/journal/accounts/users/passwords.ts', () => ({
  hashPassword: async (password: string) => `not hashed: ${password.length}`,
  passwordMatches: async (_hash: string | null, password: string) => password === PASSWORD,
}))

const endpoints = Object.entries(apiTable).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${noun}.${verb}`, endpoint]),
)
const writing = endpoints.filter(([, { method }]) => !inputTravelsInQuery(method))
const reading = endpoints.filter(([, { method }]) => inputTravelsInQuery(method))

/** Bodies for each call: 100,000 in the long form, and a fifth as many on PostgreSQL. */
const BODIES = times(100, Math.ceil(100_000 / writing.length))
const QUERIES = times(10, 400)
/** After so many the objects have been changed, decided and deleted: new ones are made. */
const UNTIL_NEW_GROUND = 400

const Refused = ErrorBody.strict()

function expectNoFault(answer: Answer, journal: TestJournal): void {
  expect(answer.status, journal.logged.join('\n')).toBeLessThan(500)
  if (answer.status >= 400) expect(Refused.safeParse(answer.body).success, answer.text).toBe(true)
}

/** Mostly the caller with the most access to a call; at times everybody else. */
const caller = ({ access }: Endpoint): fc.Arbitrary<CallerName> => {
  const { credential, role } = ACCESS[access]
  const entitled: CallerName[] =
    credential === 'none'
      ? ['visitor']
      : credential === 'review link'
        ? ['agreed', 'invited', 'submitted', 'colleague']
        : credential === 'author link'
          ? ['named author']
          : credential === 'notice link'
            ? ['asked author']
            : credential === 'report link'
              ? ['requester']
              : credential === 'follow link'
                ? ['follower']
                : role === 'admin'
                  ? ['admin']
                  : ['admin', 'submitter', 'guest editor']
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...entitled) },
    { weight: 1, arbitrary: fc.constantFrom(...CALLERS) },
  )
}

describe('whatever is sent, nothing fails', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let ground: Ground
    let batches = 0
    const tally = new Tally(`Generated input on ${engine}`)
    const runs = (count: number) => Math.ceil(engine === 'sqlite' ? count : count / 5)
    beforeAll(async () => {
      journal = await open()
      ground = await aGround(journal)
    })
    afterAll(async () => {
      tally.print()
      await expectSound(journal)
    })

    /** Sends generated input in batches; after each the journal is what it should be. */
    async function sendAll(
      name: string,
      count: number,
      send: () => fc.Arbitrary<() => Promise<Answer>>,
    ): Promise<void> {
      for (let left = count; left > 0; left -= UNTIL_NEW_GROUND) {
        if (LONG) ground = await aGround(journal)
        else if (++batches % 8 === 0) await ground.renew()
        const property = fc.asyncProperty(send(), async (sending) => {
          const answer = await sending()
          tally.count(name, answer.status)
          expectNoFault(answer, journal)
        })
        await fc.assert(property, { numRuns: Math.min(left, UNTIL_NEW_GROUND), endOnFailure: true })
        if (LONG) await expectSound(journal)
      }
      expect(journal.logged).toEqual([])
    }
    const pools = () => ground.pools

    test.each(writing)('%s', (name, endpoint) =>
      sendAll(name, runs(BODIES), () =>
        fc
          .tuple(
            fc.oneof({ weight: 19, arbitrary: inputOf(endpoint, pools) }, { weight: 1, arbitrary: anything }),
            segments(endpoint, pools),
            caller(endpoint),
          )
          .map(([input, parts, who]) => {
            const names = pathNames(endpoint.path)
            const body = typeof input === 'object' && input !== null ? withoutKeys(input, names) : input
            const call = () =>
              journal.send(endpoint.method, inPath(endpoint, parts), JSON.stringify(body) ?? '', {
                as: ground.callers[who],
                headers: { 'content-type': 'application/json' },
              })
            return Object.assign(call, { toString: () => `${who}: ${inPath(endpoint, parts)} ${JSON.stringify(body)}` })
          }),
      ),
    )

    test.each(reading)('%s', (name, endpoint) =>
      sendAll(name, runs(QUERIES), () =>
        fc.tuple(inputOf(endpoint, pools), segments(endpoint, pools), caller(endpoint)).map(([input, parts, who]) => {
          const path = inPath(endpoint, parts) + asQuery(withoutKeys(input, pathNames(endpoint.path)))
          const call = () => journal.send(endpoint.method, path, undefined, { as: ground.callers[who] })
          return Object.assign(call, { toString: () => `${who}: ${path}` })
        }),
      ),
    )

    test('bodies that are no JSON', async () => {
      const types = fc.constantFrom(
        'application/json',
        'application/json; charset=utf-16',
        'text/json',
        'multipart/form-data',
      )
      await sendAll('no JSON', runs(times(10, 2000)), () =>
        fc.tuple(fc.uint8Array({ maxLength: 200 }), types).map(
          ([bytes, type]) =>
            () =>
              journal.post('/auth/login', Buffer.from(bytes), { headers: { 'content-type': type } }),
        ),
      )
    })
  })
})
