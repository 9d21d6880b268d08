import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, line } from './text.ts'

export const ROLES = ['author', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** A person with an account, as that person and administrators see it. */
export const User = z.object({
  id: Id,
  fullName: z.string(),
  email: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  orc_id: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastLogin: z.iso.datetime().nullable(),
})
export type User = z.infer<typeof User>

// Rules of section 5 that several forms share.
export const Email = (invalid = 'Invalid email address') =>
  line(254, { required: 'Email is required' })
    .pipe(z.email(invalid))
    .transform((email) => email.toLowerCase())

export const users = {
  me: endpoint({
    method: 'GET',
    path: '/users/me',
    access: 'signed in',
    summary: 'The signed-in person',
    input: z.strictObject({}),
    output: User,
  }),
}
