import { useState, type FocusEvent, type KeyboardEvent } from 'react'

/**
 * Roving tabindex: the toolbar is a single Tab stop; the arrow keys, Home and End move within it, Escape
 * leaves it (ARIA Authoring Practices, 'Toolbar').
 */
export function useRoving(first: string, leave: () => void) {
  const [current, setCurrent] = useState(first)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      leave()
      return
    }
    const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tool]')]
    const at = tools.findIndex((tool) => tool === document.activeElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (at === -1 || to === undefined) return
    // Also prevents a focused select from changing with the arrow keys.
    event.preventDefault()
    tools.at(to % tools.length)?.focus()
  }

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (event.target.dataset.tool) setCurrent(event.target.dataset.tool)
  }

  return {
    bar: { onKeyDown, onFocus },
    tool: (id: string) => ({ 'data-tool': id, tabIndex: id === current ? 0 : -1 }),
  }
}

export type Roving = ReturnType<typeof useRoving>
