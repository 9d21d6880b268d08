import { use, useEffect, useState } from 'react'
import { Nonce } from '../ui/nonce.ts'
import { AHEAD } from './document/prefetching.ts'

/** The addresses of pages: not files, which have an extension, nor the API. */
const PAGES = { and: [{ href_matches: '/*' }, { not: { href_matches: ['/*.*', '/api/*', '/files/*'] } }] }

/**
 * Pages that browsers with speculation rules load ahead: those of marked links at once, any other when its link is
 * pointed at. They keep such a page for five minutes and show it without asking, which a `no-cache` page that was
 * prefetched by a link element is not. Where React has come, links need no documents.
 */
const rules = JSON.stringify({
  prefetch: [
    { where: { and: [PAGES, { selector_matches: `[data-${AHEAD}]` }] }, eagerness: 'immediate' },
    { where: PAGES, eagerness: 'moderate' },
  ],
})

export function Ahead() {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return hydrated ? null : (
    <script nonce={use(Nonce)} type="speculationrules" dangerouslySetInnerHTML={{ __html: rules }} />
  )
}
