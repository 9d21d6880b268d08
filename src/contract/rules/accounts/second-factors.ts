/** How many recovery codes are made at once. */
export const RECOVERY_CODES = 10
/** From this number on their owner is asked to make new ones. */
export const FEW_RECOVERY_CODES = 3
export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 60
/** How long the second step of signing in, or of setting up a second factor, may take. */
export const CHALLENGE_MINUTES = 5

/** The digits of a one-time code as typed: people put a space between two groups. */
export const codeDigits = (typed: string): string => typed.replace(/[\s-]/g, '')

/** A recovery code as it is stored: letters and digits, whatever was typed between them. */
export const recoveryCodeCharacters = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '')

/** A recovery code in groups of four, to read and type. */
export const recoveryCodeInGroups = (characters: string): string => characters.match(/.{1,4}/g)?.join('-') ?? ''
