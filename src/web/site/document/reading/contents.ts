/** The reader is in a section when its heading has passed this share of the window's height. */
const READING_LINE = 0.3

/** Tells the styles whether the banner is seen: once it has left the screen, its chip in the contents takes its place. */
export function watchBanner(): void {
  const banner = document.querySelector('.det')
  if (!banner) return
  const tell = ([entry]: IntersectionObserverEntry[]) => {
    document.documentElement.dataset.banner = entry!.isIntersecting ? 'seen' : 'gone'
  }
  new IntersectionObserver(tell).observe(banner)
}

/** Marks the section that is being read in the contents, and names it in the bar of narrow screens. */
export function followReader(): void {
  let frame = 0
  const soon = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      followReader.now()
    })
  }
  addEventListener('scroll', soon, { passive: true })
  addEventListener('resize', soon, { passive: true })
  // A sheet that is open over the text would hide where one has gone.
  document.addEventListener('click', ({ target }) => {
    const sheet = (target as Element).closest('#toc a')?.closest<HTMLElement>('#toc')
    if (sheet?.matches(':popover-open')) sheet.hidePopover()
  })
}

followReader.now = (): void => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('#toc li a')]
  const here = links.filter((link) => link.getAttribute('href')!.startsWith('#'))
  const at = currentOf(
    here.map(({ hash }) => document.getElementById(hash.slice(1))?.getBoundingClientRect().top),
    innerHeight * READING_LINE,
  )
  const current = here[at]
  if (!current || current.hasAttribute('aria-current')) return
  for (const link of links) link.removeAttribute('aria-current')
  current.setAttribute('aria-current', 'true')
  // In a rail that is longer than the window the current section stays in sight; the page itself does not move.
  const rail = current.closest<HTMLElement>('.rail')
  if (rail && rail.scrollHeight > rail.clientHeight) {
    const middle = current.getBoundingClientRect().top - rail.getBoundingClientRect().top + rail.scrollTop
    rail.scrollTo({ top: middle - rail.clientHeight / 2 })
  }
  const now = document.querySelector('.rail-now')
  if (now)
    now.textContent = [...current.children]
      .map(({ textContent }) => textContent)
      .join(' ')
      .trim()
}

/**
 * Which of the headings is being read: the last one above the line, or the first one. `tops` are in the order of the
 * text; undefined for headings that are not on the page.
 */
export function currentOf(tops: readonly (number | undefined)[], line: number): number {
  let current = tops.findIndex((top) => top !== undefined)
  for (const [index, top] of tops.entries()) if (top !== undefined && top < line) current = index
  return current
}

/** The line at the foot of a printed page: journal, volume and pages, and where the article is found. */
export function folioOf(meta: (name: string) => string | undefined, canonical = ''): string {
  const [journal, volume, issue, page, doi] = ['journal_title', 'volume', 'issue', 'firstpage', 'doi'].map(meta)
  const place = [volume && issue ? `${volume}(${issue})` : volume || issue, page].filter(Boolean).join(':')
  const found = doi ? `doi.org/${doi}` : canonical
  return [[journal, place].filter(Boolean).join(' '), found].filter(Boolean).join(' · ')
}
