import { placeOf, type Columns } from './side-note-place.ts'
import { showReference } from './references.ts'

const PHONE = '(max-width: 60rem)'
const WITH_MARGIN = '(min-width: 78.01rem)'
/** What can be looked up without going there; citations of sections are plain links. */
const LOOKED_UP = '.refs > li, .fig, .tab, .eq, .box, .fns > li, .notes > [id], .end > div'
/** What may take the margin. */
const IN_MARGIN = '.fig figcaption, .fig.wide, .tab.wide, .facts, .figure-list'

let from: HTMLAnchorElement | null = null
let note: HTMLElement | undefined

/** Opens what a citation cites beside its line: by click or by key. With a key for a new tab it is the plain link. */
export function openSideNotes(): void {
  if (!('popover' in HTMLElement.prototype)) return
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.fulltext a.xr')
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const cited = link.getAttribute('href')!.startsWith('#') && document.getElementById(link.hash.slice(1))
    if (!cited || !cited.matches(LOOKED_UP)) return
    event.preventDefault()
    open(link, cited)
  })
  matchMedia(PHONE).addEventListener('change', closeSideNote)
}

export function closeSideNote(): void {
  if (note?.matches(':popover-open')) note.hidePopover()
}

function open(link: HTMLAnchorElement, cited: HTMLElement): void {
  closeSideNote()
  note ??= makeSideNote()
  from = link
  fill(note, link, cited)
  note.showPopover()
  place(note, link)
  link.setAttribute('aria-expanded', 'true')
  note.querySelector('button')!.focus({ preventScroll: true })
}

function makeSideNote(): HTMLElement {
  const made = document.createElement('div')
  made.className = 'side-note'
  made.popover = 'auto'
  made.role = 'dialog'
  made.addEventListener('beforetoggle', ({ newState }) => {
    if (newState !== 'closed') return
    const [link, hadFocus] = [from, made.contains(document.activeElement)]
    from = null
    link?.removeAttribute('aria-expanded')
    if (hadFocus) link?.focus({ preventScroll: true })
  })
  document.body.append(made)
  return made
}

function fill(into: HTMLElement, link: HTMLAnchorElement, cited: HTMLElement): void {
  const name = nameOf(cited, link)
  into.ariaLabel = name
  into.innerHTML =
    '<div class="note-top"><b class="lab"></b><button type="button" class="btn icon" aria-label="Close">' +
    '<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg></button></div>' +
    '<div class="note-in"></div><p class="note-go"><a></a></p>'
  into.querySelector('.lab')!.textContent = name
  into.querySelector('.note-in')!.append(copyOf(cited))
  const go = into.querySelector<HTMLAnchorElement>('.note-go a')!
  go.href = link.getAttribute('href')!
  go.textContent = cited.matches('li')
    ? 'Show in the list'
    : cited.matches('.notes > *')
      ? 'Show below the table'
      : `Go to ${name}`
  into.querySelector('button')!.onclick = closeSideNote
  into.onclick = ({ target }) => {
    const followed = (target as Element).closest<HTMLAnchorElement>('a[href^="#"]')
    if (!followed) return
    showReference(followed.hash.slice(1))
    from = null
    closeSideNote()
  }
}

/** The copy has no ids: they are the original's. */
function copyOf(cited: HTMLElement): HTMLElement {
  const copy = document.createElement('div')
  const inside = cited.cloneNode(true) as HTMLElement
  if (cited.matches('li, p')) copy.append(...inside.childNodes)
  else copy.append(inside)
  for (const element of copy.querySelectorAll('*'))
    for (const name of ['id', 'aria-labelledby', 'aria-describedby', 'loading']) element.removeAttribute(name)
  return copy
}

function nameOf(cited: HTMLElement, link: HTMLAnchorElement): string {
  if (cited.matches('.refs > li'))
    return cited.matches('ol > li') ? `Reference ${(cited as HTMLLIElement).value || numberOf(cited)}` : 'Reference'
  return cited.querySelector('.lab')?.textContent || cited.ariaLabel || `Note ${link.textContent.trim()}`.trim()
}

const numberOf = (item: Element) => [...item.parentElement!.children].indexOf(item) + 1

function place(opened: HTMLElement, link: HTMLAnchorElement): void {
  const [line] = link.getClientRects()
  if (!line) return
  if (matchMedia(PHONE).matches) {
    // The line stays in sight above the sheet.
    const over = line.bottom + 24 - opened.getBoundingClientRect().top
    if (over > 0) scrollBy(0, over)
    return
  }
  const columns = columnsOf()
  const set = (name: string, value: number) => opened.style.setProperty(name, `${value}px`)
  // Its height follows from its width, which is that of the margin unless it is put below the line.
  set('--note-w', columns.margin?.width ?? columns.widest)
  const taken = [...document.querySelectorAll(IN_MARGIN)].map((element) => element.getBoundingClientRect())
  const found = placeOf(line, opened.offsetHeight, columns, taken)
  set('--note-x', found.left + scrollX)
  set('--note-y', found.top + scrollY)
  set('--note-w', found.width)
  set('--note-l', found.leader)
}

function columnsOf(): Columns {
  const styles = getComputedStyle(document.documentElement)
  const rem = Number.parseFloat(styles.fontSize)
  const length = (name: string) => Number.parseFloat(styles.getPropertyValue(name)) * rem
  const text = document.querySelector('.fulltext')!.getBoundingClientRect()
  return {
    text,
    margin: matchMedia(WITH_MARGIN).matches ? { left: text.right + length('--gap'), width: length('--margin') } : null,
    firstLine: 1.5 * rem,
    widest: 30 * rem,
  }
}
