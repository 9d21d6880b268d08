/** Lists of others that an administrator loads by file: they are read in the browser, and come in parts. */

/** So many rows are sent at once: a body has few values. */
export const ROWS_AT_ONCE = 1_500
/** A part is missing, or two people load lists at the same time. */
export const LIST_INCOMPLETE = 'Not all of this list has arrived, so the former one stays. Please load it again.'
