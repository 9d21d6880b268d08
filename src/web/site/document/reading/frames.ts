/** Differences below this are rounding. */
const SLACK = 4

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) tell(target as HTMLElement)
})

/** Says of tables that are wider than their frame that they go on sideways, and lets readers open them large. */
export function tellOfWidth(): void {
  observer.disconnect()
  for (const frame of document.querySelectorAll<HTMLElement>('.tab .frame')) {
    observer.observe(frame)
    frame.onscroll = () => tell(frame)
  }
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
  hint.textContent = `${columns} columns. Scroll sideways for the rest, or `
  const open = document.createElement('button')
  open.type = 'button'
  open.className = 'enlarge'
  open.textContent = 'open the table large'
  hint.removeAttribute('aria-hidden')
  hint.append(open)
  if (!own) frame.before(hint)
}
