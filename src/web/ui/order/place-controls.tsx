import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import stylesheet from '../../styles/order.css?url'
import { Stylesheet } from '../stylesheet.tsx'

/** The handle, the place and, on small screens, buttons of one row in an order. */
export function PlaceControls({
  name,
  place,
  count,
  onPlace,
  onStep = (by) => onPlace(place + by),
  isNumbered = true,
  isFirst = place === 0,
  isLast = place === count - 1,
  onPointerDown,
}: {
  name: string
  /** From 0. */
  place: number
  count: number
  onPlace: (to: number) => void
  /** Where a row up or down is not the place before or after. */
  onStep?: (by: -1 | 1) => void
  /** False for rows between the numbered ones, such as headings. */
  isNumbered?: boolean
  isFirst?: boolean
  isLast?: boolean
  onPointerDown: (event: PointerEvent) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const settle = () => {
    setTyped(null)
    const to = Number(typed)
    if (typed && Number.isInteger(to) && to > 0 && to !== place + 1) onPlace(to - 1)
  }
  return (
    <>
      <Stylesheet href={stylesheet} precedence="site" />
      <button type="button" className="btn icon grip" aria-label={`Move ${name}`} onPointerDown={onPointerDown}>
        <GripVertical className="ic" aria-hidden="true" />
      </button>
      {isNumbered ? (
        <input
          className="in pos"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Place of ${name}`}
          value={typed ?? place + 1}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 4))}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              settle()
            }
            if (event.key === 'Escape' && typed !== null) {
              event.preventDefault()
              event.stopPropagation()
              setTyped(null)
            }
          }}
        />
      ) : (
        <span />
      )}
      <span className="up-down">
        <button
          type="button"
          className="btn icon"
          aria-label={`Move ${name} up`}
          aria-disabled={isFirst}
          onClick={() => onStep(-1)}
        >
          <ChevronUp className="ic" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn icon"
          aria-label={`Move ${name} down`}
          aria-disabled={isLast}
          onClick={() => onStep(1)}
        >
          <ChevronDown className="ic" aria-hidden="true" />
        </button>
      </span>
    </>
  )
}
