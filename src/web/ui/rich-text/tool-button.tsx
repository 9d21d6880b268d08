import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react'

/**
 * A button of the toolbar. It stays focusable when disabled, so that keyboard users do not lose their place,
 * and pressing it does not clear the selection in the text.
 */
export function ToolButton({
  id,
  label,
  title = label,
  pressed,
  expanded,
  controls,
  off = false,
  roving,
  onUse,
  children,
}: {
  id: string
  label: string
  title?: string
  pressed?: boolean | undefined
  expanded?: boolean
  /** The id of the panel that it opens. */
  controls?: string | undefined
  off?: boolean
  roving: Roving
  /** `byPointer` is false for the keyboard, whose focus stays in the toolbar. */
  onUse: (byPointer: boolean) => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className="btn"
      {...roving.tool(id)}
      aria-label={label}
      title={title}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-controls={controls}
      aria-disabled={off || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (!off) onUse(event.detail > 0)
      }}
    >
      {children}
    </button>
  )
}

// Drawn here instead of imported: icons of the package would become part of every public page.
const PATHS = {
  down: 'M6 9.5l6 6 6-6',
  subscript: 'M3.5 5 13 17.5M13 5 3.5 17.5M16.2 15.9c.4-1.9 4-1.8 4 .4 0 1.6-2.2 2.5-4.1 4.7h4.4',
  superscript: 'M3.5 7.5 13 20M13 7.5 3.5 20M16.2 4.4c.4-1.9 4-1.8 4 .4 0 1.6-2.2 2.5-4.1 4.7h4.4',
  bullets: 'M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 5l1.4-.8V9M3.9 15.6c.3-1.3 2.5-1.2 2.5.2 0 1-1.3 1.6-2.5 3.2h2.7',
  indent: 'M4 5h16M11 10h9M11 14h9M4 19h16M4.5 9.5 7.5 12l-3 2.5',
  outdent: 'M4 5h16M11 10h9M11 14h9M4 19h16M7.5 9.5 4.5 12l3 2.5',
  left: 'M4 6h16M4 10h10M4 14h16M4 18h10',
  center: 'M4 6h16M7 10h10M4 14h16M7 18h10',
  right: 'M4 6h16M10 10h10M4 14h16M10 18h10',
  justify: 'M4 6h16M4 10h16M4 14h16M4 18h16',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.2-1.2',
  image: 'M4.5 5h15v14h-15zM4.5 16.5 9 12l4 4 2.5-2.5 4 4M15.3 9.2v.1',
  table: 'M4 5.5h16v13H4zM4 10h16M4 14.2h16M10 5.5v13',
  clear: 'M5 6h12M11 6 9 18M15 15l5 5M20 15l-5 5',
  undo: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  redo: 'M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h4',
}

export function Icon({ name }: { name: keyof typeof PATHS }): ReactNode {
  return (
    <svg className="ic" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

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
