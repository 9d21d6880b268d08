/** Where the style that a reader has chosen is kept on this device. */
const STYLE_KEY = 'citation-style'

const NAME = 'citation-style'

/** Shows references in the style that was chosen last. */
export function showCitationStyle(): void {
  try {
    const chosen = localStorage.getItem(STYLE_KEY)
    for (const choice of document.querySelectorAll<HTMLInputElement>(`input[name=${NAME}]`))
      if (choice.value === chosen) choice.checked = true
  } catch {
    // Storage may be disabled: then the journal's own style is shown.
  }
}

/** Keeps the choice of a style on this device. */
export function saveCitationStyle(): void {
  showCitationStyle()
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== NAME) return
    try {
      localStorage.setItem(STYLE_KEY, target.value)
    } catch {
      // Then the choice lasts as long as the page.
    }
  })
}
