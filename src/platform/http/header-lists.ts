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
