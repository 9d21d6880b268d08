import { CheckField } from '../../../ui/check-field.tsx'

const KEYS: [string[], string][] = [
  [['/'], 'Search'],
  [['j', 'k'], 'Next and previous article'],
  [['Enter'], 'Open the details'],
  [['Esc'], 'Close them'],
]

/** The keyboard shortcuts of the list. All of them are optional. */
export function KeyboardHint({ keys: { on, turn } }: { keys: { on: boolean; turn: (on: boolean) => void } }) {
  return (
    <details className="keys">
      <summary>Keyboard</summary>
      <dl>
        {KEYS.map(([keys, what]) => (
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
        Use the keys /, j and k on this device
      </CheckField>
    </details>
  )
}
