import type { Page } from '@playwright/test'

/**
 * What is wrong with the layout of the current page at its present width: it scrolls sideways, something is cut or sticks
 * out, a column holds fewer than 12 characters of its text, a word is broken that would fit, or icons of rows do not line up.
 * Cutting is meant where an element scrolls and can be focused, shows an ellipsis and says all in its title, or clamps
 * its lines. The words of `<h1>`, `<th>` and buttons, and numbers, may be narrow.
 */
export const layoutFaults = (page: Page, within = 'body'): Promise<string[]> => page.evaluate(lookAtLayout, within)

/** Opens every `<details>` of the page, menus among them. */
export const openAllDetails = (page: Page): Promise<void> =>
  page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)))

/** Runs in the page, and so holds all that it needs. */
function lookAtLayout(within: string): string[] {
  const NARROW = 12
  const found = new Set<string>()
  const root = document.documentElement
  const measure = document.createElement('canvas').getContext('2d')!
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element) => {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const nameOf = (element: Element) =>
    [element.tagName.toLowerCase(), ...element.classList].join('.') + (element.id ? `#${element.id}` : '')
  const wordsOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim()
  const report = (what: string, element: Element, more = '') => {
    const parent = element.parentElement ? `${nameOf(element.parentElement)} > ` : ''
    const name = `${parent}${nameOf(element)}`.replace(/_r_\w+_/g, '')
    found.add(`${what}: ${name}${more} "${wordsOf(element).slice(0, 60)}"`)
  }

  /** Where an element's content is cut, by which of its ancestors; `null`: nobody sees it. */
  interface Window {
    left: number
    right: number
    top: number
    bottom: number
    by: Element | null
  }
  const whole: Window = { left: -1, right: root.clientWidth + 1, top: -Infinity, bottom: Infinity, by: null }
  const free: Window = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity, by: null }
  const windows = new Map<Element, Window | null>()
  const windowOf = (element: Element): Window | null => {
    if (element === root || element === document.body) return whole
    if (!windows.has(element)) windows.set(element, ownWindow(element))
    return windows.get(element)!
  }
  const ownWindow = (element: Element): Window | null => {
    const style = styleOf(element)
    const parent =
      style.position === 'fixed'
        ? whole
        : windowOf(style.position === 'absolute' ? (positioned(element) ?? root) : element.parentElement!)
    if (parent === null || style.display === 'none' || style.visibility !== 'visible' || style.clipPath !== 'none')
      return null
    if (element.closest('svg') || style.display === 'contents') return parent
    const { overflowX, overflowY } = style
    if (overflowX === 'visible' && overflowY === 'visible') return parent
    const box = element.getBoundingClientRect()
    if (box.width <= 1 && box.height <= 1) return null
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
    if (scrolls(overflowX)) {
      if (
        element.scrollWidth > element.clientWidth + 1 &&
        !element.matches('[tabindex], [role="toolbar"], input, textarea')
      )
        report(`scrolls sideways without the keyboard, because of ${nameOf(widestIn(element))}`, element)
      return free
    }
    if (style.webkitLineClamp !== 'none') return free
    if (style.textOverflow === 'ellipsis' && element.closest('[title]')) return free
    const { left, right, top, bottom } = parent
    return {
      left: overflowX === 'visible' ? left : Math.max(left, box.left - 1),
      right: overflowX === 'visible' ? right : Math.min(right, box.right + 1),
      top: overflowY === 'visible' ? top : scrolls(overflowY) ? -Infinity : Math.max(top, box.top),
      bottom: overflowY === 'visible' ? bottom : scrolls(overflowY) ? Infinity : Math.min(bottom, box.bottom),
      by: element,
    }
  }
  const widestIn = (element: Element) =>
    [...element.querySelectorAll('*')].reduce(
      (widest, one) => (one.getBoundingClientRect().right > widest.getBoundingClientRect().right ? one : widest),
      element,
    )
  const positioned = (element: Element) => {
    let at = element.parentElement
    while (at && at !== root && styleOf(at).position === 'static' && styleOf(at).transform === 'none')
      at = at.parentElement
    return at
  }
  const cut = (rects: Iterable<DOMRect>, element: Element, window: Window) => {
    for (const { left, right, top, bottom, width } of rects) {
      if (width === 0) continue
      const middle = (top + bottom) / 2
      if (left >= window.left && right <= window.right && middle >= window.top && middle <= window.bottom) continue
      report(window.by ? `cut by ${nameOf(window.by)}` : 'sticks out', element)
      return
    }
  }
  const insideOf = (element: Element) => {
    const { paddingLeft, paddingRight } = styleOf(element)
    return element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
  }
  const cutInside = (select: HTMLSelectElement) => {
    const words = select.selectedOptions[0]?.text ?? ''
    measure.font = styleOf(select).font
    if (measure.measureText(words).width > insideOf(select) + 2 && select.title !== words)
      report('choice is cut and has no title', select, ` "${words}"`)
  }

  const blockOf = (element: Element): Element => {
    let at = element
    while (/^inline$|contents|ruby/.test(styleOf(at).display) && at.parentElement) at = at.parentElement
    return at
  }
  const blocks = new Map<Element, Text[]>()
  const range = document.createRange()
  const walker = document.createTreeWalker(document.querySelector(within)!, NodeFilter.SHOW_ALL)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (!node.matches('svg, img, input, select, textarea, button')) continue
      const window = windowOf(node.parentElement!)
      if (!window || !windowOf(node) || !node.checkVisibility({ contentVisibilityAuto: true })) continue
      // A picture that fills its frame may be cropped by it.
      if (!window.by || !node.matches('img[alt=""]')) cut([node.getBoundingClientRect()], node, window)
      if (node instanceof HTMLSelectElement) cutInside(node)
      continue
    }
    const element = node.parentElement!
    if (!(node instanceof Text) || element.matches('script, style, option, noscript, svg *, math *')) continue
    if (!/\S/.test(node.data)) {
      blocks.get(blockOf(element))?.push(node)
      continue
    }
    const window = windowOf(element)
    if (!window || !element.checkVisibility({ contentVisibilityAuto: true })) continue
    range.selectNodeContents(node)
    cut(range.getClientRects(), element, window)
    const block = blockOf(element)
    blocks.set(block, [...(blocks.get(block) ?? []), node])
  }

  const linesOf = (rects: Iterable<DOMRect>) => {
    const lines: number[] = []
    for (const { top, bottom, width } of rects) {
      const middle = (top + bottom) / 2
      if (width > 0 && !lines.some((line) => Math.abs(line - middle) < 6)) lines.push(middle)
    }
    return lines.length
  }
  for (const [block, texts] of blocks) {
    if (block.closest('th, button, .btn, .num, pre, code, [contenteditable]')) continue
    const whole = texts.map(({ data }) => data).join('')
    const words = whole.replace(/\s+/g, ' ').trim()
    if (words.length <= NARROW) continue
    const style = styleOf(block)
    const width = insideOf(block)
    measure.font = style.font
    const rects = texts.flatMap((text) => {
      range.selectNodeContents(text)
      return [...range.getClientRects()]
    })
    if (linesOf(rects) < 2) continue
    const letter = measure.measureText(words).width / words.length
    if (width < NARROW * letter && !block.matches('h1')) report('narrow', block, ` (${Math.round(width)} px)`)

    // Words may span elements, such as `<wbr>` and `<i>`: they are found in the text of the whole block.
    // A word begins in its own text, not at the end of one before it that is read out alone.
    const place = (at: number, isStart = false): [Text, number] => {
      let rest = at
      for (const text of texts) {
        if (isStart ? rest < text.data.length : rest <= text.data.length) return [text, rest]
        rest -= text.data.length
      }
      return [texts.at(-1)!, texts.at(-1)!.data.length]
    }
    if (style.hyphens === 'auto') continue
    // A line may end after these signs, but not at the point of a number.
    for (const { 0: piece, index } of whole.matchAll(/(?:[^\s@./\-–—\u00ad\u200b]|\.(?=\d))+[@./-]?/g)) {
      range.setStart(...place(index, true))
      range.setEnd(...place(index + piece.length))
      const parts = [...range.getClientRects()]
      if (linesOf(parts) > 1 && parts.reduce((sum, part) => sum + part.width, 0) <= width - 1)
        report('broken in mid-word', block, ` at "${piece}"`)
    }
  }

  for (const table of document.querySelectorAll(`${within} :is(table, ul, ol)`)) {
    const columns = new Map<string, number>()
    for (const row of table.querySelectorAll(':scope > li, :scope > tbody > tr')) {
      const icons = [...row.querySelectorAll('.acts .btn.icon')].filter((icon) => icon.checkVisibility())
      const tops = icons.map((icon) => Math.round(icon.getBoundingClientRect().top))
      if (tops.some((top) => Math.abs(top - tops[0]!) > 1)) report('icons on two lines', row)
      for (const icon of icons) {
        const kind = icon.querySelector('svg')?.getAttribute('class') ?? ''
        const left = Math.round(icon.getBoundingClientRect().left)
        if (Math.abs((columns.get(kind) ?? left) - left) > 1) report('icons not in columns', row, ` ${kind}`)
        columns.set(kind, left)
      }
    }
  }
  if (root.scrollWidth > root.clientWidth)
    found.add(`the page scrolls sideways by ${root.scrollWidth - root.clientWidth} px`)
  return [...found]
}
