import { STORAGE_KEYS } from '../client/storage.ts'

export const THEME_KEY = 'theme'

/** The type of a page's module script until it is started. */
export const LATER = 'text/later'

/**
 * Runs before the first paint, written into each page: it must not refer to anything outside of itself. The
 * Content-Security-Policy allows it by its hash.
 *
 * - It applies the colour scheme, and marks the page if someone is signed in, to avoid flashes.
 * - It prevents zod from compiling its schemas with `new Function`, which the policy forbids: the mere attempt,
 *   made as soon as a schema is created, would be reported as a violation.
 * - It starts the page's module script, and with it React, where something needs it: after the first paint on
 *   pages with forms, in the signed-in areas and wherever someone is signed in; later if someone signs in in
 *   another tab, or if a featured image cannot be loaded and gives way to a plant. Other pages are complete
 *   documents. If the script cannot be loaded, the next touch tries again.
 */
function early(theme: string, token: string, later: string): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  const { dataset } = document.documentElement
  const stored = (key: string) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const chosen = stored(theme)
  if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen
  if (stored(token)) dataset.signedIn = ''

  let wanted = false
  let started = false
  const start = () => {
    const inert = document.querySelector(`script[type="${later}"]`)
    if (started || !wanted || !inert) return
    started = true
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = inert.textContent
    script.onerror = () => (started = false)
    document.body.append(script)
  }
  const want = () => {
    wanted = true
    if (document.readyState !== 'loading') start()
  }
  if (stored(token)) want()
  addEventListener('storage', ({ key, newValue }) => key === token && newValue && want())
  addEventListener('pageshow', () => stored(token) && want())
  addEventListener('pointerdown', start)
  addEventListener('keydown', start)
  const isFeatured = (target: EventTarget | null) =>
    target instanceof Element && target.matches('.cover-image img:not(.plant)')
  addEventListener('error', ({ target }) => isFeatured(target) && want(), true)
  addEventListener('DOMContentLoaded', () => {
    if ('needsScripts' in dataset) wanted = true
    if (document.hidden) start()
    else requestAnimationFrame(() => setTimeout(start))
  })
}

export const earlyScript = `(${early})(${[THEME_KEY, STORAGE_KEYS.refreshToken, LATER].map((value) => JSON.stringify(value)).join()})`
