import type { Endpoint } from '../../contract/api/endpoint.ts'
import { ACCESS } from '../../contract/rules/accounts/access.ts'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { REVIEW_SCHEME } from '../../contract/rules/peer-review/review-link.ts'
import { linkSecret } from './link-secret.ts'
import { accessToken } from './session.ts'

/**
 * Sends a call of a review link, or of a session, that outlives the page. Browsers accept only short ones, and nobody is there
 * for the answer: what matters is kept on the device as well.
 */
export function sendOnLeaving({ path, access }: Endpoint, input: object): void {
  const isSession = ACCESS[access].credential === 'session'
  const authorization = isSession ? `Bearer ${accessToken()}` : `${REVIEW_SCHEME} ${linkSecret()}`
  fetch(API_PREFIX + path, {
    method: 'POST',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(input),
  }).catch(() => {})
}
