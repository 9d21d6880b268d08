import { textOfHtml } from '../text/html-text.ts'
import { escapeText } from '../text/escape.ts'

/** The maximum for authors, in visible characters. */
export const KEY_MESSAGE_MAX = 2000

/** The maximum shown in lists of articles, in visible characters. */
export const LISTED_KEY_MESSAGE = 300

/** The summary of an article as inline markup: its key message, otherwise its abstract. */
export const summaryOf = ({ excerpt, abstract }: { excerpt: string; abstract: string }): string =>
  excerpt.trim() || escapeText(textOfHtml(abstract))
