import { journal } from '../../journal.config.ts'
import { setJournal } from '../../src/contract/journal.ts'

/** What comes with the program holds again, after a test that has opened a journal with something else. */
export const useDefaultJournal = (): void => setJournal(() => journal)
