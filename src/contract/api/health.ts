import { z } from 'zod'
import { JOB_KINDS, type JobKind } from '../rules/health/job-kinds.ts'
import { LEVELS } from '../rules/health/facts.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './field-schemas.ts'

/** Work in the background that failed as often as it is tried. */
export const FailedJob = z.object({
  kind: z.enum(Object.keys(JOB_KINDS) as JobKind[]),
  subject: z.string().describe('The id of what it is about.'),
  what: z.string().describe('What failed, in words.'),
  article: z.object({ id: Id, title: z.string() }).nullable().describe('The article, if it is public.'),
  reason: z.string().describe('Why the last attempt failed.'),
  attempts: z.int(),
  failedAt: z.iso.datetime(),
})
export type FailedJob = z.output<typeof FailedJob>

/** Something that is wrong with the running journal, and what to do about it. */
export const StateFinding = z.object({
  id: z.string(),
  level: z.enum(LEVELS),
  what: z.string(),
  todo: z.string(),
  see: z.object({ href: z.string(), text: z.string() }).nullable(),
})

export const state = {
  get: endpoint('GET /state', {
    access: 'administrators',
    summary: 'What is wrong with the running journal and what to do, the worst first, with its figures',
    output: z.object({
      checkedAt: z.iso.datetime(),
      findings: z.array(StateFinding),
      figures: z.array(z.string()).describe('How it is, in sentences.'),
      failedJobs: z.array(FailedJob).describe('The newest hundred.'),
    }),
  }),
  retryJob: endpoint('POST /state/jobs/retry', {
    access: 'administrators',
    summary: 'Has work that was given up tried again at once; what is being tried already stays as it is',
    input: z.strictObject({ kind: FailedJob.shape.kind, subject: Id }),
    output: z.object({ message: z.string() }),
  }),
  sendEmails: endpoint('POST /state/emails/send', {
    access: 'administrators',
    summary: 'Has all emails that could not be sent tried again at once',
    output: z.object({ message: z.string() }),
  }),
  attention: endpoint('GET /state/attention', {
    access: 'administrators',
    summary: 'How much of it needs an administrator, as it was less than a minute ago',
    output: z.object({ count: z.int(), today: z.array(StateFinding).describe('What to say first.') }),
  }),
}
