import { apiTable } from '../contract/api/api.ts'
import { activityHandlers } from './activity/handlers.ts'
import { affiliationHandlers } from './affiliations/handlers.ts'
import { articleHandlers } from './articles/handlers.ts'
import type { Endpoint } from '../contract/api/endpoint.ts'
import type { Handler, Handlers } from './call.ts'
import { categoryHandlers } from './categories/handlers.ts'
import { editorialMembersHandlers } from './editorial-members/handlers.ts'
import { fileHandlers } from './files/handlers.ts'
import { emailHandlers } from './email/handlers.ts'
import { pageHandlers } from './pages/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { userHandlers } from './users/handlers.ts'
import { volumeHandlers } from './volumes/handlers.ts'

/** What answers each call of the API. */
export const handlers: Handlers<typeof apiTable> = {
  activity: activityHandlers,
  affiliations: affiliationHandlers,
  articles: articleHandlers,
  categories: categoryHandlers,
  editorialMembers: editorialMembersHandlers,
  files: fileHandlers,
  emails: emailHandlers,
  pages: pageHandlers,
  session: sessionHandlers,
  users: userHandlers,
  volumes: volumeHandlers,
}

/** An endpoint of the contract with its handler, by the names both stand under. */
export function endpointAt(noun: string, verb: string): [Endpoint, Handler<Endpoint>] {
  const endpoint = (apiTable as Record<string, Record<string, Endpoint>>)[noun]?.[verb]
  const handler = (handlers as unknown as Record<string, Record<string, Handler<Endpoint>>>)[noun]?.[verb]
  if (!endpoint || !handler) throw new Error(`There is no call ${noun}.${verb}`)
  return [endpoint, handler]
}
