import { DEPOSIT_STATE_WORDS } from './states.ts'

/** The choices of the list of deposits: a state, or those that somebody has to look at. */
export const DEPOSIT_FILTERS = ['attention', ...DEPOSIT_STATE_WORDS] as const
export type DepositFilter = (typeof DEPOSIT_FILTERS)[number]
