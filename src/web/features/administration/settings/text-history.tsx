import type { JournalText } from '../../../../contract/api/settings.ts'
import { partsOf } from '../../../../contract/rules/settings/text-parts.ts'
import { ChangedWords } from '../../../ui/changed-words.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'

/** The text that comes with the program beside the journal's own. */
export function Original({ text, source, onUse }: { text: JournalText; source: string; onUse: () => void }) {
  if (source === text.original) return null
  return (
    <details open={text.isNewer}>
      <summary>{text.isNewer ? 'The default has changed since you edited this' : 'The default'}</summary>
      {text.isNewer && <p className="small">Yours is still in use.</p>}
      <p className="was-is">
        <ChangedWords before={partsOf(text.original).body} after={partsOf(source).body} />
      </p>
      <button type="button" className="btn" onClick={onUse}>
        Use the Default
      </button>
    </details>
  )
}

export function Versions({ text: { versions } }: { text: JournalText }) {
  if (!versions.length) return null
  return (
    <details>
      <summary>Versions</summary>
      <ol className="rows" role="list">
        {versions.map(({ number, by, at, note, inForceFrom, isOwn }) => (
          <li key={number} className="small">
            Version {number}, in force since {inForceFrom}
            {!isOwn && ', as it came with the program'}. {by ?? 'The program'}, <LocalDate at={at} />
            {note && `: ${note}`}
          </li>
        ))}
      </ol>
    </details>
  )
}
