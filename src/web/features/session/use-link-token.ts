import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The secret of a mail's link, which stands behind the `#` of the address: undefined while the page is
 * still the server's, empty when the link was cut off. `forget` takes it out of the address bar.
 */
export function useLinkToken(): { token: string | undefined; forget: () => void } {
  const { hash } = useLocation()
  const [token, setToken] = useState<string>()
  useEffect(() => setToken(hash.slice(1)), [hash])
  const forget = () => window.history.replaceState(window.history.state, '', window.location.pathname)
  return { token, forget }
}
