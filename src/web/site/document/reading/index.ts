import { folioOf, followReader, watchBanner } from './contents.ts'
import { READING } from './event.ts'
import { foldReferences } from './references.ts'
import { closeSideNote, openSideNotes } from './side-note.ts'

let dialog: HTMLDialogElement | undefined
let shown: HTMLElement | undefined

/** What can be opened large: tables, and figures whose picture the journal has. */
const OPENED = '.fulltext .tab, .fulltext .fig:has(.mount img)'

/** Opens figures and tables over the whole window. The figure's link leads to its picture without this script. */
function openLarge(): void {
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

/** Differences below this are rounding. */
const SLACK = 4

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) (target.matches('.frame') ? tell : makeReachable)(target as HTMLElement)
})

/** Says of tables that are wider than their frame that they go on sideways, and lets readers open them large. */
function tellOfWidth(): void {
  observer.disconnect()
  for (const frame of document.querySelectorAll<HTMLElement>('.tab .frame')) {
    observer.observe(frame)
    frame.onscroll = () => tell(frame)
  }
  for (const formula of document.querySelectorAll('.m-in')) observer.observe(formula)
}

/** Lets the keyboard scroll a formula in the text that is longer than its line. */
function makeReachable(formula: HTMLElement): void {
  const isLong = formula.scrollWidth > formula.clientWidth
  const values = { tabindex: '0', role: 'group', 'aria-label': 'Formula' }
  for (const [name, value] of Object.entries(values))
    if (isLong) formula.setAttribute(name, value)
    else formula.removeAttribute(name)
}

function tell(frame: HTMLElement): void {
  const table = frame.closest<HTMLElement>('.tab')!
  const hidden = frame.scrollWidth - frame.clientWidth
  if (hidden < SLACK) delete table.dataset.more
  else {
    table.dataset.more = frame.scrollLeft > hidden - SLACK ? 'end' : 'on'
    addHint(table, frame)
  }
}

function addHint(table: HTMLElement, frame: HTMLElement): void {
  if (table.querySelector('.enlarge')) return
  // The renderer's own hint, which is for all widths, becomes one of what is true of this window.
  const columns = [...frame.querySelectorAll('tr')].reduce(
    (most, { cells }) =>
      Math.max(
        most,
        [...cells].reduce((sum, { colSpan }) => sum + colSpan, 0),
      ),
    0,
  )
  const own = frame.previousElementSibling?.matches('.more') ? frame.previousElementSibling : null
  const hint = own ?? document.createElement('p')
  hint.className = 'more'
  hint.textContent = `${columns} columns: scroll sideways or `
  const open = document.createElement('button')
  open.type = 'button'
  open.className = 'enlarge'
  open.textContent = 'enlarge the table'
  hint.removeAttribute('aria-hidden')
  hint.append(open)
  if (!own) frame.before(hint)
}

/**
 * What a full text does as a plain document, before React or without it. Reading needs none of it: contents, citations
 * and figures are links. Loaded by pages with a full text alone, and told when React puts another text on the page.
 */

function prepare(): void {
  closeSideNote()
  followReader.now()
  watchBanner()
  tellOfWidth()
  foldReferences()
}

followReader()
openSideNotes()
openLarge()
moveAlongFigureList()
prepareForPrint()
document.addEventListener(READING, prepare)
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', prepare)
else prepare()

/** Arrow keys move along the list of figures and tables, as Tab does. */
function moveAlongFigureList(): void {
  document.addEventListener('keydown', (event) => {
    const links = [...((event.target as Element).closest?.('.figure-list')?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(event.target as HTMLAnchorElement)
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: links.length - 1 }[event.key]
    if (to === undefined || !links[to]) return
    event.preventDefault()
    links[to].focus()
  })
}

/**
 * Paper shows everything: what is folded is opened for it, also where the style sheet alone can't. Each page names the
 * article at its foot.
 */
function prepareForPrint(): void {
  let opened: HTMLDetailsElement[] = []
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('article details:not([open])')]
    for (const details of opened) details.open = true
    const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="citation_${name}"]`)?.content
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
    const standing = document.querySelector<HTMLElement>('.det')?.dataset.standing
    if (standing) document.documentElement.style.setProperty('--standing', JSON.stringify(standing))
    document.documentElement.style.setProperty('--folio', JSON.stringify(folioOf(meta, canonical)))
  })
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false
  })
}
