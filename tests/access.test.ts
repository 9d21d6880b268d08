import { beforeAll, describe, expect, test } from 'vitest'
import { apiTable } from '../src/contract/api.ts'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { aSignedIn, type SignedIn } from './builders.ts'
import { eachDatabase, type TestJournal } from './databases.ts'

const endpoints = Object.entries(apiTable).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${noun}.${verb}`, endpoint]),
)

/** What the door itself says to each, before anything else is looked at; null: it opens. */
const DOOR = {
  anyone: { visitor: null, author: null, admin: null },
  'anyone, known if signed in': { visitor: null, author: null, admin: null },
  'signed in': { visitor: 401, author: null, admin: null },
  administrators: { visitor: 401, author: 403, admin: null },
} as const

describe('who may call what', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let people: Record<'visitor' | 'author' | 'admin', SignedIn | undefined>
    beforeAll(async () => {
      journal = await open()
      people = {
        visitor: undefined,
        author: await aSignedIn(journal),
        admin: await aSignedIn(journal, { role: 'admin' }),
      }
    })

    test.each(endpoints)('%s', async (name, endpoint) => {
      const path = endpoint.path.replace(/\{\w+\}/g, '222222222222')
      for (const method of [endpoint.method, ...(endpoint.also ?? [])]) {
        for (const who of ['visitor', 'author', 'admin'] as const) {
          const answer = await journal.send(method, path, method === 'GET' || method === 'DELETE' ? undefined : {}, {
            as: people[who],
          })
          const refused = DOOR[endpoint.access][who]
          if (refused !== null) expect(answer.status, `${method} by ${who}`).toBe(refused)
          // Somebody else's account is nobody's to see: refused by the command, not by the door.
          else if (/^users\.(read|update|connectOrcid)$/.test(name) && who === 'author') continue
          // Sign-in refuses an empty form with 400, never with 'not allowed'.
          else expect([401, 403], `${method} by ${who}: ${answer.text}`).not.toContain(answer.status)
          if (endpoint.access !== 'anyone' && who !== 'visitor') {
            expect(answer.headers['cache-control']).toMatch(/no-store/)
          }
        }
      }
    })
  })
})
