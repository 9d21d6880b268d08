import { journal as configured } from '../../journal.config.ts'
import { DEFAULT_MENU } from '../../src/contract/rules/settings/menu.ts'
import { LEAF } from '../../src/contract/rules/settings/look.ts'
import { DEFAULT_VALUES } from '../../src/journal/settings/defaults.ts'
import { type Journal, setJournal } from '../../src/contract/journal.ts'

// The same object, because tests change some of its values for a while.
const journal: Journal = Object.assign(configured, {
  ...{ issnPrint: '', formerTitles: [] },
  fees: { ...configured.fees, paymentFirst: false },
  look: { colour: LEAF, logo: '' },
  menu: DEFAULT_MENU,
  submissions: { open: true, closed: String(DEFAULT_VALUES['submissions.closed']) },
})

/** What comes with the program holds again, after a test that has opened a journal with something else. */
export const useDefaultJournal = (): void => setJournal(() => journal)
