import type { BackupResources } from '../extensions/backups/resources.ts'
import type { CrossrefResources } from '../extensions/crossref/resources.ts'
import type { HourlyLimits } from '../platform/database/hourly-limits.ts'
import type { SharedCounts } from '../platform/database/shared-counts.ts'
import type { DiscoveryResources } from '../journal/discovery/cards/painter.ts'
import type { EmailResources } from '../platform/email/resources.ts'
import type { FileResources } from '../journal/publication/files/resources.ts'
import type { MonitoringResources } from '../extensions/monitoring/operation.ts'
import type { PageResources } from '../journal/publication/pages/resources.ts'
import type { CaseResources } from '../journal/peer-review/case/resources.ts'
import type { DecideResources } from '../journal/peer-review/decide/resources.ts'
import type { ReportResources } from '../journal/peer-review/report/resources.ts'
import type { SessionResources } from '../journal/accounts/sessions/resources.ts'
import type { UsageResources } from '../extensions/usage/usage-counter.ts'
import type { UserResources } from '../journal/accounts/users/resources.ts'

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
    MonitoringResources,
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
