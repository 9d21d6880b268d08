import { journal } from '../../contract/journal.ts'
import { LEAF, lookPath } from '../../contract/rules/settings/look.ts'
import { useJournalChanges } from '../client/journal-of-now.ts'

/** The journal's own colour; that which comes with the program is in the style sheet of the site. */
export function Look() {
  useJournalChanges()
  const { colour } = journal().look
  return colour === LEAF ? null : <link rel="stylesheet" href={lookPath(colour)} />
}
