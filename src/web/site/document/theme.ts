import { THEME_KEY } from '../early-script.ts'

const choices = () => document.querySelectorAll<HTMLInputElement>('.theme input')

/** Shows which colour scheme is chosen, and lets readers choose. */
export function showTheme(): void {
  const chosen = document.documentElement.dataset.theme ?? 'system'
  for (const choice of choices()) {
    choice.checked = choice.value === chosen
    choice.closest('fieldset')!.disabled = false
  }
}

/** Applies a choice at once and keeps it on this device. */
export function chooseTheme(): void {
  showTheme()
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest('.theme')) return
    const { dataset } = document.documentElement
    if (target.value === 'system') delete dataset.theme
    else dataset.theme = target.value
    try {
      if (target.value === 'system') localStorage.removeItem(THEME_KEY)
      else localStorage.setItem(THEME_KEY, target.value)
    } catch {
      // Storage may be disabled: then the choice lasts as long as the page.
    }
    showTheme()
  })
}
