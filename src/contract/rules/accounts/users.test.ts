import { describe, expect, test } from 'vitest'
import type { Actor } from './access.ts'
import { deviceInWords, userPolicy, type UserVerb } from './users.ts'

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

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on an iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15',
    'Safari on a Mac',
  ],
  ['curl/8.5.0', null],
  ['', null],
  ['<script>alert(1)</script>', null],
])('%s', (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words)
})
