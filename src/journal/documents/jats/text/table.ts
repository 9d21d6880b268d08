import { part, type Part } from './part.ts'

/**
 * The rows of a table in the only order that the schema knows: one head, one foot, then bodies, or rows alone. A
 * table of nothing but a head is a body.
 */
export function inTableOrder(children: readonly Part[]): Part[] {
  const of = (name: string) => children.filter((each) => each.name === name)
  const columns = children.filter(({ name }) => name === 'col' || name === 'colgroup')
  const [[head, ...heads], [foot, ...feet]] = [of('thead'), of('tfoot')]
  const others = children.filter(({ name }) => name === 'tbody' || name === 'tr')
  const isPlain = !head && !foot && others.every(({ name }) => name === 'tr')
  if (isPlain) return [...columns, ...others]
  const bodies = [...[...heads, ...feet].map(asBody), ...rowsInBodies(others)]
  if (bodies.length) return [...columns, ...[head, foot].filter((each) => each !== undefined), ...bodies]
  return [...columns, ...[head, foot].flatMap((each) => (each ? [asBody(each)] : []))]
}

const asBody = ({ attributes, content }: Part): Part => ({ name: 'tbody', attributes, content })

function rowsInBodies(children: readonly Part[]): Part[] {
  const bodies: Part[] = []
  let rows: Part[] = []
  const flush = () => {
    if (rows.length) bodies.push(part('tbody', rows))
    rows = []
  }
  for (const child of children) {
    if (child.name === 'tr') {
      rows.push(child)
      continue
    }
    flush()
    bodies.push(child)
  }
  flush()
  return bodies
}
