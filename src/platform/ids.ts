import { createHash, randomBytes, randomInt } from 'node:crypto'

// No vowels, to avoid accidental words. No look-alikes, to be readable in print.
const ALPHABET = '23456789bcdfghjkmnpqrstvwxz'
const LENGTH = 12

/** Random characters that people can read and type: 4.7 bits each. */
export const newCharacters = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A new id for URLs: 12 characters, 57 random bits, lower case. */
export const newId = (): string => newCharacters(LENGTH)

/** A new secret of 256 bits, for tokens. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a secret. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const now = (): string => new Date().toISOString()
