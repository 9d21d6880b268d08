import { browserApi } from '../../../client/api.ts'
import { SelectField } from '../../../ui/field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'

/** The issues that an article can wait for, and the one for which it is held. Without an answer it is published at once. */
export function useIssues(articleId: string) {
  const { answer } = useAnswer(async () => {
    const [planned, { held }] = await Promise.all([
      browserApi.issues.planned({}),
      browserApi.issues.held({ id: articleId }),
    ])
    return { planned, held }
  }, articleId)
  return answer ?? { planned: [], held: null }
}

/** Whether an article is published at once or with an issue; nothing is asked where no issue is planned. */
export function WhenField({
  issues: { planned, held },
  value,
  onChange,
}: {
  issues: ReturnType<typeof useIssues>
  /** The issue; '' for at once. */
  value: string
  onChange: (issueId: string) => void
}) {
  // What has waited since its issue was published can be held again for it.
  const offered = planned.some(({ id }) => id === held?.volume.id)
  const choices = held && !offered ? [held.volume, ...planned] : planned
  if (!choices.length) return null
  return (
    <>
      <SelectField
        name="when"
        label="When"
        placeholder="Publish now"
        value={value}
        options={choices.map(({ id, title }) => ({ value: id, label: `Publish with the issue ${title}` }))}
        hint={
          value
            ? 'It waits, and appears with the other articles of the issue. Its DOI and dates are those of that day.'
            : undefined
        }
        onChange={onChange}
      />
      {held && !value && (
        <p className="notice">
          It is held for {held.volume.title}. Publishing it now publishes it ahead of the issue, with its place kept.
        </p>
      )}
    </>
  )
}
