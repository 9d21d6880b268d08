import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './database/connect.ts'
import type { FileLinks } from './files/file-links.ts'
import type { ContentPages } from './pages/content-pages.ts'
import type { OrcidConnection } from './users/orcid-connection.ts'
import type { SignInDelays } from './session/sign-in-delays.ts'
import type { AccessTokens } from './session/access-tokens.ts'
import type { FileStore } from './storage/store.ts'

/** What the server works with, made once in `main.ts` and handed down; tests make their own. */
export interface Resources {
  readonly database: Database
  readonly store: FileStore
  readonly accessTokens: AccessTokens
  readonly fileLinks: FileLinks
  readonly orcid: OrcidConnection | null
  readonly signInDelays: SignInDelays
  readonly contentPages: ContentPages
  /** The address readers know the journal by, without a trailing slash. */
  readonly publicUrl: string
  readonly log: FastifyBaseLogger
}
