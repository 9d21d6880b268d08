let secret = ''

/** The secret of the link that this tab was opened with, a reviewer's or an author's; empty without one. */
export const linkSecret = (): string => secret

/** Calls are made with this link from now on. It stays in this tab's memory and in the address bar only. */
export const actByLink = (of: string): void => void (secret = of)
