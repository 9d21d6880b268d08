import { useNavigate } from 'react-router'
import { paths } from '../../contract/rules/site/paths.ts'
import { browserApi } from '../client/api.ts'
import { clearSession, refreshToken } from '../client/session.ts'

/**
 * Goes to the home page and ends the session: at once in this browser, and on the server if it can be
 * reached.
 */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const token = refreshToken()
    // Navigates first: an area that is still shown would redirect to the sign-in page.
    void navigate(paths.home, { flushSync: true })
    clearSession()
    // Signing out must work without a connection too: the session then ends by its own expiry.
    if (token !== null) await browserApi.session.logout({ refreshToken: token }).catch(() => {})
  }
}
