import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'

export const EditorialMembers = z.object({ id: Id, members: z.string(), updatedAt: z.iso.datetime() })

export const editorialMembers = {
  list: endpoint({
    method: 'GET',
    path: '/editorial-members',
    access: 'anyone',
    summary: 'The editorial-members record, alone in a list, or an empty list',
    input: z.strictObject({}),
    output: z.array(EditorialMembers),
  }),
}
