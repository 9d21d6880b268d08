import { describe, expect, test } from 'vitest'
import type { Actor } from './policy.ts'
import { userPolicy, type UserVerb } from './user-policy.ts'

const ACTORS: Record<string, Actor | null> = {
  nobody: null,
  'another author': { userId: 'other', role: 'author' },
  oneself: { userId: 'user', role: 'author' },
  'another administrator': { userId: 'editor', role: 'admin' },
  'oneself as administrator': { userId: 'user', role: 'admin' },
}

const OWN = ['unauthenticated', 'forbidden', 'may', 'may', 'may']
const ADMINISTRATORS = ['unauthenticated', 'forbidden', 'forbidden', 'may', 'may']

/** The results for each of `ACTORS`, in that order. */
const TABLE: Record<UserVerb, string[]> = {
  read: OWN,
  update: OWN,
  cancelEmailChange: OWN,
  connectOrcid: ['unauthenticated', 'forbidden', 'may', 'forbidden', 'may'],
  readSessions: ADMINISTRATORS,
  endSessions: ADMINISTRATORS,
  changeRole: ADMINISTRATORS,
}

test('the table has every verb', () => {
  expect(Object.keys(TABLE).sort()).toEqual([...userPolicy.verbs].sort())
})

describe.each(Object.keys(TABLE) as UserVerb[])('who may %s an account', (verb) => {
  test.each(Object.keys(ACTORS).map((who, at) => [who, TABLE[verb][at]!] as const))('%s: %s', (who, answer) => {
    const actor = ACTORS[who]!
    expect(userPolicy.refusal(actor, verb, { id: 'user' })?.kind ?? 'may').toBe(answer)
    expect(userPolicy.can(actor, verb, { id: 'user' })).toBe(answer === 'may')
  })
})
