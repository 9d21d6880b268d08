/** Shown in place of the name of an account that has been deleted. */
export const FORMER_ACCOUNT = 'Former account'

/** In place of a text that a deleted account leaves behind in records that stay. */
export const ERASED_VALUE = '(erased)'

const DOMAIN = '@former-account.invalid'

/** In place of the address of a deleted account. No address ends like this: nothing is ever sent to one. */
export const formerAddress = (userId: string): string => `${userId}${DOMAIN}`

export const isFormerAddress = (email: string): boolean => email.endsWith(DOMAIN)
