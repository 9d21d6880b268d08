import { useNavigate } from 'react-router'
import { paths } from '../../contract/domain/paths.ts'
import { browserApi } from '../client/api.ts'
import { clearSession, refreshToken } from '../client/session.ts'

/** Goes home and ends the session: here at once, on the server when it can be reached. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const token = refreshToken()
    // The way home first, and at once: an area that is still shown would send somebody without a session to sign in.
    void navigate(paths.home, { flushSync: true })
    clearSession()
    // Signing out must work without a connection too: the session then ends by its own expiry.
    if (token !== null) await browserApi.session.logout({ refreshToken: token }).catch(() => {})
  }
}
