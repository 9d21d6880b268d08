/** Dispatched on the document when React has put a text on the page or taken it off. */
export const READING = 'reading'
