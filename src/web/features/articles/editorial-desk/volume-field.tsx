import { useEffect, useMemo } from 'react'
import { browserApi } from '../../../client/api.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'

/** The volumes as options; none if they cannot be loaded. */
export function useVolumes() {
  const { answer, failed, tryAgain } = useAnswer(() => browserApi.volumes.list({}))
  useEffect(() => {
    if (!failed) return
    toast.error('Failed to fetch volumes', { id: 'volumes' })
    return () => toast.dismiss('volumes')
  }, [failed])
  const options = useMemo(() => (answer?.data ?? []).map(({ id, title }) => ({ value: id, label: title })), [answer])
  return { options, failed, tryAgain }
}

/** The volume of an article, which is optional, also if the volumes cannot be loaded. */
export function VolumeField({
  volumes: { options, failed, tryAgain },
  value,
  error,
  onChange,
}: {
  volumes: ReturnType<typeof useVolumes>
  value: string
  error: string | undefined
  onChange: (id: string) => void
}) {
  return (
    <div>
      <SelectField
        name="volumeId"
        label="Volume (optional)"
        value={value}
        error={error}
        hint={failed ? 'The volumes could not be loaded.' : 'The volume this article appears in.'}
        placeholder="No volume"
        options={options}
        onChange={onChange}
      />
      {failed && (
        <button type="button" className="btn text again" onClick={tryAgain}>
          Try Again<span className="sr">: load the volumes</span>
        </button>
      )}
    </div>
  )
}
