import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { ColleagueForm, COLLEAGUES_MAX } from '../../../../../contract/api/reviews.ts'
import type { CoReviewerState } from '../../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../../client/api.ts'
import { Field } from '../../../../ui/field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm } from '../../../../ui/use-form.ts'
import type { Act } from './use-review.ts'

const STATE_WORDS: Record<CoReviewerState, string> = {
  asked: 'the editor has been asked',
  invited: 'allowed by the editor, has not answered yet',
  confirmed: 'helps with the report',
  refused: 'cannot help',
}

/** The colleagues with whom a reviewer writes the report: each is allowed by the editor and confirms. */
export function Colleagues({ review, sending, act }: { review: OpenReview; sending: boolean; act: Act }) {
  const { coReviewers } = review
  return (
    <details className="more" open={coReviewers.length > 0}>
      <summary>Work with a colleague</summary>
      {coReviewers.length > 0 && (
        <ul className="colleagues">
          {coReviewers.map(({ fullName, state }, index) => (
            <li key={index}>
              {fullName}: {STATE_WORDS[state]}
            </li>
          ))}
        </ul>
      )}
      {coReviewers.length < COLLEAGUES_MAX && <NameColleague key={coReviewers.length} sending={sending} act={act} />}
    </details>
  )
}

function NameColleague({ sending, act }: { sending: boolean; act: Act }) {
  const { text, formProps } = useForm({
    schema: ColleagueForm,
    initial: { fullName: '', email: '', orcid: '' },
    submit: async (colleague) => {
      const failed = await act(() => browserApi.reviews.nameColleague(colleague))
      if (failed) throw failed
      toast.success('Thank you. The editor has been asked.')
    },
  })
  return (
    <form {...formProps}>
      <p className="hint">
        The manuscript is confidential. The editor allows it first; your colleague then gets a link of their own and is
        named with your report to the editor.
      </p>
      <Field {...text('fullName')} label="Full name" autoComplete="off" />
      <Field {...text('email')} label="Email" type="email" autoComplete="off" />
      <Field {...text('orcid')} label="ORCID iD (optional)" autoComplete="off" />
      <button className="btn" aria-disabled={sending}>
        Ask the editor
      </button>
    </form>
  )
}
