/** What links and pictures of rich text may point to (specification section 5, 'Rich-text fields'). */

const LINK = /^(?:https?:\/\/|mailto:|tel:)\S/i
const DATA_PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,([a-z0-9+/=\s]+)$/i

/** The most that one embedded picture may have, in bytes. */
export const PICTURE_BYTES_MAX = 300_000

export const ADDRESS_MESSAGE = 'Please enter an address that begins with https://, http://, mailto: or tel:'

export const isAllowedLink = (href: string | null | undefined): boolean => LINK.test(href?.trim() ?? '')

export function isAllowedPicture(src: string | null | undefined): boolean {
  const address = src?.trim() ?? ''
  if (/^https?:\/\//i.test(address)) return true
  const data = DATA_PICTURE.exec(address)?.[1]
  // Four characters of base64 carry three bytes.
  return data !== undefined && (data.length * 3) / 4 <= PICTURE_BYTES_MAX + 2
}

/**
 * The address that somebody meant, or nothing. What has no protocol but can only be one thing gets
 * it: a DOI, an email address, the name of a site.
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
