import { textOfHtml } from './html-text.ts'
import { escapeText } from './escape.ts'

/** The most that an author may write, in visible characters. */
export const KEY_MESSAGE_MAX = 2000

/** As much of it as lists of articles show, in visible characters. */
export const LISTED_KEY_MESSAGE = 300

/** What an article says in short, as inline markup: its key message, else its abstract. */
export const summaryOf = ({ excerpt, abstract }: { excerpt: string; abstract: string }): string =>
  excerpt.trim() || escapeText(textOfHtml(abstract))
