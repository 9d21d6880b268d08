import type { DetailedHTMLProps } from 'react'

/** A single-line text box with italics, subscripts and superscripts, as a form-associated custom element. */
export interface RichLineElement extends HTMLElement {
  name: string
  /** Inline markup. */
  value: string
  readonly form: HTMLFormElement | null
}

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to declare a custom element
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
 * Registers `<rich-line>`: it is listed in `form.elements`, its value is part of the form's data, and a label
 * may point to it. Its editing is implemented by `RichLineField`.
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
