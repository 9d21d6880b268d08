import { createContext } from 'react-router'
import type { Api } from '../../contract/api/api.ts'

/** The API for pages: in-process on the server, over fetch in the browser. */
export const apiContext = createContext<Api>()

/** The journal's public URL, for canonical links and social cards. */
export const publicUrlContext = createContext<string>()

/** Markup of one rendering that the page shows and its loader data must not repeat; only on the server. */
export const markupContext = createContext<{ html: string }>()

/** The nonce of one rendering's scripts; only on the server. */
export const nonceContext = createContext<string>()

/** The address of the script with the journal's values; only on the server. */
export const journalScriptContext = createContext<string>()

/** Reports rendering errors to the server. */
export const onErrorContext = createContext<(error: unknown) => void>()
