import type { BackupResources } from '../backups/resources.ts'
import type { CrossrefResources } from '../crossref/resources.ts'
import type { HourlyLimits } from '../database/hourly-limits.ts'
import type { SharedCounts } from '../database/shared-counts.ts'
import type { DiscoveryResources } from '../discovery/resources.ts'
import type { EmailResources } from '../email/resources.ts'
import type { FileResources } from '../files/resources.ts'
import type { FullTextResources } from '../full-text/resources.ts'
import type { OperatingResources } from '../operating/resources.ts'
import type { PageResources } from '../pages/resources.ts'
import type { CaseResources } from '../peer-review/case/resources.ts'
import type { DecideResources } from '../peer-review/decide/resources.ts'
import type { ReportResources } from '../peer-review/report/resources.ts'
import type { SessionResources } from '../session/resources.ts'
import type { UsageResources } from '../usage/resources.ts'
import type { UserResources } from '../users/resources.ts'

/** The dependencies of the server, created once in `open.ts` and passed down; tests create their own. */
export interface Resources
  extends
    BackupResources,
    CaseResources,
    CrossrefResources,
    DecideResources,
    DiscoveryResources,
    EmailResources,
    FileResources,
    FullTextResources,
    OperatingResources,
    PageResources,
    ReportResources,
    SessionResources,
    UsageResources,
    UserResources {
  /** Where several servers count for their limits together; null on SQLite, which one machine alone uses. */
  readonly sharedCounts: SharedCounts | null
  /** What one person or link may do only so often within an hour. */
  readonly hourlyLimits: HourlyLimits
}
