import { createContext } from 'react'

/**
 * Long markup of the page that is rendered on the server, which is not in its loader data: it would travel twice.
 * Empty in the browser, where the page has it already.
 */
export const PageMarkup = createContext('')

const UNSAFE: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' }

/** JSON that cannot close its `<script>` element. */
export const jsonForScript = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => UNSAFE[character]!)
