import { useNavigate } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { browserApi } from '../../api.ts'
import { clearSession, refreshToken } from '../../session.ts'

/** Ends the session here at once and on the server when it can be reached, then goes home. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const token = refreshToken()
    clearSession()
    await navigate(paths.home)
    // Signing out must work without a connection too: the session then ends by its own expiry.
    if (token !== null) await browserApi.session.logout({ refreshToken: token }).catch(() => {})
  }
}
