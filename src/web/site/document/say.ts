/** As react-hot-toast's: errors stay twice as long as successes. */
const SHOWN_MS = { success: 2_000, error: 4_000 } as const

/** The icons of toasts (lucide's `circle-check` and `circle-alert`). */
const ICONS = {
  success: '<path d="m9 12 2 2 4-4"/>',
  error: '<path d="M12 8v4M12 16h.01"/>',
} as const

/** A toast without React: it looks the same, and is announced. */
export function say(kind: keyof typeof ICONS, message: string): void {
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
