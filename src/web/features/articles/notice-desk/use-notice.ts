import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { Notice, NoticeFields } from '../../../../contract/api/notices.ts'
import { ERRORS_OF, NOTICE_KINDS, NOTICE_UNDO_MINUTES, WHAT_MAX } from '../../../../contract/rules/articles/notices.ts'
import { browserApi } from '../../../client/api.ts'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import { useStoredDraft } from '../../../ui/use-stored-draft.ts'

/** The fields of a draft as typed; empty strings for none. */
const Typed = z.object({
  kind: z.enum(NOTICE_KINDS),
  whoseError: z.enum(['', ...ERRORS_OF]),
  what: z.string(),
  details: z.string(),
  why: z.string(),
  foundBy: z.string(),
  effect: z.string(),
  action: z.string(),
  closesId: z.string(),
  reviewOn: z.string(),
  urgentReason: z.string(),
})
export type TypedNotice = z.infer<typeof Typed>

export const typedOf = (notice: Notice): TypedNotice => ({
  kind: notice.kind,
  whoseError: notice.whoseError ?? '',
  ...{ what: notice.what, details: notice.details, why: notice.why, foundBy: notice.foundBy },
  ...{ effect: notice.effect, action: notice.action, closesId: notice.closesId ?? '' },
  ...{ reviewOn: notice.reviewOn ?? '', urgentReason: notice.urgentReason ?? '' },
})

const NULLABLE = ['whoseError', 'closesId', 'reviewOn', 'urgentReason'] as const

/** What has been typed and not saved yet. A sentence that is too long waits until it is shorter. */
export function changesIn(typed: TypedNotice, saved: Notice): z.input<typeof NoticeFields> {
  const before = typedOf(saved)
  const fields = (Object.keys(before) as (keyof TypedNotice)[]).filter(
    (field) =>
      typed[field].trim() !== before[field].trim() && (field !== 'what' || typed.what.trim().length <= WHAT_MAX),
  )
  return Object.fromEntries(
    fields.map((field) => {
      const value = typed[field].trim()
      return [field, value === '' && (NULLABLE as readonly string[]).includes(field) ? null : value]
    }),
  )
}

const PAUSE_MS = 1500

export const SIGNED = `Signed. It is published in ${NOTICE_UNDO_MINUTES} minutes.`

/** A notice on an editor's desk: what is typed is kept on this device at once, and by the journal after a pause. */
export function useNotice(loaded: Notice, userId: string) {
  const [notice, setNotice] = useState(loaded)
  const latest = useRef(loaded)
  const show = useCallback((next: Notice) => {
    latest.current = next
    setNotice(next)
  }, [])
  useEffect(() => {
    if (loaded.version > latest.current.version || loaded.state !== latest.current.state) show(loaded)
  }, [loaded, show])
  const stored = useStoredDraft(`journal:notice:${userId}:${loaded.id}`, Typed, typedOf(notice))
  const typed = stored.value
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isStale, setStale] = useState(false)
  const saving = useRef<Promise<void> | null>(null)
  const wanted = useRef(typed)
  wanted.current = typed

  const write = useCallback(async () => {
    const changes = changesIn(wanted.current, latest.current)
    if (latest.current.state !== 'draft' || !Object.keys(changes).length) return
    const { id, version } = latest.current
    show(await browserApi.notices.edit({ id, version, ...changes }))
  }, [show])

  /** Saves what is not saved yet; of several calls one at a time goes out. */
  const save = useCallback(async (): Promise<void> => {
    if (saving.current) await saving.current.catch(() => {})
    saving.current = write()
    try {
      await saving.current
    } finally {
      saving.current = null
    }
  }, [write])

  const { run: keep, failure: unsaved } = useCommand((failed) => {
    setErrors(failed.errors)
    if (failed.statusCode === 409) setStale(true)
  })
  const isChanged = notice.state === 'draft' && Object.keys(changesIn(typed, notice)).length > 0
  useEffect(() => {
    if (!isChanged || isStale) return
    const timer = setTimeout(() => void keep(save), PAUSE_MS)
    return () => clearTimeout(timer)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- after each pause in typing
  }, [typed, isChanged, isStale])

  const { run, busy, failure } = useCommand((failed) => {
    setErrors(failed.errors)
    if (failed.statusCode === 409) void reload()
    toastFailure(failed)
  })
  const reload = async () => {
    const fresh = await browserApi.notices.read({ id: loaded.id }).catch(() => null)
    if (fresh) show(fresh)
  }
  /** Saves, and then makes a move with what is saved. */
  const act = (
    call: (seen: { id: string; version: number }) => Promise<Notice>,
    done: string | ((now: Notice) => string),
  ) =>
    run(async () => {
      await save()
      show(await call({ id: loaded.id, version: latest.current.version }))
      stored.clear(typedOf(latest.current))
      toast.success(typeof done === 'string' ? done : done(latest.current))
      window.scrollTo(0, 0)
    })

  return {
    ...{ notice, typed, errors, busy, failure, isChanged, isStale, stored, act, reload },
    /** The notice with all that has been typed. */
    saved: async (): Promise<Notice> => {
      await save()
      return latest.current
    },
    unsaved: isChanged ? unsaved : null,
    set: <K extends keyof TypedNotice>(field: K, value: TypedNotice[K]) => {
      stored.change({ [field]: value } as Partial<TypedNotice>)
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)))
    },
    /** Gives up what was typed here for what someone else has saved. */
    takeTheirs: async () => {
      await reload()
      stored.clear(typedOf(latest.current))
      setStale(false)
    },
    /** Writes what was typed here over it. */
    keepMine: async () => {
      await reload()
      setStale(false)
    },
  }
}

export type NoticeOnDesk = ReturnType<typeof useNotice>
