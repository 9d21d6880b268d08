import { useId, useState } from 'react'
import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import type { PublishAnswer } from '../../../../contract/rules/peer-review/published-reviews.ts'
import { paths, policyPath } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'

const CHOICES: Record<PublishAnswer, { label: string; note: string }> = {
  yes: { label: 'Yes, publish them', note: 'Each reviewer decides on their own report, and whether to sign it' },
  no: { label: 'No', note: 'They stay between you, the reviewers and the editors' },
}

/** Whether the author agrees to the publication of the reviews: nothing is chosen in advance. */
export function AllowReviews({
  manuscript: { id, publication },
  onChanged,
}: {
  manuscript: Manuscript
  onChanged: (next: Manuscript) => void
}) {
  const hint = `${useId()}-hint`
  const { run, busy, failure } = useCommand(() => {})
  /** Shown as chosen while it is being sent. */
  const [pending, setPending] = useState<PublishAnswer | null>(null)
  if (!publication) return null
  const { answer, isPublished } = publication
  if (isPublished) {
    return (
      <Section title="Published reviews">
        <p>
          The reviews are published with your article. <Link to={paths.articleReviews(id)}>Read them</Link>
        </p>
      </Section>
    )
  }
  const choose = async (next: PublishAnswer) => {
    setPending(next)
    await run(async () => {
      onChanged(await browserApi.manuscripts.allowReviews({ id, answer: next }))
      toast.success('Your answer is saved')
    })
    setPending(null)
  }
  return (
    <Section title="Published reviews">
      <fieldset aria-describedby={hint}>
        <legend>May we publish the reviews with your article?</legend>
        <p className="hint small muted" id={hint}>
          If it is accepted: reports, letters of decision and your replies, as you received or sent them. Please answer
          for all authors. You can change your answer until they are published; without one they are not.{' '}
          <Link to={policyPath('peer-review')}>Peer Review Process</Link>
        </p>
        <div className="opts">
          {(Object.keys(CHOICES) as PublishAnswer[]).map((each) => (
            <label className="opt" key={each}>
              <input
                type="radio"
                name="publication"
                value={each}
                checked={(pending ?? answer) === each}
                onChange={() => {
                  if (!busy) void choose(each)
                }}
              />
              <span>
                <b>{CHOICES[each].label}</b>
                <span className="d">{CHOICES[each].note}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {failure && (
        <p className="error-ink small" role="alert">
          {failure.message}
        </p>
      )}
    </Section>
  )
}
