import { CheckField } from './field.tsx'

/** Keys, and what they do. */
export type KeyList = readonly (readonly [keys: readonly string[], what: string])[]

/** The keyboard shortcuts of a list. All of them are optional; `single` names those that can be switched off. */
export function KeyboardHint({
  list,
  single,
  keys: { on, turn },
}: {
  list: KeyList
  single: string
  keys: { on: boolean; turn: (on: boolean) => void }
}) {
  return (
    <details className="keys small muted">
      <summary>Keyboard</summary>
      <dl>
        {list.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <CheckField name="keys" checked={on} onChange={turn}>
        Use the keys {single} on this device
      </CheckField>
    </details>
  )
}
