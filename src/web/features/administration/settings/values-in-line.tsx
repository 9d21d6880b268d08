import type { KnownValue } from '../../../ui/markdown-text/nodes.ts'

const VALUE = /(\{\{[\w.]{1,100}\}\})/

/** A line of a text with its values as what they are, under the field where it is typed; nothing if it names none. */
export function ValuesInLine({ line, values }: { line: string; values: readonly KnownValue[] }) {
  const parts = line.split(VALUE)
  if (parts.length === 1) return null
  return (
    <>
      {parts.map((part, at) => {
        if (at % 2 === 0) return part
        const name = part.slice(2, -2)
        const one = values.find((each) => each.name === name)
        const says = one ? one.says : 'no such value'
        return (
          <span key={at} className={one ? 'value-in-text' : 'value-in-text unknown'} title={part}>
            <b>{one?.label ?? name}</b>
            {says && <span> {says}</span>}
          </span>
        )
      })}
    </>
  )
}
