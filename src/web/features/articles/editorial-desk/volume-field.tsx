import { useCallback, useEffect, useRef, useState } from 'react'
import { browserApi } from '../../../client/api.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { toast } from '../../../ui/toast.ts'

/** The volume of an article: none is as good as any, also when the volumes cannot be loaded. */
export function VolumeField({
  value,
  error,
  onChange,
  onLoaded,
}: {
  value: string
  error: string | undefined
  onChange: (id: string) => void
  onLoaded?: (volumes: { value: string; label: string }[]) => void
}) {
  const [volumes, setVolumes] = useState<{ value: string; label: string }[]>([])
  const [failed, setFailed] = useState(false)

  const latest = useRef(onLoaded)
  latest.current = onLoaded
  const load = useCallback(async () => {
    try {
      const { data } = await browserApi.volumes.list({})
      const options = data.map(({ id, title }) => ({ value: id, label: title }))
      setVolumes(options)
      latest.current?.(options)
      setFailed(false)
      toast.dismiss('volumes')
    } catch {
      setFailed(true)
      toast.error('Failed to fetch volumes', { id: 'volumes' })
    }
  }, [])
  useEffect(() => void load(), [load])

  return (
    <div>
      <SelectField
        name="volumeId"
        label="Volume (optional)"
        value={value}
        error={error}
        hint={failed ? 'The volumes could not be loaded.' : 'The volume this article appears in.'}
        placeholder="No volume"
        options={volumes}
        onChange={onChange}
      />
      {failed && (
        <button type="button" className="btn text again" onClick={() => void load()}>
          Try Again<span className="sr">: load the volumes</span>
        </button>
      )}
    </div>
  )
}
