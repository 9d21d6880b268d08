import { MINUTE_MS } from '../text/dates.ts'

/** How long a change of many things can be undone. */
const UNDO_MS = 10 * MINUTE_MS

export const undoUntil = (at: string): string => new Date(Date.parse(at) + UNDO_MS).toISOString()

export const canUndo = (at: string, now: Date): boolean => Date.parse(at) + UNDO_MS > now.getTime()
