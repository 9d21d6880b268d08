import { createContext } from 'react'

/**
 * What the page's own inline scripts carry while the server renders it, so that its policy allows them and
 * no others. In the browser there is none.
 */
export const Nonce = createContext<string | undefined>(undefined)
