import { say } from './say.ts'

/** Copies the citation when its button is pressed. */
export function copyOnPress(): void {
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

/** As text, and with its italics where a program takes them. */
async function copy({ textContent, innerHTML }: Element): Promise<void> {
  const text = textContent!.trim()
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(text)
  const as = (type: string, content: string) => ({ [type]: new Blob([content], { type }) })
  await navigator.clipboard.write([new ClipboardItem({ ...as('text/plain', text), ...as('text/html', innerHTML) })])
}
