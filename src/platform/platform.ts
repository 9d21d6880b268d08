import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './database/connect.ts'
import type { FileStore } from './storage/store.ts'
import type { Workers } from './workers/workers.ts'

/** The resources that every module uses. A module declares further ones in its own `resources.ts`. */
export interface Platform {
  readonly database: Database
  readonly store: FileStore
  /** Processes for work that takes long or reads what strangers have sent. */
  readonly workers: Workers
  /** The journal's public URL, without a trailing slash. */
  readonly publicUrl: string
  readonly log: FastifyBaseLogger
}
