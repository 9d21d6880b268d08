import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './database/connect.ts'
import type { FileStore } from './storage/store.ts'

/** What every module works with. What one needs besides, it declares in a `resources.ts` of its own. */
export interface Platform {
  readonly database: Database
  readonly store: FileStore
  /** The address readers know the journal by, without a trailing slash. */
  readonly publicUrl: string
  readonly log: FastifyBaseLogger
}
