import cluster from 'node:cluster'
import { hostname } from 'node:os'
import packageJson from '../../../package.json' with { type: 'json' }
import { newId } from '../../platform/ids.ts'
import type { Background } from '../../platform/jobs/background.ts'
import type { EmailResources } from '../../platform/email/resources.ts'
import type { FileResources } from '../../journal/publication/files/resources.ts'
import type { HealthFactsParts } from '../extension.ts'

/** The settings that the page of the journal's state judges. */
export interface MonitoringSettings {
  production: boolean
  rateLimit: boolean
  /** Whether administrators must have a second factor; null: the program knows none. */
  secondFactor: 'offered' | 'required' | null
  /** Who is emailed what needs someone at the server; null: nobody. */
  operatorEmail: string | null
  /** Where files are stored. */
  filesIn: 'folder' | 'bucket'
}

/** What this process knows about itself: who it is, how it was set up, and what it does in the background. */
export class Operation {
  readonly id = newId()
  readonly startedAt = new Date().toISOString()
  readonly version: string = packageJson.version
  /** Processes that one supervisor has started are one server. */
  readonly server = `${hostname()} ${cluster.isWorker ? process.ppid : process.pid}`
  /** The work in the background, once it has been started. */
  background: Pick<Background, 'states'> | null = null
  readonly settings: MonitoringSettings

  constructor(settings: MonitoringSettings) {
    this.settings = settings
  }
}

export interface MonitoringResources extends FileResources, EmailResources {
  readonly operation: Operation
  /** What other extensions find out about themselves. */
  readonly healthFacts: HealthFactsParts
}
