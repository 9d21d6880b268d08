import type { Element } from '@xmldom/xmldom'
import { contentOf, nameWithPrefix, part, type Content, type Part } from './part.ts'

/** The elements of MathML that hold text. All others hold elements alone. */
const TOKENS = new Set(
  ['mi', 'mn', 'mo', 'mtext', 'ms', 'annotation', 'ci', 'cn', 'csymbol'].map((name) => `mml:${name}`),
)
/** Those that have a fixed number of parts. */
const PARTS = new Map(
  Object.entries({
    ...{ 'mml:mfrac': 2, 'mml:mroot': 2, 'mml:msub': 2, 'mml:msup': 2, 'mml:munder': 2, 'mml:mover': 2 },
    ...{ 'mml:msubsup': 3, 'mml:munderover': 3 },
  }),
)

/** MathML as it is, without links and without what is not MathML. */
export function formula(element: Element, name: string): Part {
  const attributes = new Map(
    Array.from(element.attributes).flatMap(({ namespaceURI, name: key, value }): [string, string][] =>
      namespaceURI || key.startsWith('xmlns') || key === 'href' ? [] : [[key, value]],
    ),
  )
  const isToken = TOKENS.has(name)
  const content = contentOf(element).flatMap((each): Content[] => {
    const inner = typeof each === 'string' ? null : nameWithPrefix(each)
    if (typeof each !== 'string' && inner?.startsWith('mml:') && !isToken) return [formula(each, inner)]
    const text = typeof each === 'string' ? each : (each.textContent ?? '')
    return isToken ? [text] : text.trim() ? [part('mml:mtext', [text])] : []
  })
  return { name, attributes, content: counted(content, PARTS.get(name)) }
}

/** As many parts as there must be: the last takes all that are over. */
function counted(content: Content[], most: number | undefined): Content[] {
  if (most === undefined || content.length === most) return content
  const missing = Array.from({ length: Math.max(0, most - content.length) }, () => part('mml:mrow'))
  const last = content.slice(most - 1)
  return [...content.slice(0, most - 1), ...(last.length > 1 ? [part('mml:mrow', last)] : last), ...missing]
}
