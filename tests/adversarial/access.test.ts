import { beforeAll, describe, expect, test } from 'vitest'
import { ACCESS } from '../../src/contract/rules/accounts/access.ts'
import { addressOf, bodyOf, cases, endpoints, TABLE, WHO, type Who } from './access-cases.ts'
import { aSignedIn, type SignedIn } from '../support/builders.ts'
import { eachDatabase, IN_SECOND_TIER, type TestJournal } from '../support/databases.ts'

test('the table has every call, and no other', () => {
  expect(Object.keys(TABLE).sort()).toEqual(endpoints.map(([call]) => call).sort())
})

test.each(endpoints)('the contract and the table say the same of %s', (call, { access }) => {
  for (const [about, , [visitor, another, owner]] of TABLE[call]!) {
    const { required, role } = ACCESS[access]
    // Signing in answers 401 to wrong credentials.
    if (!/^session\.(login|refresh|secondFactor)$/.test(call)) expect(visitor === 401, about).toBe(required)
    if (role === 'admin') expect([another, owner], about).toEqual([403, 403])
  }
})

describe('who may do what', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    interface People {
      owner: SignedIn
      administrator: SignedIn
      callers: Record<Who, SignedIn | undefined>
    }
    let people: People | undefined
    const newPeople = async (): Promise<People> => {
      const owner = await aSignedIn(journal)
      const administrator = await aSignedIn(journal, { role: 'admin' })
      const another = await aSignedIn(journal)
      return {
        owner,
        administrator,
        callers: { visitor: undefined, 'another author': another, 'its owner': owner, administrator },
      }
    }

    /** What a refused call must not change. */
    const traces = () => {
      const { db } = journal.database
      const entries = db.selectFrom('audit_entries').select(db.fn.countAll().as('entries'))
      return db
        .selectFrom('site_version')
        .select(['version', entries.as('entries')])
        .executeTakeFirstOrThrow()
    }

    test.each(cases)('$named', async ({ endpoint, method, send, answers }) => {
      // What was only read, or refused, is there for the next caller too.
      let sent: Awaited<ReturnType<typeof send>> | undefined
      let before: Awaited<ReturnType<typeof traces>> | undefined
      for (const [at, who] of WHO.entries()) {
        if (!people) sent = undefined
        people ??= await newPeople()
        const { owner, administrator, callers } = people
        if (!sent) before = undefined
        sent ??= await send({ journal, owner, administrator })
        const { path = {}, query = {}, body, headers = {} } = sent
        before ??= await traces()
        const answer = await journal.send(method, addressOf(endpoint, path, query), bodyOf(method, body), {
          as: callers[who],
          headers,
        })
        expect(answer.status, `${who}: ${answer.text}`).toBe(answers[at])
        // What was done may have ended a session or changed a role; reading and what was refused change nothing.
        if (method !== 'GET' && answer.status < 400) people = undefined
        // Refused sign-ins are expected in the log.
        const logged = endpoint.path === '/auth/login' && answer.status === 401
        if ([401, 403, 404].includes(answer.status) && !logged) expect(await traces(), who).toEqual(before)
        else before = undefined
        if (ACCESS[endpoint.access].credential !== 'none' && callers[who]) {
          expect(answer.headers['cache-control'], who).toMatch(/no-store/)
        }
      }
    })
  }, IN_SECOND_TIER)
})
