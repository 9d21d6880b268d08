import { useRevalidator } from 'react-router'
import type { Today } from '../../../../../contract/api/case-list.ts'
import { browserApi } from '../../../../client/api.ts'
import { toast, toastFailure } from '../../../../ui/toast.ts'
import { useCommand } from '../../../../ui/use-command.ts'

/** What samples are, and one press by which all of them go. */
export function SamplesStrip({ samples }: Pick<Today, 'samples'>) {
  const { revalidate } = useRevalidator()
  const { run, busy } = useCommand(toastFailure)
  if (samples === 'none') return null
  const remove = async () => {
    await run(async () => {
      await browserApi.samples.remove({})
      toast.success('All samples removed')
    })
    await revalidate()
  }
  return (
    <div className="notice samples">
      <p>
        Invented manuscripts to try things on. Nothing you do here reaches anyone.
        {samples === 'uncounted' && ' No figure counts them any more.'}
      </p>
      <button type="button" className="btn" aria-disabled={busy} onClick={() => void remove()}>
        Remove All Samples
      </button>
    </div>
  )
}
