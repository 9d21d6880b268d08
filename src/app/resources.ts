import type { HealthFactsParts, OwnOf } from '../extensions/extension.ts'
import type * as extensions from '../extensions/extensions.ts'
import type { HourlyLimits } from '../platform/database/hourly-limits.ts'
import type { SharedCounts } from '../platform/database/shared-counts.ts'
import type { DiscoveryResources } from '../journal/discovery/cards/painter.ts'
import type { EmailResources } from '../platform/email/resources.ts'
import type { FileResources } from '../journal/publication/files/resources.ts'
import type { PageResources } from '../journal/publication/pages/resources.ts'
import type { CaseResources, DecideResources, ReportResources } from '../journal/peer-review/resources.ts'
import type { SettingsResources } from '../journal/settings/open-journal.ts'
import type { SessionResources } from '../journal/accounts/sessions/resources.ts'
import type { UserResources } from '../journal/accounts/users/resources.ts'

interface OwnResources
  extends
    CaseResources,
    DecideResources,
    DiscoveryResources,
    EmailResources,
    FileResources,
    PageResources,
    ReportResources,
    SessionResources,
    SettingsResources,
    UserResources {
  /** Where several servers count for their limits together; null on SQLite, which one machine alone uses. */
  readonly sharedCounts: SharedCounts | null
  /** What one person or link may do only so often within an hour. */
  readonly hourlyLimits: HourlyLimits
  /** What extensions find out about themselves. */
  readonly healthFacts: HealthFactsParts
}

type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Both) => void
  ? Both
  : never

/** What the extensions bring. */
export type ExtensionResources = All<OwnOf<(typeof extensions)[keyof typeof extensions]>>

/** The dependencies of the server, created once in `open.ts` and passed down; tests create their own. */
export type Resources = OwnResources & ExtensionResources
