import { createContext } from 'react-router'
import type { Api } from '../../contract/api/api.ts'

/** The API as pages call it: in-process on the server, over fetch in the browser. */
export const apiContext = createContext<Api>()

/** The address readers know the journal by, for canonical links and social cards. */
export const publicUrlContext = createContext<string>()

/** What the scripts of one rendering are known by; only the server has one. */
export const nonceContext = createContext<string>()

/** Tells the server what went wrong in rendering. */
export const onErrorContext = createContext<(error: unknown) => void>()
