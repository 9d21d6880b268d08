import { z } from 'zod'
import { LEVELS } from '../rules/health/finding.ts'
import { endpoint } from './endpoint.ts'

/** Something that is wrong with the running journal, and what to do about it. */
export const StateFinding = z.object({
  id: z.string(),
  level: z.enum(LEVELS),
  what: z.string(),
  todo: z.string(),
  see: z.object({ href: z.string(), text: z.string() }).nullable(),
})

export const state = {
  get: endpoint({
    method: 'GET',
    path: '/state',
    access: 'administrators',
    summary: 'What is wrong with the running journal and what to do, the worst first, with its figures',
    input: z.strictObject({}),
    output: z.object({
      checkedAt: z.iso.datetime(),
      findings: z.array(StateFinding),
      figures: z.array(z.string()).describe('How it is, in sentences.'),
    }),
  }),
  attention: endpoint({
    method: 'GET',
    path: '/state/attention',
    access: 'administrators',
    summary: 'How much of it needs an administrator, as it was less than a minute ago',
    input: z.strictObject({}),
    output: z.object({ count: z.int(), today: z.array(StateFinding).describe('What to say first.') }),
  }),
}
