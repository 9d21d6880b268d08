import type { Element } from '@xmldom/xmldom'
import { children, descendants } from '../nodes.ts'
import { ridsOf } from './ids.ts'
import type { Rendering } from './rendering.ts'

/** Floats that a file lists apart from the text: each is placed where it is first cited, or at the end. */
export class FloatsGroup {
  readonly #waiting = new Map<Element, true>()
  /** The float of the group that an element is, or is in. */
  readonly #floatOf = new Map<Element, Element>()

  constructor(groups: Element[]) {
    for (const float of groups.flatMap((group) => children(group))) {
      this.#waiting.set(float, true)
      this.#floatOf.set(float, float)
      for (const inner of children(float)) this.#floatOf.set(inner, float)
    }
  }

  /** The floats that have been cited since, in the order of their citations; captions may cite further ones. */
  place(rendering: Rendering): string[] {
    const blocks: string[] = []
    for (const target of rendering.cited.splice(0)) this.#show(this.#floatOf.get(target), rendering, blocks)
    // Rendering a caption has added to the list.
    while (rendering.cited.length) {
      for (const target of rendering.cited.splice(0)) this.#show(this.#floatOf.get(target), rendering, blocks)
    }
    return blocks
  }

  /** All that nothing has cited, and nothing in what follows will. */
  rest(rendering: Rendering, following: Element[] = []): string[] {
    const later = new Set(
      following
        .flatMap((part) => descendants(part, 'xref'))
        .flatMap(ridsOf)
        .map((id) => this.#floatById(id, rendering)),
    )
    const blocks: string[] = []
    for (const float of [...this.#waiting.keys()]) if (!later.has(float)) this.#show(float, rendering, blocks)
    return blocks
  }

  #floatById(id: string, { ids }: Rendering): Element | undefined {
    const target = ids.target(id)
    return target && this.#floatOf.get(target)
  }

  #show(float: Element | undefined, rendering: Rendering, blocks: string[]): void {
    if (!float || !this.#waiting.delete(float)) return
    blocks.push(rendering.block(float))
  }
}
