import { useState } from 'react'
import { isApiError } from '../../../../client/api-error.ts'
import type { Article } from '../../../../../contract/api/articles.ts'
import { Correction } from '../../../../../contract/api/submission.ts'
import type { CorrectionField } from '../../../../../contract/rules/articles/statements.ts'
import { check } from '../../../../../contract/api/errors.ts'
import { PAGE_RANGE_HINT } from '../../../../../contract/rules/articles/place-in-volume.ts'
import { browserApi } from '../../../../client/api.ts'
import { useCommand } from '../../../../ui/use-command.ts'
import { changedFields, correctionOf, rebased, typedOf, type Typed } from './typed.ts'

/** The version that someone else has saved since the article was opened, and the version that was opened. */
export interface Meanwhile {
  before: Typed
  now: Typed
  theirs: CorrectionField[]
  both: CorrectionField[]
}

/** A correction while it is typed, reviewed and saved; the input survives a failed save. */
export function useCorrection(opened: Article) {
  const [seen, setSeen] = useState(opened)
  const [typed, setTyped] = useState(() => typedOf(opened))
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isLookedOver, setLookedOver] = useState(false)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const [saved, setSaved] = useState(false)
  const [fullTextDigest, setFullTextDigest] = useState<string>()
  const base = typedOf(seen)
  const changed = changedFields(base, typed)

  const clear = (field: string) => setErrors(({ [field]: _cleared, ...others }) => others)
  const set = <F extends keyof Typed>(field: F, value: Typed[F]) => {
    setTyped((before) => ({ ...before, [field]: value }))
    clear(field)
  }

  const { run, failure, forget } = useCommand((failed) => {
    if (!Object.keys(failed.errors).length) return
    setErrors(inFields(failed.errors))
    setLookedOver(false)
  })

  const checked = () =>
    check(Correction, {
      ...{ version: seen.version, reason, ...correctionOf(base, typed) },
      ...(typed.fullTextUrl && typed.fullTextUrl !== base.fullTextUrl ? { fullTextDigest } : {}),
    })

  /** Opens the summary if everything is valid; otherwise shows the first message of each field. */
  const lookOver = (): boolean => {
    const { errors: found = {} } = changed.length ? checked() : {}
    const isReady = changed.length > 0 && !Object.keys(found).length
    setErrors(inFields(found))
    forget()
    setLookedOver(isReady)
    return isReady
  }

  /** Another version was saved in between: the input is merged with it. */
  const takeOver = (fresh: Article) => {
    const now = typedOf(fresh)
    const { typed: next, theirs, both } = rebased(base, typed, now)
    setMeanwhile({ before: base, now, theirs, both })
    setSeen(fresh)
    setTyped(next)
    setLookedOver(false)
  }

  const save = async () => {
    const { data } = checked()
    if (!data) return
    await run(async () => {
      try {
        await browserApi.articles.correct({ id: seen.id, ...data })
        setSaved(true)
      } catch (error) {
        const fresh = isApiError(error) && error.statusCode === 409 ? await presentState(seen.id) : null
        if (!fresh || fresh.version === seen.version) throw error
        takeOver(fresh)
      }
    })
  }

  return {
    seen,
    base,
    typed,
    reason,
    errors,
    changed,
    failure,
    meanwhile,
    isLookedOver,
    saved,
    unsaved: !saved && (changed.length > 0 || reason.trim() !== ''),
    set,
    setFullTextDigest,
    setReason: (value: string) => {
      setReason(value)
      clear('reason')
    },
    fail: (field: CorrectionField, message: string) => setErrors((before) => ({ ...before, [field]: message })),
    lookOver,
    goOn: () => setLookedOver(false),
    takeTheirs: (field: CorrectionField) => {
      setTyped((before) => ({ ...before, [field]: base[field] }))
      setMeanwhile((before) => before && { ...before, both: before.both.filter((one) => one !== field) })
    },
    save,
  }
}

export type CorrectionForm = ReturnType<typeof useCorrection>

/** An error about one person is shown at the list; the page-range message is shorter than the toast. */
const inFields = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const field = path.split('.')[0]!
      return [field, field === 'pageNum' ? PAGE_RANGE_HINT : message]
    }),
  )

/** Null if it cannot be loaded. */
const presentState = async (id: string): Promise<Article | null> => {
  const article = await browserApi.articles.details({ id }).catch(() => null)
  return article && 'version' in article ? article : null
}
