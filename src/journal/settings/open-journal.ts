import type { Database } from '../../platform/database/connect.ts'
import type { EmailResources } from '../../platform/email/resources.ts'
import type { DecideResources } from '../peer-review/resources.ts'
import type { PageResources } from '../publication/pages/resources.ts'
import { MissedAddresses } from '../publication/redirects/missed.ts'
import { CurrentJournal } from './current-journal.ts'
import type { TextBuilder } from './texts.ts'

export interface SettingsResources {
  readonly currentJournal: CurrentJournal
  readonly textBuilder: TextBuilder
  readonly missedAddresses: MissedAddresses
}

type Opened = SettingsResources &
  Pick<PageResources, 'contentPages'> &
  Pick<EmailResources, 'emailTemplates'> &
  Pick<DecideResources, 'letters'>

/** The journal as it is published, and its texts of the moment. Throws a one-sentence error if a default cannot be shown. */
export function openJournal(database: Pick<Database, 'db'>, textBuilder: TextBuilder): Opened {
  const currentJournal = new CurrentJournal(database, textBuilder)
  const texts = () => currentJournal.edition.texts
  texts()
  return {
    currentJournal,
    textBuilder,
    missedAddresses: new MissedAddresses(),
    contentPages: { get: (slug) => texts().pages.get(slug), values: () => texts().pages.values() },
    emailTemplates: { get: (kind) => texts().emails.get(kind) },
    letters: { get: (kind) => texts().letters.get(kind) },
  }
}
