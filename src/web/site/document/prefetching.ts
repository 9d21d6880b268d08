/** `data-ahead` marks links whose pages the browser loads ahead (`ahead.tsx`). */
export const AHEAD = 'ahead'

/** Of the pages that the links in view lead to, only the first ones: each takes as many bytes as being read. */
const MOST_IN_VIEW = 2

/**
 * Marks the first links in view, whose pages are then loaded ahead: when this page has been loaded, not on slow
 * connections, not if the reader saves data, and not where React comes and needs no documents.
 */
export function prefetchLinks(): void {
  const { dataset } = document.documentElement
  if (savesData() || 'needsScripts' in dataset || 'signedIn' in dataset) return
  const asked = new Set([location.pathname])
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const link = target as HTMLAnchorElement
      if (!isIntersecting || asked.size > MOST_IN_VIEW || asked.has(link.pathname)) continue
      asked.add(link.pathname)
      link.dataset[AHEAD] = ''
    }
  })
  const watch = () => {
    for (const link of document.querySelectorAll('main a[href^="/"]:not(.btn)')) inView.observe(link)
  }
  addEventListener('load', () => ('requestIdleCallback' in window ? requestIdleCallback(watch) : setTimeout(watch)))
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return (
    connection?.saveData === true ||
    /[23]g/.test(connection?.effectiveType ?? '') ||
    matchMedia('(prefers-reduced-data: reduce)').matches
  )
}
