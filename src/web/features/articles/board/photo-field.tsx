import { PictureButton } from '../../../ui/files/picture-button.tsx'
import { Portrait } from './board-view.tsx'
import type { DraftPerson } from './board-draft.ts'

/** The photo of a person, or the plant that is drawn without one. */
export function PhotoField({
  person,
  seen,
  error,
  onChange,
}: {
  person: DraftPerson
  /** The address at which the photo can be seen now. */
  seen: string | null
  error: string | undefined
  onChange: (change: Pick<DraftPerson, 'photoUrl' | 'photoSize'>) => void
}) {
  return (
    <div>
      <Portrait person={{ ...person, orcid: null, photoUrl: seen }} />
      <PictureButton
        noun="Photo"
        of={person.name || 'this person'}
        has={person.photoUrl !== null}
        error={error}
        onChange={(photoUrl) => onChange({ photoUrl, photoSize: null })}
      />
    </div>
  )
}
