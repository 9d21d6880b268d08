/** The domain of invented people: no mail server can deliver to it (RFC 6761). */
const INVENTED_DOMAIN = '.invalid'

/** True for addresses of invented people. Nothing is ever sent to them. */
export function isInventedAddress(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return `.${domain.endsWith('.') ? domain.slice(0, -1) : domain}`.endsWith(INVENTED_DOMAIN)
}

/**
 * When an email to invented people, or about samples, is sent. It is written like any other, so that editors see it, and
 * is never due: no server claims it, nor one of an earlier version.
 */
export const NEVER = '9999-12-31T23:59:59.999Z'

/** Nobody is asked by mistake: invented people review samples, and nobody else does. */
export const INVENTED_ONLY =
  'This manuscript is a sample. Only invented people can be asked to review it: their addresses end in .invalid, and nothing is sent to them.'
export const NOT_INVENTED = 'They are invented: an address that ends in .invalid reaches nobody.'
