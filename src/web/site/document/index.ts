import { API_PREFIX, ARTICLES_PATH } from '../../../contract/rules/site/path-roots.ts'
import { areSingleKeysOn } from '../../client/storage.ts'
import { saveCitationStyle } from './citation-style.ts'
import { prefetchLinks } from './prefetching.ts'
import { chooseTheme } from './theme.ts'

/**
 * `/` moves to the search: of the page if it has one, else of the header. Where a list has its own keys, and in
 * fields, the key is theirs. People who have turned single keys off keep it for themselves.
 */
function focusSearchOnSlash(): void {
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (key !== '/' || ctrlKey || metaKey || altKey || !areSingleKeysOn()) return
    if ((target as Element).closest(BUSY) || document.querySelector('dialog[open]')) return
    const fields = [...document.querySelectorAll<HTMLInputElement>('[data-search]')]
    const field = fields.find((each) => each.checkVisibility()) ?? fields[0]
    if (!field) return
    event.preventDefault()
    // On small screens it is the first one, in a menu.
    field.closest('details')?.setAttribute('open', '')
    field.focus()
    field.select()
  })
  // Who opens the field of small screens wants to type in it.
  document.addEventListener(
    'toggle',
    ({ target }) =>
      (target as Element).matches('.find-small[open]') && (target as Element).querySelector('input')!.focus(),
    true,
  )
}

/** Someone is typing here, or choosing. */
const BUSY = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'

/**
 * What a page does as a plain document, before React or without it. It is loaded by every page, is small, and
 * stays in charge when React has come: each of these behaviours exists once.
 */

closeMenus()
chooseTheme()
copyOnPress()
shareOnPress()
focusSearchOnSlash()
saveCitationStyle()
prefetchLinks()
countIfLoadedAhead()

/**
 * An article's page that was loaded ahead is not counted when it is loaded, and shown without asking the server: then
 * this reports that it is read.
 */
function countIfLoadedAhead(): void {
  const [, id] = /^([\w-]+)$/.exec(location.pathname.replace(`${ARTICLES_PATH}/`, '')) ?? []
  const [visit] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    deliveryType?: string
  })[]
  if (id === undefined || visit?.deliveryType !== 'navigational-prefetch') return
  void fetch(`${API_PREFIX}/posts/${id}/viewed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    keepalive: true,
  }).catch(() => {})
}

/** Copies the citation when its button is pressed. */
function copyOnPress(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest('[data-copies]')
    if (!button) return
    try {
      await copy(document.querySelector(button.getAttribute('data-copies')!)!)
      say('success', 'Citation copied')
    } catch {
      say('error', 'The citation could not be copied. Please select it and copy it yourself.')
    }
  })
}

/** Shares an article by the device's own ways, or else copies its address. Where neither works its link writes an email. */
function shareOnPress(): void {
  document.addEventListener('click', async (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-shares]')
    if (!link || !navigator.clipboard) return
    event.preventDefault()
    const { title } = document
    const url = link.dataset.shares!
    // Readers may close the sheet again.
    if (navigator.share) return navigator.share({ title, url }).catch(() => {})
    try {
      await navigator.clipboard.writeText(url)
      say('success', 'Link copied')
    } catch {
      location.href = link.href
    }
  })
}

/** As text, and with its italics where a program takes them. */
async function copy({ textContent, innerHTML }: Element): Promise<void> {
  const text = textContent!.trim()
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(text)
  const as = (type: string, content: string) => ({ [type]: new Blob([content], { type }) })
  await navigator.clipboard.write([new ClipboardItem({ ...as('text/plain', text), ...as('text/html', innerHTML) })])
}

/**
 * Menus on `<details class="pop">` open without scripts. They close on Escape (the focus returns to the
 * summary), on a click outside and when an entry is chosen, and so does the panel of small screens: otherwise
 * they would still be open when the browser brings the page back from its memory.
 */
function closeMenus(): void {
  const open = () => document.querySelectorAll<HTMLDetailsElement>('details.pop[open]')
  document.addEventListener('pointerdown', ({ target }) => {
    for (const menu of open()) if (!menu.contains(target as Node)) menu.open = false
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of open()) {
      menu.open = false
      menu.querySelector('summary')?.focus()
      event.stopPropagation()
    }
  })
  let isLocked = false
  document.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest('a')
      if (!link) return
      // The menu has closed: the second click of two falls on what was beneath it.
      if (isLocked) return event.preventDefault()
      const panel = link.closest<HTMLElement>('.slide-over')
      if (panel?.matches(':popover-open')) panel.hidePopover()
      if (!link.closest('.pop')) return
      for (const menu of open()) menu.open = false
      if (!link.closest('.policies')) return
      isLocked = true
      setTimeout(() => (isLocked = false), NAVIGATION_LOCK_MS)
    },
    // Before React hears of it.
    true,
  )
}

/** A page of the Policies menu was chosen: further clicks on links are ignored for so long. */
const NAVIGATION_LOCK_MS = 300

/** As react-hot-toast's: errors stay twice as long as successes. */
const SHOWN_MS = { success: 2_000, error: 4_000 } as const

/** The icons of toasts (lucide's `circle-check` and `circle-alert`). */
const ICONS = {
  success: '<path d="m9 12 2 2 4-4"/>',
  error: '<path d="M12 8v4M12 16h.01"/>',
} as const

/** A toast without React: it looks the same, and is announced. */
function say(kind: keyof typeof ICONS, message: string): void {
  const toast = document.createElement('div')
  toast.className = `toast ${kind}`
  toast.innerHTML = `<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10"/>${ICONS[kind]}</svg>`
  toast.append(message)
  const region = regionOfToasts()
  region.replaceChildren(toast)
  region.showPopover?.()
  announcer.textContent = message
  setTimeout(() => {
    if (!toast.isConnected) return
    region.hidePopover?.()
    region.replaceChildren()
    announcer.textContent = ''
  }, SHOWN_MS[kind])
}

/** A live region must be in the page before it is written to. */
const announcer = document.createElement('div')
announcer.className = 'sr'
announcer.role = 'status'
document.body.append(announcer)

function regionOfToasts(): HTMLElement {
  const present = document.getElementById('said')
  if (present) return present
  const region = document.createElement('div')
  region.id = 'said'
  region.className = 'toasts'
  region.popover = 'manual'
  document.body.append(region)
  return region
}
