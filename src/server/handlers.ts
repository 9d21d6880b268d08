import { apiTable } from '../contract/api.ts'
import { articleHandlers } from './articles/handlers.ts'
import type { Handlers } from './call.ts'
import { categoryHandlers } from './categories/handlers.ts'
import { editorialMembersHandlers } from './editorial-members/handlers.ts'
import { pageHandlers } from './pages/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { userHandlers } from './users/handlers.ts'
import { volumeHandlers } from './volumes/handlers.ts'

/** What answers each call of the API. */
export const handlers: Handlers<typeof apiTable> = {
  articles: articleHandlers,
  categories: categoryHandlers,
  editorialMembers: editorialMembersHandlers,
  pages: pageHandlers,
  session: sessionHandlers,
  users: userHandlers,
  volumes: volumeHandlers,
}
