import { GrievanceAnswerForm } from '../../../../../contract/api/case-forms.ts'
import type { CaseGrievance, CaseView } from '../../../../../contract/api/case-view.ts'
import { dayOf } from '../../../../../contract/rules/peer-review/days.ts'
import { monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import {
  GRIEVANCE_OUTCOMES,
  type GrievanceKind,
  type GrievanceOutcome,
} from '../../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../../client/api.ts'
import { CheckField, SelectField, TextAreaField } from '../../../../ui/field.tsx'
import { NamesInText } from '../../../../ui/names-in-text.tsx'
import { useSent } from '../../../../ui/use-command.ts'
import { useForm } from '../../../../ui/use-form.ts'
import type { Part } from './part-tabs.tsx'
import { Section, useCase } from './section.tsx'

const KINDS: Record<GrievanceKind, string> = { appeal: 'Appeal', complaint: 'Complaint' }
const OUTCOMES: Record<GrievanceOutcome, string> = {
  upheld: 'Upheld',
  partly: 'Upheld in part',
  dismissed: 'Dismissed',
}
const OUTCOME_OPTIONS = GRIEVANCE_OUTCOMES.map((value) => ({ value, label: OUTCOMES[value] }))

/** What the part of appeals and complaints is called: there is mostly one. */
export function grievancesTitle({ grievances }: Pick<CaseView, 'grievances'>): string {
  const kinds = new Set(grievances.map(({ kind }) => kind))
  return kinds.size > 1 ? 'Appeals and complaints' : KINDS[grievances[0]?.kind ?? 'appeal']
}

/** Appeals and complaints of the author, the last first. */
export function Grievances({ shown }: { shown: Part }) {
  const { view } = useCase()
  return (
    <Section part="appeal" shown={shown} title={grievancesTitle(view)}>
      {view.grievances.toReversed().map((grievance) => (
        <Grievance key={grievance.id} grievance={grievance} />
      ))}
    </Section>
  )
}

function Grievance({ grievance }: { grievance: CaseGrievance }) {
  const { now } = useCase()
  const { kind, text, about, isHidden, sentAt, dueOn, outcome, answer, answeredAt, handler, mayAnswer } = grievance
  const isLate = answeredAt === null && dueOn < dayOf(now)
  return (
    <article className="grievance">
      <h3>
        {KINDS[kind]}, {monthDay(sentAt, now)}
      </h3>
      {about && <p>About: {about}</p>}
      {!isHidden && <p className="lines breakable">{text}</p>}
      {answeredAt === null && (
        <p className={isLate ? 'error-ink' : 'muted'}>
          {isLate ? `Answer overdue since ${monthDay(dueOn, now)}.` : `Answer due ${monthDay(dueOn, now)}.`}
        </p>
      )}
      {outcome && answeredAt !== null && (
        <>
          <h3>
            {OUTCOMES[outcome]}, {monthDay(answeredAt, now)}
          </h3>
          <p className="lines breakable">{answer}</p>
          {handler && <p className="muted small">Answered by {handler}.</p>}
        </>
      )}
      {answeredAt === null && !mayAnswer && (
        <p className="notice caution">
          {kind === 'appeal'
            ? 'You made a decision that the author appeals against. Another editor has to answer the appeal.'
            : 'You had a part in what this complaint is about. Another editor reads and answers it; you can read it once it has been answered.'}
        </p>
      )}
      {mayAnswer && <AnswerForm grievance={grievance} />}
    </article>
  )
}

function AnswerForm({ grievance: { id, kind } }: { grievance: CaseGrievance }) {
  const { view } = useCase()
  const sent = useSent()
  const form = useForm({
    schema: GrievanceAnswerForm,
    initial: { outcome: '', answer: '', reopen: false },
    submit: ({ outcome, answer, reopen }) =>
      sent(
        browserApi.cases.answerGrievance({
          ...{ id: view.id, grievanceId: id, outcome, answer },
          reopen: reopen && mayReopen(outcome),
        }),
      ),
  })
  const mayReopen = (outcome: string) => kind === 'appeal' && outcome === 'upheld' && view.stage === 'declined'
  return (
    <form {...form.formProps}>
      <SelectField
        label="Outcome"
        placeholder="Choose an outcome"
        options={OUTCOME_OPTIONS}
        {...form.text('outcome')}
      />
      <TextAreaField
        label="Answer to the author"
        hint="Sent by email."
        {...form.text('answer')}
        under={<NamesInText text={form.text('answer').value} people={view.withheld} />}
      />
      {mayReopen(form.values.outcome) && (
        <CheckField
          name="reopen"
          checked={form.values.reopen}
          error={form.errors.reopen}
          onChange={(checked) => form.set('reopen', checked)}
        >
          Return the manuscript to review
        </CheckField>
      )}
      <button type="submit" className="btn" aria-disabled={form.sending}>
        {form.sending ? 'Sending...' : 'Send Answer'}
      </button>
    </form>
  )
}
