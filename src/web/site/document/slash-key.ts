import { SINGLE_KEYS } from '../../client/storage-keys.ts'

/**
 * `/` moves to the search: of the page if it has one, else of the masthead. Where a list has its own keys, and in
 * fields, the key is theirs. People who have turned single keys off keep it for themselves.
 */
export function focusSearchOnSlash(): void {
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (key !== '/' || ctrlKey || metaKey || altKey || isTurnedOff()) return
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

/** Somebody is typing here, or choosing. */
const BUSY = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'

function isTurnedOff(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) === 'off'
  } catch {
    return false
  }
}
