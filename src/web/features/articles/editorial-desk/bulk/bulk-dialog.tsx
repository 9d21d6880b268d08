import { useState } from 'react'
import {
  BULK_TARGET,
  type BulkArticles,
  type BulkForm,
  type BulkOutcome,
} from '../../../../../contract/api/bulk-articles.ts'
import { counted } from '../../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../../client/api.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { SelectField } from '../../../../ui/field.tsx'
import { Failure, TryAgain } from '../../../../ui/states.tsx'
import { useAnswer } from '../../../../ui/use-answer.ts'
import { useCommand } from '../../../../ui/use-command.ts'

/** Which articles are meant, as the call takes them. */
export type Meant = Pick<BulkForm, 'ids' | 'matching'>

interface Asked {
  kind: BulkArticles
  count: number
  meant: Meant
  onDone: (outcome: BulkOutcome) => void
  onClose: () => void
}

const BUTTONS: Record<BulkArticles, [now: string, sending: string]> = {
  category: ['Move', 'Moving...'],
  volume: ['Move', 'Moving...'],
  archive: ['Archive', 'Archiving...'],
  unarchive: ['Unarchive', 'Unarchiving...'],
}

/** In place of the id of a volume. */
const NO_VOLUME = 'none'

/** Asks where many articles go, or whether they are archived, with what that brings. */
export function BulkDialog({ kind, count, meant, onDone, onClose }: Asked) {
  const [target, setTarget] = useState('')
  const [error, setError] = useState<string>()
  const { run, busy } = useCommand((failure) => setError(failure.message))
  const isMove = kind === 'category' || kind === 'volume'
  const [now, sending] = BUTTONS[kind]

  const send = () => {
    if (isMove && target === '') return setError(BULK_TARGET[kind])
    void run(async () => {
      const targetId = isMove && target !== NO_VOLUME ? target : null
      onDone(await browserApi.bulk.change({ kind, targetId, ...meant }))
    })
  }
  return (
    <Dialog title={`${now} ${counted(count, 'article')}`} onClose={onClose}>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <div className="mid">
          {isMove && (
            <Target
              kind={kind}
              value={target}
              error={error}
              onChange={(id) => {
                setTarget(id)
                setError(undefined)
              }}
            />
          )}
          <p className="what">{CONSEQUENCES[kind]}</p>
          {!isMove && error !== undefined && (
            <p className="notice" role="alert">
              {error}
            </p>
          )}
        </div>
        <footer>
          <p className="muted small left">Undo for 10 minutes.</p>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn solid" aria-disabled={busy}>
            {busy ? sending : now}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

const MOVED =
  'Published articles get a new version with a note, at the same address. Their authors and followers hear of it in ten minutes, unless you undo it.'
const CONSEQUENCES: Record<BulkArticles, string> = {
  category: MOVED,
  volume: `${MOVED} Articles of a planned issue that are published are visible at once.`,
  archive:
    'Readers no longer find them: they leave all lists until you unarchive them. Their authors hear of it in ten minutes, unless you undo it.',
  unarchive: 'Those that were published become public again at once, at the same addresses.',
}

const WHERE = {
  category: { label: 'Category', placeholder: 'Choose a category', failed: 'The categories could not be loaded.' },
  volume: { label: 'Volume', placeholder: 'Choose a volume', failed: 'The volumes could not be loaded.' },
}

function Target({
  kind,
  value,
  error,
  onChange,
}: {
  kind: 'category' | 'volume'
  value: string
  error: string | undefined
  onChange: (id: string) => void
}) {
  const { answer, failed, tryAgain } = useAnswer(() => OPTIONS[kind](), kind)
  const { label, placeholder, failed: message } = WHERE[kind]
  return (
    <>
      <SelectField
        {...{ label, placeholder, value, error, onChange }}
        name="targetId"
        options={answer ?? []}
        hint={answer || failed ? undefined : 'Loading…'}
      />
      {failed && (
        <Failure message={message}>
          <TryAgain onClick={tryAgain} />
        </Failure>
      )}
    </>
  )
}

const OPTIONS = {
  category: async () => (await browserApi.categories.list({})).map(({ id, name }) => ({ value: id, label: name })),
  volume: async () => {
    const [{ data }, planned] = await Promise.all([browserApi.volumes.list({}), browserApi.issues.planned({})])
    const isPlanned = new Set(planned.map(({ id }) => id))
    return [
      ...data.map(({ id, title }) => ({ value: id, label: isPlanned.has(id) ? `${title} (planned)` : title })),
      { value: NO_VOLUME, label: 'No volume' },
    ]
  },
}
