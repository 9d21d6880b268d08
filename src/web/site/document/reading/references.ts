/** Of longer lists only the first are shown. */
const LONG = 60
const SHOWN = 30

/**
 * Folds a long list of references, so that what follows can be reached. What is folded is still found by the browser's
 * search (`until-found`), and opens for it, for links that lead there, and for print.
 */
export function foldReferences(): void {
  for (const list of document.querySelectorAll<HTMLElement>('.refs')) {
    const folded = [...list.children].slice(SHOWN)
    if (list.children.length <= LONG || list.dataset.folds) continue
    list.dataset.folds = ''
    const target = location.hash && document.getElementById(location.hash.slice(1))
    // A reader who is there already, by a link or by going back, keeps their place.
    if ((target && list.contains(target)) || list.getBoundingClientRect().top < innerHeight) continue
    for (const item of folded) {
      item.setAttribute('hidden', 'until-found')
      item.addEventListener('beforematch', () => unfold(list))
    }
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'btn unfold'
    button.textContent = `Show all ${list.children.length} references`
    button.onclick = () => {
      unfold(list)
      ;(folded[0] as HTMLElement).focus({ preventScroll: true })
    }
    list.after(button)
  }
}

function unfold(list: Element): void {
  for (const item of list.children) item.removeAttribute('hidden')
  if (list.nextElementSibling?.matches('.unfold')) list.nextElementSibling.remove()
}

/** Shows a reference before a link leads to it. */
export function showReference(id: string): void {
  const list = document.getElementById(id)?.closest('li[hidden]')?.parentElement
  if (list) unfold(list)
}

document.addEventListener(
  'click',
  ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href^="#"]')
    if (link && !link.matches('.xr')) showReference(link.hash.slice(1))
  },
  true,
)
addEventListener('hashchange', () => {
  const id = location.hash.slice(1)
  const hidden = document.getElementById(id)?.closest('li[hidden]')
  if (!hidden) return
  showReference(id)
  hidden.scrollIntoView()
})
