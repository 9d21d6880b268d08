import { createContext } from 'react'

/**
 * Long markup of the page that is rendered on the server, which is not in its loader data: it would travel twice.
 * Empty in the browser, where the page has it already.
 */
export const PageMarkup = createContext('')
