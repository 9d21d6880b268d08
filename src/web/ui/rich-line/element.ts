import type { DetailedHTMLProps } from 'react'

/** A text box of one line with italics, sub- and superscripts, which forms take for a control of their own. */
export interface RichLineElement extends HTMLElement {
  name: string
  /** Inline markup. */
  value: string
  readonly form: HTMLFormElement | null
}

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the one way to name an element of one's own
  namespace JSX {
    interface IntrinsicElements {
      'rich-line': DetailedHTMLProps<HTMLAttributes<RichLineElement>, RichLineElement> & {
        name: string
        contenteditable: 'plaintext-only'
      }
    }
  }
}

/**
 * Makes `<rich-line>` known to the browser: it stands in `form.elements`, its value is part of the
 * form's data, and a label may point to it. How it is written in is `RichLineField`'s affair.
 */
export function defineRichLine(): void {
  if (typeof customElements === 'undefined' || customElements.get('rich-line')) return
  customElements.define(
    'rich-line',
    class extends HTMLElement implements RichLineElement {
      static readonly formAssociated = true
      readonly #internals = this.attachInternals()
      #value = ''

      get name() {
        return this.getAttribute('name') ?? ''
      }
      set name(name) {
        this.setAttribute('name', name)
      }
      get form() {
        return this.#internals.form
      }
      get value() {
        return this.#value
      }
      set value(value) {
        this.#value = value
        this.#internals.setFormValue(value)
      }
    },
  )
}
