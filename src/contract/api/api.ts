import { activity } from './activity.ts'
import { affiliations } from './affiliations.ts'
import { articles } from './articles.ts'
import { categories } from './categories.ts'
import { decisions } from './decisions.ts'
import { editorialMembers } from './editorial-members.ts'
import type { Client } from './endpoint.ts'
import { files } from './files.ts'
import { emails } from './emails.ts'
import { pages } from './pages.ts'
import { reviewers } from './reviewers.ts'
import { session } from './session.ts'
import { users } from './users.ts'
import { volumes } from './volumes.ts'

/**
 * The whole API, by noun. The server, the browser client, the documentation and the tests are derived from
 * this table.
 */
export const apiTable = {
  activity,
  affiliations,
  articles,
  categories,
  decisions,
  editorialMembers,
  files,
  emails,
  pages,
  reviewers,
  session,
  users,
  volumes,
}

export type Api = Client<typeof apiTable>
