import type { StateFacts } from './facts.ts'

/** now: something is lost or stands still until it is mended. soon: it will be. advice: a setting worth changing. */
export const LEVELS = ['now', 'soon', 'advice'] as const
export type Level = (typeof LEVELS)[number]

/** One thing that is wrong, and what to do about it, in words. */
export interface Finding {
  id: string
  level: Level
  what: string
  todo: string
  /** The page where more is known, if there is one. */
  see: { href: string; text: string } | null
}

export type Rule = (facts: StateFacts) => readonly Finding[]

export const finding = (level: Level, id: string, what: string, todo: string, see: Finding['see'] = null): Finding => ({
  ...{ id, level, what, todo, see },
})

/** Milliseconds since a time. */
export const age = (at: string, { now }: StateFacts): number => Date.parse(now) - Date.parse(at)
