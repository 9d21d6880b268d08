import fresh from 'fresh'

/** True if an If-None-Match header matches this tag (weak or strong) or any. */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  fresh({ 'if-none-match': header }, { etag })

/** True if an Accept-Encoding header accepts this encoding; `q=0` refuses it. */
export const acceptsEncoding = (header: string | undefined, encoding: string): boolean =>
  (header ?? '').split(',').some((member) => {
    const [name, ...parameters] = member.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

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
