import type { Duty } from './duties.ts'

interface DutyRule {
  readonly name: string
  /** What they see and do, in words. */
  readonly sees: string
  readonly never: string
}

/** Duties in words: pages for readers need their names alone. */
export const DUTY_RULES = {
  managing: { name: 'Managing editor', sees: 'Everything', never: '' },
  section: {
    name: 'Section editor',
    sees: 'Cases of the chosen categories, and those assigned, with files, reviewers and letters',
    never: 'other cases, settings, users',
  },
  production: {
    name: 'Production',
    sees: 'Accepted and published articles: the manuscript as it was accepted, its proofs and the questions at them, and the full text and PDF of what is published; volumes and issues: their order, covers and front matter, what is held for them, and their publication',
    never: 'reports, reviewers, letters, messages, fees',
  },
  fees: {
    name: 'Fees officer',
    sees: 'Author, title and stage of manuscripts with a request to pay less, the requests, and invoices and payments of accepted manuscripts; who becomes an editor later has no part in decisions on manuscripts that were in review meanwhile',
    never: 'manuscripts, reports, decisions, bank details',
  },
  observer: {
    name: 'Observer',
    sees: 'Titles, stages and dates of manuscripts, figures of peer review, and the settings',
    never: 'files, reports, names of reviewers, letters, fees of manuscripts',
  },
} as const satisfies Record<Duty, DutyRule>
