import { escapeAttribute } from '../../contract/rules/text/plain-text.ts'

/** Serialised HTML. Only the tag below creates it, so text can never be mistaken for markup. */
export class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[]

/** A template tag that escapes values unless they are HTML already. Lists are joined; false renders nothing. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.reduce((source, text, index) => source + sourceOf(parts[index - 1]) + text))

function sourceOf(part: Part): string {
  if (part instanceof Html) return part.source
  if (part === false || part === null || part === undefined) return ''
  return typeof part === 'object' ? part.map(sourceOf).join('') : escapeAttribute(String(part))
}
