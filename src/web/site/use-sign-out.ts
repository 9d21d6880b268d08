import { useNavigate } from 'react-router'
import { paths } from '../../contract/domain/paths.ts'
import { browserApi } from '../client/api.ts'
import { clearSession, refreshToken } from '../client/session.ts'

/** Goes home and ends the session: here at once, on the server when it can be reached. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const token = refreshToken()
    // Home first: an area would send somebody without a session to sign in.
    await navigate(paths.home)
    clearSession()
    // Signing out must work without a connection too: the session then ends by its own expiry.
    if (token !== null) await browserApi.session.logout({ refreshToken: token }).catch(() => {})
  }
}
