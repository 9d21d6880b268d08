let secret = ''

/** The secret of the review link that this tab was opened with; empty without one. */
export const reviewLink = (): string => secret

/** Calls are made with this link from now on. It stays in this tab's memory and in the address bar only. */
export const actByReviewLink = (of: string): void => void (secret = of)
