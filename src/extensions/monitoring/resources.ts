import type { CrossrefResources } from '../crossref/resources.ts'
import type { EmailResources } from '../../platform/email/resources.ts'
import type { FileResources } from '../../journal/publication/files/resources.ts'
import type { Operation } from './operation.ts'

export interface OperatingResources extends FileResources, EmailResources, CrossrefResources {
  readonly operation: Operation
}
