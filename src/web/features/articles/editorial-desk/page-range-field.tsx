import { useEffect, useState } from 'react'
import { isPageRange, PAGE_RANGE_HINT, pageRangeTyped } from '../../../../contract/rules/articles/place-in-volume.ts'
import { Field } from '../../../ui/field.tsx'

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
