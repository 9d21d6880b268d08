import type { Element } from '@xmldom/xmldom'
import type { FullTextOutline, OutlineFloat } from '../../../../contract/api/full-texts.ts'
import { titleMarkup } from '../markup.ts'
import { sliceRuns } from '../key-message.ts'
import { captionRuns } from '../caption.ts'
import { attribute, descendants } from '../nodes.ts'
import { plainText } from '../runs.ts'
import { labelOf } from './floats.ts'
import type { Rendering } from './rendering.ts'

/** As much of a caption as is shown beside a small picture. */
const LONGEST_TITLE = 160

/** Figures and tables of the text in their order. */
export function outlineFloats(
  shown: Element[],
  rendering: Rendering,
  partOf: Map<string, number>,
): Pick<FullTextOutline, 'figures' | 'tables'> {
  const order = new Map([...partOf.keys()].map((id, index) => [id, index]))
  const place = (element: Element) => order.get(rendering.ids.of(element)) ?? 0
  const inText = (name: string) =>
    shown
      .flatMap((root) => descendants(root, name))
      .filter((element) => partOf.has(rendering.ids.of(element)))
      .sort((one, other) => place(one) - place(other))
  const entry = (fallback: string) => (element: Element) => outlineFloat(element, fallback, rendering, partOf)
  return { figures: inText('fig').map(entry('Figure')), tables: inText('table-wrap').map(entry('Table')) }
}

function outlineFloat(
  element: Element,
  fallback: string,
  rendering: Rendering,
  partOf: Map<string, number>,
): OutlineFloat {
  const id = rendering.ids.of(element)
  const image = descendants(element, 'graphic').flatMap(
    (graphic) => rendering.options.image(attribute(graphic, 'href')) ?? [],
  )[0]
  return {
    id,
    part: partOf.get(id) ?? 1,
    label: labelOf(element) || fallback,
    title: beginning(element),
    image: image?.src ?? null,
  }
}

/** The first sentence of a caption, or as much of it as fits. */
function beginning(element: Element): string {
  const runs = captionRuns(element)
  const plain = plainText(runs)
  const stop = /[.?!](?=\s)/.exec(plain.slice(20))
  const end = stop ? stop.index + 20 + 1 : plain.length
  if (end <= LONGEST_TITLE) return titleMarkup(sliceRuns(runs, 0, end))
  const space = plain.lastIndexOf(' ', LONGEST_TITLE)
  return `${titleMarkup(sliceRuns(runs, 0, space > 0 ? space : LONGEST_TITLE))}…`
}
