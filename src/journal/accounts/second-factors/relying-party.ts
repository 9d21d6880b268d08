import { isIP } from 'node:net'
import { journal } from '../../../contract/journal.ts'

/** The journal as passkeys know it: they are made for one domain name, and never answer another. */
export interface RelyingParty {
  id: string
  readonly name: string
  origin: string
}

/** Browsers offer passkeys to sites with https and a domain name, and to a developer's own machine by its name. */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (hostname.startsWith('[') || isIP(hostname)) return null
  if (protocol !== 'https:' && !isOwnMachine) return null
  return {
    id: hostname,
    // As it is published when a passkey is made.
    get name() {
      return journal().name
    },
    origin,
  }
}
