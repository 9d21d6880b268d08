/**
 * Menus on `<details class="pop">` open without scripts. They close on Escape (the focus returns to the
 * summary), on a click outside and when an entry is chosen, and so does the panel of small screens: otherwise
 * they would still be open when the browser brings the page back from its memory.
 */
export function closeMenus(): void {
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
  document.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest('a')
    const menu = link?.closest<HTMLDetailsElement>('details.pop')
    if (menu) menu.open = false
    const panel = link?.closest<HTMLElement>('.slide-over')
    if (panel?.matches(':popover-open')) panel.hidePopover()
  })
}
