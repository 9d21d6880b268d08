import { linkAddress } from '../rich-text/addresses.ts'
import { isTextAddress } from './nodes.ts'

export const TEXT_ADDRESS_MESSAGE = 'Please enter an address that begins with https://, mailto: or /, such as /about.'

/** The address that was meant: also a page of the journal, or a value such as {{licence.url}}. */
export function textAddress(typed: string): string | null {
  const address = typed.trim()
  return linkAddress(address) ?? (isTextAddress(address) ? address : null)
}
