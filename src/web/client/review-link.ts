let secret = ''

/** The secret of the review link that this tab was opened with; empty without one. */
export const reviewLink = (): string => secret

/** Takes the secret from the address's fragment. It stays in this tab's memory and address only. */
export const useReviewLinkOf = (location: Pick<Location, 'hash'>): string => (secret = location.hash.slice(1))
