import { Leaf } from '../../../ui/leaf.tsx'

/** The wizard's progress, drawn as a sprig that grows one leaf per step. Earlier steps are links. */
export function WizardProgress({
  titles,
  current,
  onGo,
}: {
  titles: string[]
  current: number
  onGo: (step: number) => void
}) {
  return (
    <nav aria-label="Steps" className="wizard-progress">
      {/* If there is no space for the names of all steps. */}
      <p className="step-now">
        Step {current + 1} of {titles.length}: {titles[current]}
      </p>
      <ol className="steps" role="list">
        {titles.map((title, index) => {
          const done = index < current
          return (
            <li key={title} className={done ? 'done' : undefined} aria-current={index === current ? 'step' : undefined}>
              <Leaf grown={index <= current} />
              {done ? (
                <button type="button" onClick={() => onGo(index)}>
                  <span className="sr">Step {index + 1}: </span>
                  <span className="t">{title}</span>
                  <span className="sr">, done</span>
                </button>
              ) : (
                <span>
                  <span className="sr">Step {index + 1}: </span>
                  <span className="t">{title}</span>
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
