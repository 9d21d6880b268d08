import { useEffect, useState, useSyncExternalStore } from 'react'
import { settings } from '../../../../contract/api/settings.ts'
import { fieldOf } from '../../../../contract/rules/settings/fields.ts'
import { isSameValue, type Value } from '../../../../contract/rules/settings/values.ts'
import { browserApi } from '../../../client/api.ts'
import { sendOnLeaving } from '../../../client/send-on-leaving.ts'
import { DeviceDrafts } from '../../../ui/drafts/device-drafts.ts'
import { type DraftKind, type DraftState, DraftSync, newTab, type SavedDraft } from '../../../ui/drafts/draft-sync.ts'

/** What someone has changed and not published. */
export interface SettingsDraft {
  /** The version of the journal that they saw when they began; 0 as long as nothing differs. */
  base: number
  /** By kind and name of a text: the version in which they saw it, if that is another one. */
  seen: Record<string, number>
  values: Record<string, Value | null>
  /** Their sources by kind and name; null: again what comes with the program. */
  texts: Record<string, string | null>
}

export const EMPTY: SettingsDraft = { base: 0, seen: {}, values: {}, texts: {} }

const isEmpty = ({ values, texts }: SettingsDraft): boolean => !Object.keys(values).length && !Object.keys(texts).length

/** A stored draft; one that cannot be read is none. */
function draftIn(content: string | null): SettingsDraft {
  if (content === null) return EMPTY
  try {
    const draft = { ...EMPTY, ...(JSON.parse(content) as Partial<SettingsDraft>) }
    // A value that the program no longer has is on no screen, and nobody could publish beside it.
    const values = Object.fromEntries(Object.entries(draft.values).filter(([key]) => fieldOf(key)))
    return { ...draft, values }
  } catch {
    return EMPTY
  }
}

const asText = ({ content, revision }: { content: SettingsDraft; revision: number }) => ({
  content: isEmpty(content) ? null : JSON.stringify(content),
  revision,
})

async function saved(): Promise<SavedDraft<SettingsDraft> & { isNew: boolean }> {
  const { content, revision, savedAt } = await browserApi.settings.draft()
  return { content: draftIn(content), revision, savedAt: savedAt ?? new Date().toISOString(), isNew: savedAt === null }
}

const holdsAll = (one: Record<string, unknown>, other: Record<string, unknown>): boolean =>
  Object.entries(other).every(([key, value]) => isSameValue(one[key] as Value, value as Value))

const KIND: DraftKind<SettingsDraft> = {
  empty: EMPTY,
  isSame: (one, other) =>
    (isEmpty(one) && isEmpty(other)) ||
    JSON.stringify([one.values, one.texts]) === JSON.stringify([other.values, other.texts]),
  holdsAllOf: (draft, other) => holdsAll(draft.values, other.values) && holdsAll(draft.texts, other.texts),
  save: (draft) => browserApi.settings.saveDraft(asText(draft)),
  newerIn: async ({ statusCode }) => (statusCode === 409 ? await saved() : null),
  leave: (draft) => sendOnLeaving(settings.saveDraft, asText(draft)),
  look: saved,
}

/** Opens what someone has changed and not published: what the journal has of it, and what this device has. */
export function useSettingsDraft(userId: string): DraftSync<SettingsDraft> | null {
  const [keeper, setKeeper] = useState<DraftSync<SettingsDraft> | null>(null)
  useEffect(() => {
    let isGone = false
    let stop = () => {}
    const open = async () => {
      const device = new DeviceDrafts<SettingsDraft>('journal-settings')
      const kept = await device.read(userId).catch(() => [])
      const draft = await saved().catch(() => null)
      if (isGone) return
      const opened = draft ? { draft: draft.isNew ? null : draft, revision: draft.revision } : { draft: null }
      const made = new DraftSync(KIND, device, { subject: userId, ...opened }, kept, newTab())
      stop = made.start()
      setKeeper(made)
    }
    void open()
    return () => {
      isGone = true
      stop()
    }
  }, [userId])
  return keeper
}

export const useDraftState = (keeper: DraftSync<SettingsDraft>): DraftState<SettingsDraft> =>
  useSyncExternalStore(keeper.subscribe, keeper.state)
