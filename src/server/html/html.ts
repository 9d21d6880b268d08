import { escapeAttribute } from '../../contract/domain/escape.ts'

/** Finished HTML. Only the tag below makes it, so that text can never pass for markup. */
export class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[]

/** A template whose values are escaped, unless they are HTML already. Lists are joined; false is nothing. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.reduce((source, text, index) => source + sourceOf(parts[index - 1]) + text))

function sourceOf(part: Part): string {
  if (part instanceof Html) return part.source
  if (part === false || part === null || part === undefined) return ''
  return typeof part === 'object' ? part.map(sourceOf).join('') : escapeAttribute(String(part))
}
