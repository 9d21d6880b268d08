import type { TextKind } from '../../contract/rules/settings/texts.ts'
import type { TextVersionRow } from '../../platform/database/journal-tables.ts'

/** A text to publish; without a source it is again what comes with the program. */
export interface TextChange {
  kind: TextKind
  slug: string
  source: string | null
  /** The day from which a page is in force: today if it is left out. */
  inForceFrom?: string | undefined
  /** What an undo brings back: a page as it was, also if what comes with the program is another one by now. */
  former?: Pick<TextVersionRow, 'is_own' | 'based_on'>
}
