import { say } from './say.ts'

/** Copies the citation when its button is pressed. */
export function copyOnPress(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest('[data-copies]')
    if (!button) return
    try {
      await navigator.clipboard.writeText(document.querySelector(`${button.getAttribute('data-copies')}`)!.textContent!)
      say('success', 'Citation copied')
    } catch {
      say('error', 'The citation could not be copied. Please select it and copy it yourself.')
    }
  })
}
