import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '../../../platform/errors.ts'

// OWASP's Argon2id settings; Argon2id is the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing shares Node's four threads with every read of a file: at most half of them, so that a burst of sign-ins
 * stops neither pages nor health checks. Who comes when the line is full would wait for seconds.
 */
const MOST_AT_ONCE = 2
const MOST_WAITING = 50

let atWork = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (atWork < MOST_AT_ONCE) atWork++
  else if (waiting.length < MOST_WAITING) await new Promise<void>((begin) => waiting.push(begin))
  else {
    const message = 'Many people are signing in right now. Please try again in a few seconds.'
    throw new DomainError('unavailable', message, { retryAfter: 5 })
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else atWork--
  }
}

/** Throws 'unavailable' if too many wait already. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

let decoy: Promise<string> | undefined

/**
 * Verifies a password against `storedHash`. Without a user (`null`) the same work is done on a dummy hash, so
 * that timing does not reveal which addresses have accounts. Throws 'unavailable' if too many wait already.
 */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  // Outside the line: it is made once, and must not fail.
  decoy ??= hash('no account has this password', COST)
  const expected = storedHash ?? (await decoy)
  const matches = await inTurn(() => verify(expected, password))
  return storedHash !== null && matches
}
