import type { Platform } from '../platform.ts'
import type { Mailer } from './mailer.ts'
import type { EmailTemplates } from './templates.ts'

export interface EmailResources extends Platform {
  readonly emailTemplates: EmailTemplates
  /** Null if no mail server is configured: emails stay in the outbox until one is. */
  readonly mailer: Mailer | null
}
