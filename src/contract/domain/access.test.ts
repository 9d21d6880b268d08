import { expect, test } from 'vitest'
import { ACCESS, accessRefusal, type Access } from './access.ts'
import type { Actor } from './policy.ts'

const AUTHOR: Actor = { userId: 'author', role: 'author' }
const ADMINISTRATOR: Actor = { userId: 'editor', role: 'admin' }

/** The results for an anonymous caller, an author and an administrator. */
const TABLE: Record<Access, [string, string, string]> = {
  anyone: ['may', 'may', 'may'],
  'sign-in optional': ['may', 'may', 'may'],
  'signed in': ['unauthenticated', 'may', 'may'],
  administrators: ['unauthenticated', 'forbidden', 'may'],
}

test.each(Object.keys(ACCESS) as Access[])('who may call what is for: %s', (access) => {
  expect([null, AUTHOR, ADMINISTRATOR].map((actor) => accessRefusal(access, actor)?.kind ?? 'may')).toEqual(
    TABLE[access],
  )
})

test.each(Object.entries(ACCESS))('%s: a role is asked of who has shown a credential', (_name, rule) => {
  if (rule.role !== null) expect(rule.required).toBe(true)
  if (rule.required) expect(rule.credential).not.toBe('none')
})
