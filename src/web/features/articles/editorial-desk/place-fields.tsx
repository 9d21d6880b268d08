import { useEffect, useMemo, useState } from 'react'
import { isPageRange, PAGE_RANGE_HINT, pageRangeTyped } from '../../../../contract/rules/articles/place-in-volume.ts'
import { browserApi } from '../../../client/api.ts'
import { Field, SelectField } from '../../../ui/field.tsx'
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
  return { options, failed, isNone: answer?.data.length === 0, tryAgain }
}

const NO_VOLUME = 'There are no volumes yet. Add one on the page Volumes; the article can be added to it later.'

/** The volume of an article, which is optional, also if the volumes cannot be loaded. */
export function VolumeField({
  volumes: { options, failed, isNone, tryAgain },
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
        hint={failed ? 'The volumes could not be loaded.' : isNone ? NO_VOLUME : 'The volume this article appears in.'}
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

/** Enough time to type the second number of a range: '1-' on the way to '1-5' is not an error yet. */
const TYPING_PAUSE_MS = 700

/** Accepts digits, hyphens, commas and spaces, and reports an invalid range when typing pauses. */
export function PageRangeField({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (range: string) => void
}) {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])

  const isWrong = rested === value && value.trim() !== '' && !isPageRange(value.trim())
  return (
    <Field
      name="pageNum"
      label="Page range (optional)"
      autoComplete="off"
      value={value}
      error={error ?? (isWrong ? PAGE_RANGE_HINT : undefined)}
      hint="For example 1-5 or 1-5,7-10."
      onChange={(typed) => onChange(pageRangeTyped(typed))}
    />
  )
}
