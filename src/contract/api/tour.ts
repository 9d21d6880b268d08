import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const Tour = z.object({
  left: z.boolean().describe('True once the caller has taken the tour of the desk, or left it.'),
})

export const tour = {
  read: endpoint('GET /tour', {
    access: 'administrators',
    summary: 'Whether the caller has seen the tour of the desk',
    output: Tour,
  }),
  leave: endpoint('POST /tour/leave', {
    access: 'administrators',
    rate: 'saving',
    summary: 'Notes that the caller has taken the tour of the desk, or does not want it',
    output: Tour,
  }),
}
