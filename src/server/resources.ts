import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './database/connect.ts'
import type { FileLinks } from './files/file-links.ts'
import type { Uploads } from './files/uploads.ts'
import type { Mailer } from './email/mailer.ts'
import type { EmailTemplates } from './email/templates.ts'
import type { ContentPages } from './pages/content-pages.ts'
import type { OrcidConnection } from './users/orcid-connection.ts'
import type { RefusedSignIns } from './session/refused-sign-ins.ts'
import type { SignInDelays } from './session/sign-in-delays.ts'
import type { AccessTokens } from './session/access-tokens.ts'
import type { FileStore } from './storage/store.ts'

/** What the server works with, made once in `main.ts` and handed down; tests make their own. */
export interface Resources {
  readonly database: Database
  readonly store: FileStore
  readonly accessTokens: AccessTokens
  readonly fileLinks: FileLinks
  readonly uploads: Uploads
  readonly orcid: OrcidConnection | null
  readonly signInDelays: SignInDelays
  readonly refusedSignIns: RefusedSignIns
  readonly contentPages: ContentPages
  readonly emailTemplates: EmailTemplates
  /** Null when no mail server is set up: mails wait in the outbox until one is. */
  readonly mailer: Mailer | null
  /** The address readers know the journal by, without a trailing slash. */
  readonly publicUrl: string
  readonly log: FastifyBaseLogger
}
