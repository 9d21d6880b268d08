import { Check, CircleDashed, CircleSlash } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SettingUp as Answer } from '../../../../contract/api/setting-up.ts'
import { countInWords } from '../../../../contract/rules/peer-review/in-words.ts'
import { SETTING_UP, type Step, type StepState } from '../../../../contract/rules/settings/setting-up.ts'
import { browserApi } from '../../../client/api.ts'
import { Link } from '../../../ui/link.tsx'
import { toastFailure } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { useCommand } from '../../../ui/use-command.ts'

/**
 * On Today, folded: what a new journal has and what it has not. Nothing waits for it, and it goes once all is there.
 *
 * @param factor the notice about the person's second factor, which has no place beside a step that asks for the same
 */
export function SettingUp({ factor }: { factor: ReactNode }) {
  const { answer, reload } = useAnswer(() => browserApi.settingUp.read({}))
  const { run, busy } = useCommand(toastFailure)
  if (!answer) return null
  if (answer.steps.every(({ state }) => state !== 'open')) return factor
  const mark = (step: Answer['steps'][number], state: StepState) =>
    run(async () => {
      await browserApi.settingUp.mark({ step: step.id, state })
      await reload()
    })
  return (
    <>
      <SettingUpList steps={answer.steps} busy={busy} onMark={(step, state) => void mark(step, state)} />
      {answer.steps.some(({ id, state }) => id === 'factor' && state === 'open') || factor}
    </>
  )
}

export function SettingUpList({
  steps,
  busy,
  onMark,
}: Answer & { busy: boolean; onMark: (step: Answer['steps'][number], state: StepState) => void }) {
  const count = (wanted: StepState) => steps.filter(({ state }) => state === wanted).length
  const unplanned = count('not planned')
  const stateOf = (id: string) => steps.find((step) => step.id === id)!
  return (
    <details className="setup">
      <summary className="folds">
        <h2>Setting up</h2>
        <Growing of={steps.length} on={count('done')} />
        <span className="grow">
          {count('done')} of {steps.length} done
          {unplanned > 0 && `, ${countInWords(unplanned, 'step')} not planned`}. In any order; nothing waits for it.
        </span>
      </summary>
      <div className="cols">
        {SETTING_UP.map(({ title, steps: some }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul role="list">
              {(some as readonly Step[]).map((step) => (
                <Item key={step.id} step={step} is={stateOf(step.id)} busy={busy} onMark={onMark} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  )
}

const MARKS = { done: Check, open: CircleDashed, 'not planned': CircleSlash } as const

function Item({
  step: { title, hint, to, isSaid },
  is,
  busy,
  onMark,
}: {
  step: Step
  is: Answer['steps'][number]
  busy: boolean
  onMark: (step: Answer['steps'][number], state: StepState) => void
}) {
  const Mark = MARKS[is.state]
  const said = is.said?.by ? `, says ${is.said.by}` : ''
  const button = (words: string, state: StepState) => (
    <button type="button" className="btn text small" disabled={busy} onClick={() => onMark(is, state)}>
      {words}
      <span className="sr">: {title}</span>
    </button>
  )
  return (
    <li className={is.state === 'done' ? 'done' : undefined}>
      <Mark className="ic" aria-hidden="true" />
      <div>
        {is.state === 'open' ? <Link to={to}>{title}</Link> : <span>{title}</span>}
        <span className="sr">: {is.state}</span>
        {is.state === 'open' && (is.note || hint) && <span className="hint small muted">{is.note || hint}</span>}
        {is.state === 'not planned' && <span className="hint small muted">Not planned{said}</span>}
        {is.state === 'done' && said && <span className="hint small muted">Done{said}</span>}
        {is.state === 'open' && (
          <span className="go">
            {isSaid && button('Done', 'done')}
            {button('Not Planned', 'not planned')}
          </span>
        )}
        {is.said && <span className="go">{button('Take Back', 'open')}</span>}
      </div>
    </li>
  )
}

const LEAF_WIDTH = 7.7
/** A row of leaves, which grow with what is done. */
const Growing = ({ of, on }: { of: number; on: number }) => (
  <svg className="growing" viewBox="0 0 120 24" aria-hidden="true">
    <line x1="0" y1="22" x2="120" y2="22" />
    {Array.from({ length: of }, (_, at) => (
      <path
        key={at}
        className={at < on ? 'on' : undefined}
        d={`M${3 + at * LEAF_WIDTH} 22${at < on ? 'c0-9 1-14 5-16c1 7-1 13-5 16z' : 'c0-5 1-7 5-8c1 4-1 7-5 8z'}`}
      />
    ))}
  </svg>
)
