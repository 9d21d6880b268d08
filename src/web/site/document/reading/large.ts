let dialog: HTMLDialogElement | undefined
let shown: HTMLElement | undefined

/** What can be opened large: tables, and figures whose picture the journal has. */
const OPENED = '.fulltext .tab, .fulltext .fig:has(.mount img)'

/** Opens figures and tables over the whole window. The figure's link leads to its picture without this script. */
export function openLarge(): void {
  if (!('showModal' in HTMLDialogElement.prototype)) return
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const figure = (event.target as Element).closest('.fulltext .enlarge')?.closest<HTMLElement>('figure')
    if (!figure) return
    event.preventDefault()
    show(figure)
    dialog!.showModal()
    dialog!.querySelector<HTMLElement>('.large-in')!.focus()
  })
}

function show(figure: HTMLElement): void {
  dialog ??= makeDialog()
  shown = figure
  const name = figure.querySelector('.lab')?.textContent ?? 'Figure'
  dialog.ariaLabel = name
  dialog.querySelector('h2')!.textContent = name
  const inside = dialog.querySelector<HTMLElement>('.large-in')!
  const picture = figure.querySelector('.mount img')
  const copies = (picture ? [picture] : [...figure.querySelectorAll('.frame')]).map(
    (part) => part.cloneNode(true) as Element,
  )
  for (const element of copies.flatMap((copy) => [copy, ...copy.querySelectorAll('*')]))
    for (const attribute of ['id', 'aria-labelledby', 'tabindex', 'role', 'loading', 'sizes'])
      element.removeAttribute(attribute)
  inside.dataset.whole = 'true'
  inside.ariaLabel = name
  inside.replaceChildren(...copies)
  const caption = figure.querySelector('figcaption')!.cloneNode(true) as HTMLElement
  for (const left of caption.querySelectorAll('.lab, .fig-acts, .more')) left.remove()
  for (const element of caption.querySelectorAll('[id]')) element.removeAttribute('id')
  dialog.querySelector('.large-foot')!.replaceChildren(...caption.childNodes)
  const all = others()
  const at = all.indexOf(figure)
  dialog.querySelector<HTMLButtonElement>('[data-step="-1"]')!.disabled = at === 0
  dialog.querySelector<HTMLButtonElement>('[data-step="1"]')!.disabled = at === all.length - 1
}

const others = () => [...document.querySelectorAll<HTMLElement>(OPENED)]

function step(by: number): void {
  const to = shown && others()[others().indexOf(shown) + by]
  if (to) show(to)
}

const icon = (path: string) => `<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`

function makeDialog(): HTMLDialogElement {
  const made = document.createElement('dialog')
  made.className = 'large'
  made.innerHTML = `<div class="large-top"><h2></h2>
    <button type="button" class="btn icon" data-step="-1" aria-label="Previous">${icon('M15 6l-6 6 6 6')}</button>
    <button type="button" class="btn icon" data-step="1" aria-label="Next">${icon('M9 6l6 6-6 6')}</button>
    <button type="button" class="btn icon" data-close aria-label="Close">${icon('M6 6l12 12M18 6L6 18')}</button></div>
    <div class="large-in" tabindex="0" role="region"></div><div class="large-foot"></div>`
  made.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('button')
    if (button?.dataset.step) step(Number(button.dataset.step))
    else if (button || (target as Element).closest('a[href^="#"]')) made.close()
    // A press on a picture shows it in its own size, another one whole.
    else if ((target as Element).matches('.large-in > img')) {
      const inside = (target as Element).parentElement!
      inside.dataset.whole = String(inside.dataset.whole !== 'true')
    }
  })
  made.addEventListener('keydown', (event) => {
    const inside = made.querySelector('.large-in')!
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    // In a table that is wider than the window these keys scroll.
    if (!by || inside.scrollWidth > inside.clientWidth) return
    event.preventDefault()
    step(by)
  })
  document.body.append(made)
  return made
}
