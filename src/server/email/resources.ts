import type { Platform } from '../platform.ts'
import type { Mailer } from './mailer.ts'
import type { EmailTemplates } from './templates.ts'

export interface EmailResources extends Platform {
  readonly emailTemplates: EmailTemplates
  /** Null when no mail server is set up: mails wait in the outbox until one is. */
  readonly mailer: Mailer | null
}
