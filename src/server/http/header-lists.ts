/** The members of a header that lists them with commas. */
const members = (header: string | undefined): string[] => (header ?? '').split(',').map((member) => member.trim())

/** True when an If-None-Match header names this tag, weak or not, or any. */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  members(header).some((tag) => tag === '*' || tag === etag || tag === `W/${etag}`)

/** True when an Accept-Encoding header takes this encoding; `q=0` refuses it. */
export const acceptsEncoding = (header: string | undefined, encoding: string): boolean =>
  members(header?.toLowerCase()).some((member) => {
    const [name, ...parameters] = member.split(';').map((part) => part.trim())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
