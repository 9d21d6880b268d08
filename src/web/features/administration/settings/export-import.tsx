import { useRef } from 'react'
import type { JournalSettings } from '../../../../contract/api/settings.ts'
import { journal } from '../../../../contract/journal.ts'
import { changesTo, readExported } from '../../../../contract/rules/settings/exported.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { failureOf } from '../../../client/api-error.ts'
import { waitingOutLimits } from '../../../client/waiting-out-limits.ts'
import { saveText } from '../../../ui/download.tsx'
import type { DraftSync } from '../../../ui/drafts/draft-sync.ts'
import { addPicture } from '../../../ui/files/settings-picture.ts'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import type { SettingsDraft } from './use-settings-draft.ts'

const NO_EXPORT = 'This file holds no exported settings.'
/** Not many more can be sent in a minute. */
const MANY_PICTURES = 50
const ALL_SAME = 'This journal has chosen all of it already.'

/** All that the journal has chosen as one file, and what such a file changes as a draft. */
export function ExportImport({ settings, keeper }: { settings: JournalSettings; keeper: DraftSync<SettingsDraft> }) {
  const { run, busy } = useCommand(toastFailure)
  const chooser = useRef<HTMLInputElement>(null)
  const save = () =>
    run(async () => {
      const { pictures, ...chosen } = await browserApi.settings.export()
      const exported = { ...chosen, ...(pictures && { pictures: await contentOf(pictures) }) }
      saveText(`${JSON.stringify(exported, null, 2)}\n`, `${journal().abbreviation.toLowerCase()}-settings.json`)
    })
  const take = (file: File) =>
    run(async () => {
      const exported = readExported(await file.text())
      if (!exported) return toast.error(NO_EXPORT)
      await sendPictures(exported.pictures ?? {})
      const now = await browserApi.settings.export()
      const changes = changesTo(exported, { values: settings.values, ownTexts: now.texts })
      const count = Object.keys(changes.values).length + Object.keys(changes.texts).length
      if (!count) return toast.notice(ALL_SAME)
      keeper.edit({ base: settings.version, seen: {}, ...changes })
      toast.success(`${counted(count, 'change')} not published. Look at each area, and publish it.`)
    })
  return (
    <section className="part" aria-labelledby="one-file">
      <header>
        <h2 id="one-file">One file</h2>
      </header>
      <p className="muted">All settings, texts and pictures that are your own, without people and secrets.</p>
      <div className="buttons">
        <button type="button" className="btn" disabled={busy} onClick={() => void save()}>
          Export
        </button>
        <button type="button" className="btn" disabled={busy} onClick={() => chooser.current?.click()}>
          Import…
        </button>
        <input
          ref={chooser}
          type="file"
          accept="application/json,.json"
          hidden
          aria-label="A file with exported settings"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void take(file)
          }}
        />
      </div>
    </section>
  )
}

/** What pictures are made of, in base64. They are published, as all that is exported. */
async function contentOf(paths: readonly string[]): Promise<Record<string, string>> {
  const read: Record<string, string> = {}
  for (const path of paths) {
    const answer = await fetch(path)
    if (!answer.ok) throw new Error('A picture could not be read. Please try again.')
    read[path] = (await asDataUrl(await answer.blob())).replace(/^[^,]*,/, '')
  }
  return read
}

const asDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('A picture could not be read. Please try again.'))
    reader.readAsDataURL(blob)
  })

/** Sends the pictures of a file, of which the draft names some, unless the journal has them. */
async function sendPictures(pictures: Readonly<Record<string, string>>): Promise<void> {
  if (Object.keys(pictures).length > MANY_PICTURES) toast.notice('Sending the pictures may take a few minutes.')
  for (const [path, base64] of Object.entries(pictures)) {
    if (await waitingOutLimits(() => isThere(path))) continue
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    const file = new File([bytes], 'picture.webp', { type: 'image/webp' })
    await waitingOutLimits(() => addPicture(file, 'text', path))
  }
}

const isThere = (path: string): Promise<boolean> =>
  browserApi.settings.picture({ path }).then(
    () => true,
    (failure: unknown) => {
      if (failureOf(failure).statusCode === 404) return false
      throw failure
    },
  )
