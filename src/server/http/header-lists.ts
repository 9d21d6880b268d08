import fresh from 'fresh'

/** True when an If-None-Match header names this tag, weak or not, or any. */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  fresh({ 'if-none-match': header }, { etag })

/** True when an Accept-Encoding header takes this encoding; `q=0` refuses it. */
export const acceptsEncoding = (header: string | undefined, encoding: string): boolean =>
  (header ?? '').split(',').some((member) => {
    const [name, ...parameters] = member.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
