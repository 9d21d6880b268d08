import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  type OtherDraft,
  type OwnDrafts,
  submissionDrafts,
  type SubmissionDraft,
} from '../../../../contract/api/submission-drafts.ts'
import { browserApi } from '../../../client/api.ts'
import { sendOnLeaving } from '../../../client/send-on-leaving.ts'
import { readItem, writeItem } from '../../../client/storage.ts'
import { DeviceDrafts, type DeviceDraft } from '../../../ui/drafts/device-drafts.ts'
import { type DraftKind, DraftSync, newTab, type SavedDraft } from '../../../ui/drafts/draft-sync.ts'
import { draftIn } from '../../../ui/use-stored-draft.ts'
import { type Draft, draftKey, EMPTY_DRAFT, fieldsLostIn, isSameDraft, StoredDraft } from './draft.ts'

/** A server that does not answer keeps nobody from writing. */
const PATIENCE_MS = 5_000

const readDraft = (text: string): Draft => draftIn(text, StoredDraft, EMPTY_DRAFT)

export const savedDraft = ({ content, revision, savedAt }: SubmissionDraft): SavedDraft<Draft> => ({
  content: readDraft(content),
  revision,
  savedAt,
})

/** What the journal has; a draft that was submitted or discarded elsewhere is an empty one. */
const newestOf = ({ draft, revision }: OwnDrafts): SavedDraft<Draft> =>
  draft ? savedDraft(draft) : { content: EMPTY_DRAFT, revision, savedAt: new Date().toISOString() }

const inTime = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('no answer')), PATIENCE_MS)),
  ])

const asText = ({ content, revision }: { content: Draft; revision: number }) => ({
  content: JSON.stringify(content),
  revision,
})

const submissionKind = (setOthers: (others: OtherDraft[]) => void): DraftKind<Draft> => ({
  empty: EMPTY_DRAFT,
  isSame: isSameDraft,
  holdsAllOf: (draft, other) => fieldsLostIn(draft, other).length === 0,
  save: (draft) => browserApi.submissionDrafts.save(asText(draft)),
  newerIn: async ({ statusCode }) => (statusCode === 409 ? newestOf(await browserApi.submissionDrafts.own()) : null),
  leave: (draft) => sendOnLeaving(submissionDrafts.save, asText(draft)),
  look: async () => {
    const own = await browserApi.submissionDrafts.own()
    setOthers(own.others)
    return newestOf(own)
  },
  setAside: async (content) => {
    if (isSameDraft(content, EMPTY_DRAFT)) return
    setOthers((await browserApi.submissionDrafts.setAside({ content: JSON.stringify(content) })).others)
  },
})

/** What this browser kept before drafts followed the account: taken up once, as what it is, a text that the journal does not have. */
async function takeUpFormer(device: DeviceDrafts<Draft>, userId: string): Promise<DeviceDraft<Draft>[]> {
  const text = readItem(draftKey(userId))
  if (text === null) return []
  const content = readDraft(text)
  const at = new Date().toISOString()
  const entry = { subject: userId, tab: 'former', content, revision: 0, underWay: null, unsent: true, at }
  await device.write(entry).then(
    () => writeItem(draftKey(userId), null),
    () => {},
  )
  return isSameDraft(content, EMPTY_DRAFT) ? [] : [entry]
}

export interface OpenedDraft {
  keeper: DraftSync<Draft>
  others: OtherDraft[]
  setOthers: (others: OtherDraft[]) => void
}

/** Opens what someone has begun to submit: what the journal has of it, and what this device has. */
export function useOpenedDraft(userId: string): OpenedDraft | null {
  const [keeper, setKeeper] = useState<DraftSync<Draft> | null>(null)
  const [others, setOthers] = useState<OtherDraft[]>([])

  useEffect(() => {
    let isGone = false
    let stop = () => {}
    const open = async () => {
      const device = new DeviceDrafts<Draft>('journal-submissions')
      const asked = inTime(browserApi.submissionDrafts.own()).catch(() => null)
      const former = await takeUpFormer(device, userId)
      // Private windows of some browsers keep nothing: then the journal alone does.
      const kept = await device.read(userId).catch(() => former)
      const entries = kept.map((entry) => ({ ...entry, content: readDraft(JSON.stringify(entry.content)) }))
      const own = await asked
      if (isGone) return
      const last = entries[0]
      // Without an answer the last that this device knows is what is gone on with.
      const known = last ? { content: last.content, revision: last.revision, savedAt: last.at } : null
      const opened = own
        ? { draft: own.draft && savedDraft(own.draft), revision: own.revision }
        : { draft: known, revision: last?.revision ?? 0 }
      if (own) setOthers(own.others)
      const made = new DraftSync(submissionKind(setOthers), device, { subject: userId, ...opened }, entries, newTab())
      stop = made.start()
      setKeeper(made)
    }
    void open()
    return () => {
      isGone = true
      stop()
    }
  }, [userId])

  return keeper && { keeper, others, setOthers }
}

export const useDraftState = (keeper: DraftSync<Draft>) => useSyncExternalStore(keeper.subscribe, keeper.state)
