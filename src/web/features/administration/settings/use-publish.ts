import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { InputOf } from '../../../../contract/api/endpoint.ts'
import type { JournalSettings, settings as settingsApi } from '../../../../contract/api/settings.ts'
import { browserApi } from '../../../client/api.ts'
import type { DraftSync } from '../../../ui/drafts/draft-sync.ts'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import type { SettingsDraft } from './use-settings-draft.ts'

export const PUBLISHED = 'Published. Everyone sees it now.'

type Changes = Omit<InputOf<typeof settingsApi.publish>, 'base'>

/** What is left of a draft when a part of it was published. */
function without({ values, texts, seen }: SettingsDraft, keys: readonly string[]): Partial<SettingsDraft> {
  const kept = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => !keys.includes(key)))
  const left = { values: kept(values), texts: kept(texts), seen: kept(seen) }
  const isDone = !Object.keys(left.values).length && !Object.keys(left.texts).length
  return isDone ? { ...left, base: 0 } : left
}

/**
 * Publishes a part of the draft. Where someone else was faster, both are shown, and the next press chooses, unless
 * `onConflict` does something else.
 */
export function usePublish(
  settings: Pick<JournalSettings, 'version'>,
  keeper: DraftSync<SettingsDraft>,
  // What is published by now has been seen.
  onConflict = () => keeper.edit({ base: 0 }),
) {
  const { revalidate } = useRevalidator()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { run, busy } = useCommand(async (failed) => {
    setErrors(failed.errors)
    toastFailure(failed)
    if (failed.statusCode !== 409) return
    await revalidate()
    onConflict()
  })
  const publish = (changes: Changes, keys: readonly string[], seen?: number): Promise<boolean> =>
    run(async () => {
      setErrors({})
      const base = seen ?? (keeper.state().content.base || settings.version)
      await browserApi.settings.publish({ base, ...changes })
      keeper.edit(without(keeper.state().content, keys))
      await keeper.save()
      toast.success(PUBLISHED)
      await revalidate()
    })
  return {
    publish,
    busy,
    errors,
    clear: (key: string) => setErrors(({ [key]: _gone, ...others }) => others),
  }
}
