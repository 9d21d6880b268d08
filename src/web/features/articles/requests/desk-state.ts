import { useEffect, useState } from 'react'
import { z } from 'zod'
import { type Request, RequestAnswer } from '../../../../contract/api/requests.ts'
import { isWaiting, moveRequest, REQUEST_OUTCOMES } from '../../../../contract/rules/articles/requests.ts'
import { browserApi } from '../../../client/api.ts'
import type { ApiError } from '../../../client/api-error.ts'
import { toast } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import { useForm } from '../../../ui/use-form.ts'
import { useStoredDraft } from '../../../ui/use-stored-draft.ts'

/** The letter to the requester as typed. */
const Letter = z.object({ outcome: z.enum(['', ...REQUEST_OUTCOMES]), answer: z.string() })
const NO_LETTER: z.infer<typeof Letter> = { outcome: '', answer: '' }

/** One that was dropped has given its request back. */
export const isUnderWay = (notice: Request['notice']): boolean => notice !== null && notice.state !== 'dropped'

/** A notice is begun from a request once. */
export const mayBegin = ({ state, notice }: Pick<Request, 'state' | 'notice'>): boolean =>
  isWaiting(state) && !isUnderWay(notice)

/** What an editor can do with a request. */
export function movesOf(request: Pick<Request, 'state' | 'handler' | 'notice'>, userId: string) {
  const { state, handler } = request
  const may = (move: 'take' | 'decide' | 'decline') => 'state' in moveRequest(state, move, 'editor')
  return {
    take: may('take') && handler?.id !== userId,
    begin: mayBegin(request),
    decide: may('decide'),
    decline: may('decline'),
  }
}

/** A request on an editor's desk. What is typed stays, also where another editor was faster. */
export function useRequest(loaded: Request, userId: string) {
  const [request, setRequest] = useState(loaded)
  useEffect(() => setRequest((shown) => (loaded.version < shown.version ? shown : loaded)), [loaded])
  const [refused, setRefused] = useState<ApiError | null>(null)
  const seen = { id: request.id, version: request.version }

  /** After a conflict the page shows what has happened, beside the server's sentence. */
  const refuse = async (failed: ApiError) => {
    setRefused(failed)
    if (failed.statusCode !== 409) return
    const fresh = await browserApi.requests.read({ id: loaded.id }).catch(() => null)
    if (fresh) setRequest(fresh)
  }
  const done = (next: Request, words: string) => {
    setRequest(next)
    setRefused(null)
    toast.success(words)
    window.scrollTo(0, 0)
  }
  const { run, busy } = useCommand(refuse)

  const letter = useStoredDraft(`journal:request:${userId}:${loaded.id}`, Letter, NO_LETTER)
  const answer = useForm({
    schema: RequestAnswer,
    initial: NO_LETTER,
    draft: letter,
    submit: async (typed) => {
      done(await browserApi.requests.decide({ ...seen, ...typed }), 'The request has been answered')
      letter.clear()
    },
    onFailure: refuse,
  })

  return {
    ...{ request, refused, busy, letter, answer },
    moves: movesOf(request, userId),
    take: () => run(async () => done(await browserApi.requests.take(seen), 'You look after this request now')),
    /** Throws what the server refuses: the form of the reason shows it. */
    decline: async (reason: string) => {
      done(await browserApi.requests.decline({ ...seen, reason }), 'The request has been declined')
      letter.clear()
    },
    refuse,
    /** Reads it again, after something else has changed it. */
    look: async () => {
      const fresh = await browserApi.requests.read({ id: loaded.id }).catch(() => null)
      if (fresh) setRequest(fresh)
    },
  }
}

export type RequestOnDesk = ReturnType<typeof useRequest>
