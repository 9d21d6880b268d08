/** What a reviewer answers to the question about interests in a manuscript. */
export type Interest = { answer: 'none' } | { answer: 'declared'; text: string }

export const INTEREST_REQUIRED = 'Please say whether you have a competing interest'
export const INTEREST_TEXT_REQUIRED = 'Please describe it in a few words'
export const INTEREST_MAX = 2000
