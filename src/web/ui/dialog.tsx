import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/**
 * A native modal dialog: the page behind it is inert, Escape closes it, and the focus is restored afterwards. It opens on
 * its first field, if it has one.
 * Rendered only while it is open.
 */
export function Dialog({
  title,
  about,
  onClose,
  children,
}: {
  title: string
  /** A line under the title: what the dialog is about. */
  about?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()

  // Not after the page is painted: where one dialog takes another's place, a key pressed in between would reach the page.
  useLayoutEffect(() => {
    const dialog = element.current!
    const before = document.activeElement
    if (!dialog.open) dialog.showModal()
    const isChosen = dialog.contains(document.activeElement) && document.activeElement?.matches(FIELD)
    if (!isChosen) dialog.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  // A portal at the end of the document: a form in a dialog must not be nested in another form.
  return createPortal(
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== element.current) return
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        // Browsers limit how often a page can prevent closing, so a dialog with a confirmation has to handle
        // each Escape itself.
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      // In the document a dialog is in no form; for React it is in the one that it was opened from, which must not be sent.
      onSubmit={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        // A press on the backdrop targets the dialog element itself, outside its box.
        if (event.target === element.current && isOutside(event, element.current)) onClose()
      }}
    >
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          {about && <p className="about">{about}</p>}
        </div>
        <button type="button" className="btn icon" aria-label="Close" onClick={onClose}>
          <X className="ic" aria-hidden="true" />
        </button>
      </header>
      {children}
    </dialog>,
    document.body,
  )
}

const FIELD = 'input, select, textarea, [contenteditable=true]'
/** Of radio buttons the chosen one, which the keyboard reaches. */
const FIRST_FIELD = `:is(${FIELD}):not([type=hidden], [tabindex='-1'], :disabled, [type=radio]:not(:checked))`

function isOutside({ clientX, clientY }: { clientX: number; clientY: number }, dialog: HTMLElement): boolean {
  const box = dialog.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
