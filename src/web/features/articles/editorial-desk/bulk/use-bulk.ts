import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { BulkArticles, BulkChange, BulkOutcome } from '../../../../../contract/api/bulk-articles.ts'
import { browserApi } from '../../../../client/api.ts'
import { toastFailure } from '../../../../ui/toast.ts'
import { useCommand } from '../../../../ui/use-command.ts'
import { listingInput, type ListingQuery } from '../listing-query.ts'
import type { Meant } from './bulk-dialog.tsx'
import type { Chosen } from './use-chosen.ts'

/** Changing the articles that are ticked, and undoing it. */
export function useBulk(query: ListingQuery, chosen: Chosen, changes: readonly BulkChange[]) {
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState<BulkArticles | null>(null)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const { run, busy } = useCommand(toastFailure)

  const undo = async ({ id }: BulkChange) => {
    await run(async () => setOutcome(await browserApi.bulk.undo({ id })))
    await revalidate()
  }
  return {
    asked,
    outcome,
    busy,
    ask: setAsked,
    dismiss: () => setAsked(null),
    done: (next: BulkOutcome) => {
      setAsked(null)
      chosen.clear()
      setOutcome(next)
      void revalidate()
    },
    undo: (change: BulkChange) => void undo(change),
    undoLast: () => {
      const [newest] = changes
      if (newest) void undo(newest)
    },
    meant: (): Meant => {
      if (!chosen.isAll) return { ids: chosen.articles.map(({ id }) => id) }
      const { status, stage, categoryId, q } = listingInput(query)
      return { matching: { status, stage, categoryId, q, seen: chosen.count } }
    },
  }
}
