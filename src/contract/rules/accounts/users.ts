import { type Actor, administratorsOnly, isAdministrator, policy, type Rule, UNAUTHENTICATED } from './access.ts'

/** The fields of a user that the rules use. */
export interface UserRecord {
  readonly id: string
}

const isOneself = (actor: Actor, { id }: UserRecord): boolean => actor.userId === id

/** Allowed for oneself and for administrators; others do not even learn whether the user exists. */
const oneself: Rule<UserRecord> = (actor, user) => {
  if (!actor) return UNAUTHENTICATED
  return isOneself(actor, user) || isAdministrator(actor)
    ? null
    : { kind: 'forbidden', message: 'You can only see your own account' }
}

export const userPolicy = policy({
  read: oneself,
  update: oneself,
  cancelEmailChange: oneself,
  /** Not even administrators can connect an iD for someone else: only its owner can authenticate it. */
  connectOrcid: (actor, user) => {
    if (!actor) return UNAUTHENTICATED
    return isOneself(actor, user) ? null : { kind: 'forbidden', message: 'You can only connect your own ORCID iD' }
  },
  readSessions: administratorsOnly,
  endSessions: administratorsOnly,
  changeRole: administratorsOnly,
} satisfies Record<string, Rule<UserRecord>>)

export type UserVerb = (typeof userPolicy.verbs)[number]

/** The name of an administrator who has not given one yet. No letter is signed with it. */
export const DEFAULT_NAME = 'Administrator'

/** Shown in place of the name of an account that has been deleted. */
export const FORMER_ACCOUNT = 'Former account'

/** In place of a text that a deleted account leaves behind in records that stay. */
export const ERASED_VALUE = '(erased)'

const DOMAIN = '@former-account.invalid'

/** In place of the address of a deleted account. No address ends like this: nothing is ever sent to one. */
export const formerAddress = (userId: string): string => `${userId}${DOMAIN}`

export const isFormerAddress = (email: string): boolean => email.endsWith(DOMAIN)

/** What a browser calls itself, the more specific first: most name others as well. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
]

const firstOf = (names: readonly [RegExp, string][], userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** A browser and its system as people know them, 'Firefox on Windows'; null if neither is known. Nothing else is kept. */
export function deviceInWords(userAgent: string): string | null {
  const browser = firstOf(BROWSERS, userAgent)
  const system = firstOf(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `An unknown browser on ${system}` : null)
}
