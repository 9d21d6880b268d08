/** Arrow keys move along the strip of figures and tables, as Tab does. */
export function moveAlongStrip(): void {
  document.addEventListener('keydown', (event) => {
    const links = [...((event.target as Element).closest?.('.strip')?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(event.target as HTMLAnchorElement)
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: links.length - 1 }[event.key]
    if (to === undefined || !links[to]) return
    event.preventDefault()
    links[to].focus()
  })
}
