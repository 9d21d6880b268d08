import type { Element } from '@xmldom/xmldom'
import { nameOf } from '../nodes.ts'
import type { Place, Rendering } from './rendering.ts'

const WITH_WAY_BACK = new Set(['ref', 'fn'])

/** From where references and notes are cited: the first place in each section. */
export class Citings {
  readonly #byElement = new Map<Element, Map<string, { anchor: string; place: Place }>>()

  /** The id that the citation must carry; empty if no way back leads to it. */
  add(targets: Element[], rendering: Rendering): string {
    let anchor = ''
    for (const target of targets) {
      if (!WITH_WAY_BACK.has(nameOf(target))) continue
      const places = this.#byElement.get(target) ?? new Map<string, { anchor: string; place: Place }>()
      this.#byElement.set(target, places)
      const { label } = rendering.place
      if (places.has(label)) continue
      const id = rendering.ids.of(target)
      anchor ||= rendering.ids.next(`c-${id.replace(/^ref-/, '')}`)
      places.set(label, { anchor, place: rendering.place })
    }
    return anchor
  }

  of(target: Element): { anchor: string; place: Place }[] {
    return [...(this.#byElement.get(target)?.values() ?? [])]
  }
}
