import { counted } from '../text/plain-text.ts'
import { HOUR_MS, MINUTE_MS } from '../text/dates.ts'

interface Hourly {
  /** For one manuscript, review or account, by one person or link. */
  readonly max: number
  /** By one person for all of them together. */
  readonly inAll?: number
  /** The sentence for those who have reached it. */
  readonly reached: string
}

/**
 * How often within an hour one person, or one link, may do what makes emails for others or work in the background. The
 * calls that name the same kind are counted together.
 */
export const HOURLY = {
  messages: { max: 20, inAll: 60, reached: 'You have sent many messages in the last hour.' },
  answers: { max: 10, reached: 'You have changed your answer many times in the last hour.' },
  drafts: { max: 3600, reached: 'Your report has been saved very often in the last hour.' },
  'submission drafts': { max: 3600, reached: 'Your draft has been saved very often in the last hour.' },
  'news drafts': { max: 3600, reached: 'Your text has been saved very often in the last hour.' },
  'test emails': { max: 20, inAll: 40, reached: 'You have sent yourself many tests in the last hour.' },
  'report files': { max: 30, reached: 'You have uploaded many files in the last hour.' },
  'letter files': { max: 60, reached: 'You have attached many files in the last hour.' },
  reports: { max: 10, reached: 'You have sent this report many times in the last hour.' },
  links: { max: 20, reached: 'You have asked for many links in the last hour.' },
  submissions: { max: 20, reached: 'You have submitted many manuscripts in the last hour.' },
  deletions: { max: 20, reached: 'You have deleted many manuscripts in the last hour.' },
  changes: { max: 60, reached: 'You have changed this manuscript many times in the last hour.' },
  revisions: { max: 10, reached: 'You have sent many revisions in the last hour.' },
  proofs: { max: 10, reached: 'You have sent or answered many proofs in the last hour.' },
  appeals: { max: 5, reached: 'You have sent several appeals or complaints in the last hour.' },
  invitations: { max: 20, inAll: 60, reached: 'You have invited reviewers many times in the last hour.' },
  'care of reviewers': { max: 60, inAll: 200, reached: 'You have written to reviewers many times in the last hour.' },
  editors: { max: 20, reached: 'You have changed the editors of this manuscript many times in the last hour.' },
  decisions: { max: 20, reached: 'You have decided on this manuscript many times in the last hour.' },
  publishing: { max: 30, reached: 'You have changed this article many times in the last hour.' },
  volumes: { max: 120, reached: 'You have changed this volume many times in the last hour.' },
  'bulk changes': { max: 60, reached: 'You have changed many articles together in the last hour.' },
  typesetting: { max: 60, inAll: 200, reached: 'You have had many PDFs made in the last hour.' },
  'text previews': { max: 60, inAll: 200, reached: 'You have had many texts read in the last hour.' },
  duties: { max: 40, inAll: 120, reached: 'You have changed duties or sent invitations many times in the last hour.' },
  'bank details': { max: 10, inAll: 20, reached: 'You have changed bank details many times in the last hour.' },
  orcid: { max: 20, reached: 'You have begun to connect ORCID many times in the last hour.' },
} as const satisfies Record<string, Hourly>

export type HourlyKind = keyof typeof HOURLY

/** The refusal, with the time after which another attempt makes sense. */
export const hourlyReached = (kind: HourlyKind, waitMs: number): string =>
  `${HOURLY[kind].reached} Please try again in ${waitMs > HOUR_MS - MINUTE_MS ? 'an hour' : counted(Math.max(1, Math.ceil(waitMs / MINUTE_MS)), 'minute')}.`
