import { createContext } from 'react'

/**
 * The nonce of inline scripts during server rendering, so that the Content-Security-Policy allows only these.
 * Undefined in the browser.
 */
export const Nonce = createContext<string | undefined>(undefined)
