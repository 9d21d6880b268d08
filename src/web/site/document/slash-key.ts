import { SINGLE_KEYS } from '../../client/storage-keys.ts'

/**
 * `/` moves to the search: of the page if it has one, else of the masthead. Where a list has its own keys, and in
 * fields, the key is theirs. People who have turned single keys off keep it for themselves.
 */
export function focusSearchOnSlash(): void {
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event
    if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented || isBusy(target) || isTurnedOff()) return
    const fields = [...document.querySelectorAll<HTMLInputElement>('[data-search]')]
    const field = fields.find((each) => each.checkVisibility()) ?? fields.find((each) => each.closest('details'))
    if (!field) return
    event.preventDefault()
    field.closest('details')?.setAttribute('open', '')
    field.select()
    field.focus()
  })
  // Who opens the field of small screens wants to type in it.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      const menu = target as HTMLDetailsElement
      if (menu.open && menu.matches('.find-small')) menu.querySelector('input')!.focus()
    },
    true,
  )
}

const isBusy = (target: EventTarget | null): boolean =>
  (target as Element).closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]') !== null ||
  document.querySelector('dialog[open]') !== null

function isTurnedOff(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) === 'off'
  } catch {
    return false
  }
}
