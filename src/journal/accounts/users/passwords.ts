import { hash, verify } from '@node-rs/argon2'

// OWASP's Argon2id settings; Argon2id is the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

let decoy: Promise<string> | undefined

/**
 * Verifies a password against `storedHash`. Without a user (`null`) the same work is done on a dummy hash, so
 * that timing does not reveal which addresses have accounts.
 */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const matches = await verify(storedHash ?? (await decoy), password)
  return storedHash !== null && matches
}
