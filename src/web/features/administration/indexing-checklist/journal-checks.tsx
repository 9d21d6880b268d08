import { OAI_RULE } from '../../../../contract/rules/articles/indexing-checklist/journal-rules.ts'
import { ASKERS, judged, type Check } from '../../../../contract/rules/articles/indexing-checklist/rules.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { CheckList } from './check-list.tsx'

const OAI_IDENTIFY = '/oai?verb=Identify'

/** The rules for the journal as a whole, by who asks for them. */
export function JournalChecks({ checks }: { checks: readonly Check[] }) {
  // Only a request can tell whether harvesters are answered.
  const { answer: isReached } = useAnswer(askAsHarvester)
  const all = [...checks, ...judged([OAI_RULE], { isReached })]
  return (
    <section aria-labelledby="journal">
      <h2 id="journal">The journal</h2>
      <div className="askers">
        {ASKERS.filter((asker) => all.some((check) => check.asker === asker)).map((asker) => (
          <section key={asker} aria-labelledby={`asker-${asker}`}>
            <h3 id={`asker-${asker}`}>{asker}</h3>
            <CheckList checks={all.filter((check) => check.asker === asker)} />
          </section>
        ))}
      </div>
    </section>
  )
}

async function askAsHarvester(): Promise<boolean> {
  try {
    const response = await fetch(OAI_IDENTIFY)
    return response.ok && /<adminEmail>[^<@]{1,200}@[^<]/.test(await response.text())
  } catch {
    return false
  }
}
