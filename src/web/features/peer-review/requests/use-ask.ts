import { z } from 'zod'
import { type OwnRequest, RequestForm } from '../../../../contract/api/requests.ts'
import { UPLOADS_UNFINISHED } from '../../../../contract/api/submission.ts'
import { AFFECTS, BLAMED, REQUEST_KINDS, type RequestKind } from '../../../../contract/rules/articles/requests.ts'
import { browserApi } from '../../../client/api.ts'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { useForm } from '../../../ui/use-form.ts'
import { useStoredDraft } from '../../../ui/use-stored-draft.ts'
import { draftKey } from '../shared/unsent-form.tsx'

/** A request while it is typed. */
const Typed = z.object({
  kind: z.enum(REQUEST_KINDS),
  passages: z.array(z.object({ passage: z.string(), wording: z.string() })),
  text: z.string(),
  whoseError: z.enum(BLAMED).nullable(),
  affects: z.enum(AFFECTS).nullable(),
  files: z.array(z.object({ url: z.string(), name: z.string(), bytes: z.number() })),
})
type Typed = z.infer<typeof Typed>
export type TypedPassage = Typed['passages'][number]

export const NO_PASSAGE: TypedPassage = { passage: '', wording: '' }
const EMPTY: Typed = {
  ...{ kind: 'correction', passages: [NO_PASSAGE], text: '', whoseError: null, affects: null, files: [] },
}

const isTyped = ({ passage, wording }: TypedPassage): boolean => Boolean(passage.trim() || wording.trim())

/** An error is something other than a name that has changed, or what must not be online. */
export const asksAboutError = (kind: RequestKind): boolean => kind !== 'name' && kind !== 'removal'

/** What is sent of it: no empty passage, and no answer to a question that this kind is not asked. */
const requestOf = ({ kind, passages, whoseError, affects, files, text }: Typed) => ({
  ...{ kind, text, passages: passages.filter(isTyped), files: files.map(({ url }) => url) },
  ...(asksAboutError(kind) ? { whoseError, affects } : {}),
})

/** Where a passage is in what is sent, for its errors. */
export const nameOfPassage = (passages: readonly TypedPassage[], at: number): string =>
  isTyped(passages[at]!) ? `passages.${passages.slice(0, at).filter(isTyped).length}` : `empty.${at}`

/** A request about an article of one's own, kept on this device until the journal has it. */
export function useAsk(articleId: string, userId: string, onSent: (request: OwnRequest) => void) {
  const stored = useStoredDraft(draftKey(userId, `${articleId}:request`), Typed, EMPTY)
  const form = useForm({
    schema: RequestForm,
    initial: EMPTY,
    draft: { value: stored.value, change: stored.change },
    input: requestOf,
    also: () => (uploads.unfinished ? { files: UPLOADS_UNFINISHED } : {}),
    submit: async (request) => {
      const sent = await browserApi.requests.ask({ id: articleId, ...request })
      stored.clear()
      onSent(sent)
    },
    // The form shows it.
    onFailure: () => {},
  })
  const uploads = useUploads(stored.value.files, (files) => stored.change({ files }))
  const changePassages = (passages: TypedPassage[]) => {
    form.clear('passages', 'text')
    form.change({ passages })
  }
  return { ...form, stored, uploads, changePassages }
}
export type Ask = ReturnType<typeof useAsk>
