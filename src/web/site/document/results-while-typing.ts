/**
 * The results of the search page follow what is typed and which filters are pressed. The page of the new search is
 * fetched and its live elements take the place of those on the screen; where React has come, the router does it. The
 * field is never touched, so the focus stays where it is.
 */
import { goInPlace } from '../../ui/go.ts'
import { LATER } from '../early-script.ts'

/** A pause in typing, and how long an answer may take until the results are shown as outdated. */
const PAUSE_MS = 250
const SLOW_MS = 150

const FORM = 'search-form'
const LIVE = '[data-live]'

let timer: ReturnType<typeof setTimeout> | undefined
let underWay: AbortController | undefined
/** The search on the screen, or on its way there. */
let asked = location.search

const isOfSearch = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.form?.id === FORM

document.addEventListener('input', ({ target }) => {
  if (!isOfSearch(target) || target.type !== 'search') return
  clearTimeout(timer)
  timer = setTimeout(() => search(target.form!, 'in place'), PAUSE_MS)
})
document.addEventListener('change', ({ target }) => {
  if (isOfSearch(target) && target.type === 'checkbox') search(target.form!, 'further')
})
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (form.id !== FORM) return
  event.preventDefault()
  search(form, 'in place')
})
addEventListener('popstate', () => {
  if (isReact() || !document.getElementById(FORM) || location.search === asked) return
  const typed = new URLSearchParams(location.search).get('q') ?? ''
  document.querySelector<HTMLInputElement>(`#${FORM} [name=q]`)!.value = typed
  void show(location.search)
})

const isReact = (): boolean => 'hydrated' in document.documentElement.dataset

/** Typing stays at one entry of the history; a filter is a step that the back button takes back. */
function search(form: HTMLFormElement, step: 'in place' | 'further'): void {
  clearTimeout(timer)
  // React is on its way: it would not know what it finds.
  if ('signedIn' in document.documentElement.dataset && !isReact()) {
    timer = setTimeout(() => search(form, step), PAUSE_MS)
    return
  }
  const chosen = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()])
  const query = new URLSearchParams(chosen.filter(([, value]) => value !== ''))
  const next = query.size ? `?${query}` : ''
  if (next === asked) return
  if (isReact()) {
    asked = next
    goInPlace({ path: location.pathname + next, replace: step === 'in place' })
    return
  }
  const address = location.pathname + next
  if (step === 'further') history.pushState(null, '', address)
  else history.replaceState(history.state, '', address)
  void show(next)
}

async function show(next: string): Promise<void> {
  asked = next
  underWay?.abort()
  const { signal } = (underWay = new AbortController())
  const answer = document.getElementById('search-answer')!
  const slow = setTimeout(() => (answer.ariaBusy = 'true'), SLOW_MS)
  try {
    const response = await fetch(location.pathname + next, { signal })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (!page.getElementById('search-answer')) throw new Error(response.statusText)
    if (!signal.aborted) replaceLive(page)
  } catch {
    if (signal.aborted) return
    // Asked again by the next key.
    asked = '-'
    document.getElementById('search-count')!.replaceChildren()
    document.getElementById('search-order')!.replaceChildren()
    answer.innerHTML = document.getElementById('search-failed')!.innerHTML
    answer.querySelector<HTMLAnchorElement>('[data-again]')!.search = next
  } finally {
    clearTimeout(slow)
    if (!signal.aborted) answer.ariaBusy = null
  }
}

/** What is open stays open, and what has the focus keeps it, if it is still there. */
function replaceLive(page: Document): void {
  const open = [...document.querySelectorAll<HTMLDetailsElement>(`${LIVE} details[open]`)].map(({ id }) => id)
  const focused = placeOf(document.activeElement)
  for (const live of document.querySelectorAll(LIVE)) live.innerHTML = page.getElementById(live.id)?.innerHTML ?? ''
  document.title = page.title
  // React would not find the page that it was sent with: this document stays without it.
  document.querySelector(`script[type="${LATER}"]`)?.remove()
  for (const id of open) document.getElementById(id)?.setAttribute('open', '')
  if (focused) document.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true })
}

/** A selector of a check box or of the button that opens something, within what is replaced. */
function placeOf(element: Element | null): string | undefined {
  if (!element?.closest(LIVE)) return undefined
  if (element instanceof HTMLInputElement) return `[name="${element.name}"][value="${CSS.escape(element.value)}"]`
  return element.matches('summary') ? `#${element.parentElement!.id} > summary` : undefined
}
