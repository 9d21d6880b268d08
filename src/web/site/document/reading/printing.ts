import { folioOf } from './folio.ts'

/**
 * Paper shows everything: what is folded is opened for it, also where the style sheet alone can't. Each page names the
 * article at its foot.
 */
export function prepareForPrint(): void {
  let opened: HTMLDetailsElement[] = []
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('article details:not([open])')]
    for (const details of opened) details.open = true
    const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="citation_${name}"]`)?.content
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
    document.documentElement.style.setProperty('--folio', JSON.stringify(folioOf(meta, canonical)))
  })
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false
  })
}
