/**
 * The one switch between a test's short form (`npm test`) and its long one (`npm run test:long`, before a
 * release): how often a race is run, how many inputs are made up, how long they are.
 */
export const LONG = process.env.TEST_LONG === '1'

export const times = (short: number, long: number): number => (LONG ? long : short)
