import type { ReactNode } from 'react'
import type { Roving } from './use-roving.ts'

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
