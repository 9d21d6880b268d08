import type { Element } from '@xmldom/xmldom'
import { attribute, children, descendants } from './nodes.ts'

/**
 * Figures and tables that a file lists apart from its text (`floats-group`): each is shown after the block that
 * first cites it, and what nothing cites at the end.
 */
export class FloatsApart {
  readonly #waiting: Set<Element>
  readonly #byId = new Map<string, Element>()

  constructor(article: Element) {
    const floats = children(article, 'floats-group').flatMap((group) => children(group))
    this.#waiting = new Set(floats)
    for (const float of floats) {
      for (const element of [float, ...children(float)]) {
        const id = attribute(element, 'id')
        if (id) this.#byId.set(id, float)
      }
    }
  }

  /** The floats that a block is the first to cite, and those that their captions cite. */
  citedIn(block: Element): Element[] {
    const found: Element[] = []
    for (let from: Element | undefined = block, at = 0; from && this.#waiting.size; from = found[at++]) {
      for (const xref of [from, ...descendants(from, 'xref')]) {
        for (const id of attribute(xref, 'rid').split(/\s+/)) {
          const float = this.#byId.get(id)
          if (float && this.#waiting.delete(float)) found.push(float)
        }
      }
    }
    return found
  }

  /** All that nothing has cited. */
  rest(): Element[] {
    const rest = [...this.#waiting]
    this.#waiting.clear()
    return rest
  }
}
