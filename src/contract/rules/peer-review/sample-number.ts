/** The numbers of samples begin with this, those of manuscripts with the year: '2026-041'. */
const SAMPLE = 'S-'

/** True for the number of what was invented to try things on. */
export const isSampleNumber = (number: string): boolean => number.startsWith(SAMPLE)
