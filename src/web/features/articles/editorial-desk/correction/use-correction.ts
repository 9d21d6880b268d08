import { useState } from 'react'
import type { z } from 'zod'
import { isApiError } from '../../../../client/api-error.ts'
import type { Article } from '../../../../../contract/api/articles.ts'
import { Correction } from '../../../../../contract/api/submission.ts'
import type { CorrectionField } from '../../../../../contract/rules/articles/statements.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { PAGE_RANGE_HINT } from '../../../../../contract/rules/articles/place-in-volume.ts'
import { browserApi } from '../../../../client/api.ts'
import { useCommand } from '../../../../ui/use-command.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { changedFields, correctionOf, rebased, typedOf, type Typed } from './typed.ts'

/** The version that someone else has saved since the article was opened, and the version that was opened. */
export interface Meanwhile {
  before: Typed
  now: Typed
  theirs: CorrectionField[]
  both: CorrectionField[]
}

/**
 * A correction while it is typed, reviewed and saved; the input survives a failed save. `unfinished` names what else keeps
 * the changes from being reviewed, by field. `requestId`: the request from which a notice is begun.
 */
export function useCorrection(
  opened: Article,
  unfinished: () => Partial<Record<CorrectionField, string>>,
  requestId?: string,
) {
  const [seen, setSeen] = useState(opened)
  const [typed, setTyped] = useState<Typed & { reason: string }>(() => ({ ...typedOf(opened), reason: '' }))
  const [reviewed, setReviewed] = useState<z.output<typeof Correction> | null>(null)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  /** 'article', or the address of the notice that was begun. */
  const [saved, setSaved] = useState<string | null>(null)
  const [fullTextDigest, setFullTextDigest] = useState<string>()
  const base = typedOf(seen)
  const changed = changedFields(base, typed)
  const change = (changes: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...changes }))

  const form = useForm({
    schema: Correction,
    initial: typed,
    draft: { value: typed, change },
    input: ({ reason, fullTextUrl }) => ({
      ...{ version: seen.version, reason, ...correctionOf(base, typed) },
      ...(fullTextUrl && fullTextUrl !== base.fullTextUrl ? { fullTextDigest } : {}),
    }),
    also: (found) => ({ ...withPageHint(found), ...unfinished() }),
    submit: async (correction) => setReviewed(correction),
  })
  const { run, busy, failure, forget } = useCommand((failed) => {
    if (!Object.keys(failed.errors).length) return
    form.refuse(withPageHint(failed.errors))
    setReviewed(null)
  })

  /** Another version was saved in between: the input is merged with it. */
  const takeOver = (fresh: Article) => {
    const now = typedOf(fresh)
    const { typed: next, theirs, both } = rebased(base, typed, now)
    setMeanwhile({ before: base, now, theirs, both })
    setSeen(fresh)
    change(next)
    setReviewed(null)
  }

  /** Saves it, or what else is done with it; if another version was saved meanwhile, the input is merged with that. */
  const passOn = async (call: (correction: z.output<typeof Correction>) => Promise<unknown>) => {
    if (!reviewed) return
    await run(async () => {
      try {
        await call(reviewed)
      } catch (error) {
        const fresh = isApiError(error) && error.statusCode === 409 ? await presentState(seen.id) : null
        if (!fresh || fresh.version === seen.version) throw error
        takeOver(fresh)
      }
    })
  }
  /** `reason`: another one than was typed. */
  const save = (reason?: string) =>
    passOn(async (correction) => {
      await browserApi.articles.correct({ id: seen.id, ...correction, ...(reason === undefined ? {} : { reason }) })
      setSaved('article')
    })
  /** Begins a notice, which brings the correction once it is published. */
  const draftNotice = (what: string) =>
    passOn(async ({ reason: _, ...correction }) => {
      const { id } = await browserApi.notices.draft({
        kind: 'correction',
        about: [seen.id],
        what,
        correction,
        requestId,
      })
      setSaved(paths.notice(id))
    })

  return {
    seen,
    base,
    typed,
    changed,
    failure,
    meanwhile,
    isReviewed: reviewed !== null,
    saved,
    unsaved: saved === null && (changed.length > 0 || typed.reason.trim() !== ''),
    set: form.set,
    text: form.text,
    errors: form.errors,
    errorOf: form.errorOf,
    setFullTextDigest,
    formProps: form.formProps,
    review: () => {
      forget()
      return form.send()
    },
    goOn: () => setReviewed(null),
    takeTheirs: (field: CorrectionField) => {
      change({ [field]: base[field] })
      setMeanwhile((before) => before && { ...before, both: before.both.filter((one) => one !== field) })
    },
    save,
    draftNotice,
    busy,
  }
}

export type CorrectionForm = ReturnType<typeof useCorrection>

/** The message at the field of the pages is shorter than the server's sentence. */
const withPageHint = (errors: Record<string, string>): Record<string, string> =>
  errors.pageNum === undefined ? errors : { ...errors, pageNum: PAGE_RANGE_HINT }

/** Null if it cannot be loaded. */
const presentState = async (id: string): Promise<Article | null> => {
  const article = await browserApi.articles.details({ id }).catch(() => null)
  return article && 'version' in article ? article : null
}
