/** The texts that a journal can write itself: its pages, its emails, and the letters of its decisions. */
export const TEXT_KINDS = ['page', 'email', 'letter'] as const
export type TextKind = (typeof TEXT_KINDS)[number]
