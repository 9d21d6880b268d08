import type { MenuEntry } from './rules/settings/menu.ts'

/** A question that reviewers are asked; `short` is for tables. An id that has been used keeps its meaning. */
export interface ReviewQuestion {
  id: string
  ask: string
  short: string
}

/** A title of the journal, with the ISSNs that were assigned to it. */
export interface JournalTitle {
  name: string
  abbreviation: string
  /** Of the electronic edition; empty until it is assigned. */
  issn: string
  issnPrint: string
}

/** A title that the journal had. */
export interface FormerTitle extends JournalTitle {
  /** The last day on which articles appeared under it. */
  until: string
}

/**
 * What a journal is called, what it promises and what it asks for: the values that each journal chooses. What they are by
 * default, and what each means, is in `journal.config.ts`.
 */
export interface Journal extends JournalTitle {
  /** The oldest first. */
  formerTitles: readonly FormerTitle[]
  description: string
  doi: { prefix: string; pattern: string }
  crossref: { schema: '5.4.0' | '5.5.0'; crossmarkPolicy: string }
  language: string
  citationStyle: 'apa' | 'mla' | 'chicago' | 'vancouver' | 'harvard'
  topics: readonly string[]
  society: { name: string; foundedIn: number }
  publisher: { name: string; address: string; country: string }
  contact: { email: string; supportEmail: string; securityEmail: string }
  licence: { name: string; shortName: string; url: string }
  fees: {
    submission: string
    local: { amount: string; whom: string }
    international: { amount: string; whom: string }
    /** True: an accepted article is published once its fee is paid or waived. */
    paymentFirst: boolean
  }
  review: {
    weeks: string
    reviewers: number
    reviewersInWords: string
    model: string
    publish: 'reports' | 'off'
    promisedDays: number
    replyDays: number
    reportDays: number
    revisionDays: { minor: number; major: number; return: number }
    reminders: {
      screening: readonly number[]
      invitation: readonly number[]
      lapse: number
      conflict: readonly number[]
      report: readonly number[]
      decision: readonly number[]
      revision: readonly number[]
      proof: readonly number[]
      appeal: readonly number[]
    }
    keepNamesYears: number
    figuresFrom: number
    showNotReviewed: boolean
    questions: readonly ReviewQuestion[]
  }
  /** The colour of links and buttons, like '#1e6a3c'; its shades follow from it. */
  look: {
    colour: string
    /** The address of the logo; empty: the drawn sprig. */
    logo: string
  }
  /** The lines of the menu and of the foot of each page, in their order. */
  menu: readonly MenuEntry[]
  submissions: {
    open: boolean
    /** What authors read while they cannot submit. */
    closed: string
  }
  pdf: { typesetImported: boolean }
  limits: {
    titleWords: number
    abstractWords: number
    conclusionWords: number
    keywords: number
    similarityPercent: number
    proofDays: number
    proofDaysInWords: string
    complaintWeeks: number
  }
}

// The server and the built site in it have a copy of this module each, and one journal.
export const SLOT = 'the journal as it is published'
const CURRENT = Symbol.for(SLOT)
const held = globalThis as { [CURRENT]?: () => Journal }

/**
 * The journal as it is published now: in the server as it is for this request, in a browser as it came with the page.
 * Nothing may keep it from one request to the next: the next version is published while the program runs.
 */
export function journal(): Journal {
  const current = held[CURRENT]
  if (!current) throw new Error('The journal was asked for before it was read.')
  return current()
}

/** Says where the journal of the moment comes from: once, when a program starts. */
export function setJournal(current: () => Journal): void {
  held[CURRENT] = current
}
