import type { DeclineReason, LetterKind, Recommendation } from '../../contract/rules/peer-review/stages.ts'

/** What `sample/manuscripts.json` holds. Days are counted back from the day on which the samples are loaded. */
export interface SampleManuscripts {
  /** Who has decided on manuscripts that the journal's own editor did not see. */
  editor: { name: string; email: string }
  /** By the word that manuscripts name them by. */
  reviewers: Record<string, { name: string; affiliation: string; expertise: string }>
  manuscripts: SampleManuscript[]
}

export interface SampleManuscript {
  /** 'S-01': real manuscripts are numbered as if there were no samples. */
  number: string
  title: string
  category: string
  keyMessage: string
  keywords: string
  abstract: string
  /** The first one is the corresponding author, and has sent it. */
  authors: { name: string; affiliation: string }[]
  /** Reviewers whom the authors suggest. */
  suggests?: { name: string; affiliation: string; reason: string }[]
  /** Days ago. */
  received: number
  /** By default the journal's own editor handles it once more than its check was made. */
  decidedBy?: 'sample'
  events: SampleEvent[]
}

/** Something that happened so many days ago. */
export type SampleEvent = { [Kind in keyof Events]: [ago: number, what: Kind, more: Events[Kind]] }[keyof Events]

interface Events {
  screened: { similarity: number }
  invited: { reviewers: string[]; standby?: string[]; message?: string }
  agreed: { reviewer: string; days?: number }
  declined: { reviewer: string; reason: DeclineReason; text: string }
  reported: { reviewer: string; says: Recommendation; text: string; note: string }
  decided: { as: LetterKind; letter: string; days?: number }
  revised: { reply: string }
  proof: object
  approved: object
  wrote: { from: 'author' | 'editor'; text: string }
  appealed: { text: string }
  withdrawn: { reason: string }
}

export type EventKind = keyof Events
export type EventOf<Kind extends EventKind> = Events[Kind]
