/** The allowed targets of links in rich text. */

const LINK = /^(?:https?:\/\/|mailto:|tel:)\S/i

export const ADDRESS_MESSAGE = 'Please enter an address that begins with https://, http://, mailto: or tel:'

export const isAllowedLink = (href: string | null | undefined): boolean => LINK.test(href?.trim() ?? '')

/**
 * The URL that was meant, or nothing. A text without protocol gets one if it is unambiguous: a DOI, an email
 * address, a domain name.
 */
export function linkAddress(typed: string): string | null {
  const address = typed.trim()
  if (/^(?:doi:\s*)?10\.\d{4,9}\/\S+$/i.test(address)) return `https://doi.org/${address.replace(/^doi:\s*/i, '')}`
  if (/^[^\s@:/]+@[^\s@:/]+\.[a-z]{2,}$/i.test(address)) return `mailto:${address}`
  if (/^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#]\S*)?$/u.test(address)) return linkAddress(`https://${address}`)
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(address)) return address
  if (/^tel:\+?[\d\s().-]{3,}$/i.test(address)) return address.replace(/\s/g, '')
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  return new URL(address).hostname ? address.replace(/\s/g, '%20') : null
}
