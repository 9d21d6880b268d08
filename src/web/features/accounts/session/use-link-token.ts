import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The secret of an email link, in the fragment of the URL: undefined until hydration, empty if the link is
 * incomplete. `forget` removes it from the address bar.
 */
export function useLinkToken(): { token: string | undefined; forget: () => void } {
  const { hash } = useLocation()
  const [token, setToken] = useState<string>()
  useEffect(() => setToken(hash.slice(1)), [hash])
  const forget = () => window.history.replaceState(window.history.state, '', window.location.pathname)
  return { token, forget }
}
