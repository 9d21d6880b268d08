import { API_PREFIX } from '../../contract/rules/site/paths.ts'
import { REVIEW_SCHEME } from '../../contract/rules/peer-review/review-link.ts'
import { linkSecret } from './link-secret.ts'

/**
 * Sends a call of a review link that outlives the page. Browsers accept only short ones, and nobody is there for
 * the answer: what matters is kept on the device as well.
 */
export function sendOnLeaving(path: string, input: object): void {
  fetch(API_PREFIX + path, {
    method: 'POST',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', authorization: `${REVIEW_SCHEME} ${linkSecret()}` },
    body: JSON.stringify(input),
  }).catch(() => {})
}
