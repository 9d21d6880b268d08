import type { JournalText } from '../../../../contract/api/settings.ts'

/** What the text may name in double braces, with what each says today. */
export function Placeholders({
  text,
  source,
  insert,
}: {
  text: JournalText
  source: string
  insert: (name: string) => void
}) {
  return (
    <details>
      <summary>Values that can stand in the text</summary>
      <ul role="list" className="value-chips">
        {text.placeholders.map(({ name, says, isRequired }) => (
          <li key={name}>
            <button
              type="button"
              className={isRequired ? 'chip-value required' : 'chip-value'}
              onClick={() => insert(name)}
            >
              {`{{${name}}}`}
              <span className="small muted"> {isRequired ? 'has to stay' : (says ?? 'of each email')}</span>
              {source.includes(`{{${name}}}`) && <span className="sr"> (in the text)</span>}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
