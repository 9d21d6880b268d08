import { journal } from '../../../../../../journal.config.ts'
import type { CaseAssignment } from '../../../../../contract/api/case-view.ts'
import { EnteredReportForm } from '../../../../../contract/api/case-forms.ts'
import {
  ANSWER_NAMES,
  ANSWERS,
  DECISION_NAMES,
  RECOMMENDATIONS,
  type ReviewAnswer,
} from '../../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../../client/api.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { NamesInText } from '../../../../ui/names-in-text.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { TextAreaField } from '../../../../ui/text-area-field.tsx'
import { useForm } from '../../../../ui/use-form.ts'
import { useCase } from './case-context.ts'
import { useSending } from '../../shared/use-sending.ts'

const ANSWER_OPTIONS = ANSWERS.map((value) => ({ value, label: ANSWER_NAMES[value] }))
const RECOMMENDATION_OPTIONS = RECOMMENDATIONS.map((value) => ({ value, label: DECISION_NAMES[value] }))

/** A report that arrived by email or on paper, entered in the editor's name. */
export function EnterReportDialog({ assignment, onClose }: { assignment: CaseAssignment; onClose: () => void }) {
  const { view } = useCase()
  const send = useSending(onClose)
  const form = useForm({
    schema: EnteredReportForm,
    initial: { answers: {} as Record<string, string>, toAuthors: '', toEditor: '', recommendation: '' },
    submit: (data) => send(() => browserApi.cases.enterReport({ id: view.id, assignmentId: assignment.id, ...data })),
  })
  const { answers } = form.values
  return (
    <FormDialog
      title={`Enter the report of ${assignment.reviewer.fullName || `reviewer ${assignment.label}`}`}
      form={form}
      save="Enter report"
      saving="Saving…"
      onClose={onClose}
    >
      <p className="mb">The case shows that you have entered it, and the reviewer is sent a copy.</p>
      {journal.review.questions.map(({ id, ask }) => (
        <SelectField
          key={id}
          label={ask}
          name={`answers.${id}`}
          value={answers[id] ?? ''}
          placeholder="Choose an answer"
          options={ANSWER_OPTIONS}
          error={form.errors[`answers.${id}`]}
          onChange={(answer) => form.set('answers', { ...answers, [id]: answer as ReviewAnswer })}
        />
      ))}
      <TextAreaField
        label="To the authors"
        {...form.text('toAuthors')}
        under={<NamesInText text={form.text('toAuthors').value} people={view.withheld} />}
      />
      <TextAreaField label="To the editor" {...form.text('toEditor')} />
      <SelectField
        label="Recommendation"
        placeholder="Choose a recommendation"
        options={RECOMMENDATION_OPTIONS}
        {...form.text('recommendation')}
      />
    </FormDialog>
  )
}
