/** The mark of one step: a leaf of a sprig that grows with the steps that are done. */
export function StepMark({ grown }: { grown: boolean }) {
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className={grown ? 'step-mark grown' : 'step-mark'}>
      <path d="M3 28C3 28 6 14 22 8c2 14-6 22-19 20z" />
      <path d="M3 28C9 22 14 17 20 11" />
    </svg>
  )
}
