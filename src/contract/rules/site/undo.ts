import { MINUTE_MS } from '../text/dates.ts'

/** How long a change of many things can be undone. */
const UNDO_MS = 10 * MINUTE_MS

export const undoUntil = (at: string): string => new Date(Date.parse(at) + UNDO_MS).toISOString()

/** What was changed after this moment can be undone. */
export const undoableSince = (now: Date): string => new Date(now.getTime() - UNDO_MS).toISOString()

export const canUndo = (at: string, now: Date): boolean => Date.parse(at) + UNDO_MS > now.getTime()
