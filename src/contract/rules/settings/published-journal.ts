/** The header of answers to people who are signed in that names the values of the journal, so that open pages follow them. */
export const JOURNAL_HEADER = 'x-journal'

/** The script with the journal's values, which pages load before any that uses them. */
export const journalScriptPath = (digest: string): string => `/journal/${digest}.js`
