/** A typed link (RFC 8288). */
export interface Link {
  rel: string
  href: string
  type?: string | undefined
  profile?: string | undefined
}

/** The value of a `Link` header. Addresses are ASCII, without the signs that end them. */
export const linkHeader = (links: readonly Link[]): string =>
  links
    .map(({ href, ...attributes }) =>
      [
        `<${headerSafe(href)}>`,
        ...Object.entries(attributes).flatMap(([name, value]) => (value ? [`${name}="${value}"`] : [])),
      ].join('; '),
    )
    .join(', ')

const headerSafe = (address: string): string =>
  address.replace(/[^\x21-\x7e]|[<>"\\^`{|}]/gu, (character) => encodeURIComponent(character.toWellFormed()))
