import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { KEEPS_FOCUS } from '../../../ui/go.ts'
import { noteFirstCase, TOUR, type TourStep } from './steps.ts'
import { leaveTour, nextStep, stepBack, useTour } from './tour-state.ts'

/** How long a page may take until what a step points at is there. */
const PATIENCE_MS = 8_000
const POINTED_AT = 'data-toured'

/** The step of the tour that is being taken: a card beside the page, which stays usable. */
export function Tour() {
  const { step } = useTour()
  return step === null ? null : <Step key={step} number={step} step={TOUR[step]!} />
}

function Step({ number, step, step: { title, text } }: { number: number; step: TourStep }) {
  const card = useRef<HTMLElement>(null)
  const id = useId()
  const isThere = useTarget(number, step)
  useEffect(() => {
    if (isThere) card.current?.focus()
  }, [isThere])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // A dialog or a menu that is open closes first.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open], :popover-open'))
        return
      leave()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  if (!isThere) return null
  const shown = TOUR.filter(({ page }) => page() !== null)
  const place = shown.indexOf(TOUR[number]!) + 1
  const isLast = place === shown.length
  return (
    <section
      ref={card}
      className="tour"
      role="dialog"
      aria-modal="false"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
    >
      <p className="small muted">
        Step {place} of {shown.length}
      </p>
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <p className="acts">
        <button type="button" className="btn text" onClick={leave}>
          Leave the Tour
        </button>
        {place > 1 && (
          <button type="button" className="btn" onClick={stepBack}>
            Back
          </button>
        )}
        <button type="button" className="btn solid" onClick={isLast ? leave : nextStep}>
          {isLast ? 'Done' : 'Next'}
        </button>
      </p>
    </section>
  )
}

function leave(): void {
  leaveTour()
  document.querySelector<HTMLElement>('#main')?.focus()
}

/** Goes to the page of a step and marks what it points at. A step of which nothing is there is left out. */
function useTarget(number: number, { page, at }: TourStep): boolean {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isThere, setThere] = useState(false)
  const wanted = page()
  const isHere = pathname === wanted
  const goThere = useRef(() => {})
  goThere.current = () => {
    if (!isHere && wanted !== null) void navigate(wanted, { state: KEEPS_FOCUS })
  }
  // Once for each step: the person may go elsewhere in between, and finds the step again on its page.
  useEffect(() => (wanted === null ? nextStep() : goThere.current()), [number, wanted])
  useEffect(() => {
    if (!isHere) return setThere(false)
    let target: Element | null = null
    const look = () => {
      target = document.querySelector(at)
      if (!target) return false
      target.setAttribute(POINTED_AT, '')
      target.scrollIntoView({ block: 'center' })
      if (number === 0) noteFirstCase()
      setThere(true)
      return true
    }
    const watcher = new MutationObserver(() => {
      if (look()) stop()
    })
    const timer = setTimeout(() => {
      stop()
      nextStep()
    }, PATIENCE_MS)
    const stop = () => {
      watcher.disconnect()
      clearTimeout(timer)
    }
    if (look()) stop()
    else watcher.observe(document.body, { childList: true, subtree: true })
    return () => {
      stop()
      target?.removeAttribute(POINTED_AT)
    }
  }, [isHere, at, number])
  return isThere && isHere
}
