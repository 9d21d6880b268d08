import type { Element } from '@xmldom/xmldom'
import { nameOf } from '../nodes.ts'
import type { Ids } from './ids.ts'

/** Where in the text something is: what 'Cited in' names. */
export interface Place {
  id: string
  /** The printed number of the section, or the title of its first level. */
  label: string
}

const WITH_WAY_BACK = new Set(['ref', 'fn'])

/** From where references and notes are cited: the first place in each section. */
export class Citings {
  readonly #byElement = new Map<Element, Map<string, { anchor: string; place: Place }>>()

  /** The id that the citation must carry; empty if no way back leads to it. */
  add(targets: Element[], ids: Ids, place: Place): string {
    let anchor = ''
    for (const target of targets) {
      if (!WITH_WAY_BACK.has(nameOf(target))) continue
      const places = this.#byElement.get(target) ?? new Map<string, { anchor: string; place: Place }>()
      this.#byElement.set(target, places)
      if (places.has(place.label)) continue
      anchor ||= ids.next(`c-${ids.of(target).replace(/^ref-/, '')}`)
      places.set(place.label, { anchor, place })
    }
    return anchor
  }

  of(target: Element): { anchor: string; place: Place }[] {
    return [...(this.#byElement.get(target)?.values() ?? [])]
  }
}
