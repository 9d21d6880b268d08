import { z } from 'zod'
import { useForm } from '../../../ui/use-form.ts'
import { useStoredDraft } from '../../../ui/use-stored-draft.ts'

type Texts = Record<string, string>

/** Texts that are not sent yet, by the names of their fields, and the files uploaded for them. */
const Unsent = z.object({
  texts: z.record(z.string(), z.string()),
  files: z.array(z.object({ url: z.string(), name: z.string(), bytes: z.number() })),
})
const NOTHING: z.infer<typeof Unsent> = { texts: {}, files: [] }

/**
 * A form whose texts stay on this device, under `key`, until the server has acknowledged them: those that are not as
 * they were initially.
 */
export function useUnsentForm<S extends z.ZodType, R>({
  key,
  schema,
  initial = {},
  input,
  also,
  send,
  onSent,
}: {
  key: string
  schema: S
  initial?: Texts
  input: (texts: Texts, files: z.infer<typeof Unsent>['files']) => unknown
  also?: () => { files?: string }
  send: (data: z.output<S>) => Promise<R>
  onSent: (answer: R) => void
}) {
  const stored = useStoredDraft(key, Unsent, NOTHING)
  const { texts, files } = stored.value
  const form = useForm<S, Texts>({
    schema,
    initial,
    draft: {
      value: { ...initial, ...texts },
      change: (changes) =>
        stored.change((before) => ({
          texts: Object.fromEntries(
            Object.entries({ ...before.texts, ...changes }).filter(
              (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== (initial[entry[0]] ?? ''),
            ),
          ),
        })),
    },
    input: (typed) => input(typed, files),
    also,
    submit: async (data) => {
      const answer = await send(data)
      stored.clear()
      onSent(answer)
    },
    // The form shows it.
    onFailure: () => {},
  })
  return { ...form, files, setFiles: (now: typeof files) => stored.change({ files: now }), stored }
}

/** Where a form about a manuscript keeps what is not sent yet. */
export const draftKey = (userId: string, about: string): string => `journal:manuscript:${userId}:${about}`
