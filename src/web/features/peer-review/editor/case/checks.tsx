import { useState } from 'react'
import type { CaseView } from '../../../../../contract/api/case-view.ts'
import { TypedScreeningForm } from '../../../../../contract/api/case-forms.ts'
import { monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../../client/api.ts'
import { Field } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { Link } from '../../../../ui/link.tsx'
import { useForm } from '../../../../ui/use-form.ts'
import type { Part } from './part-tabs.tsx'
import { AuthorsLine } from './authors-line.tsx'
import { CheckLine } from './check-line.tsx'
import { Section, useCase } from './section.tsx'
import { useSent } from '../../../../ui/use-command.ts'

const WHY = {
  title: 'Same words in the title',
  file: 'Same file',
  declined: 'Same submitter, declined before',
} as const

/** What screening looks at. */
export function Checks({ shown }: { shown: Part }) {
  const { view, now } = useCase()
  const [editing, setEditing] = useState(false)
  const { limits, titleWords, abstractWords, similarityPercent, aiPercent, duplicates } = view.checks
  const isLong = titleWords > limits.titleWords || abstractWords > limits.abstractWords
  const isSimilar = similarityPercent !== null && similarityPercent > limits.similarityPercent
  return (
    <Section
      part="checks"
      shown={shown}
      beside={
        view.closedAt === null && (
          <button type="button" className="btn text" onClick={() => setEditing(true)}>
            {view.screenedAt === null ? 'Record Checks' : 'Edit Checks'}
          </button>
        )
      }
    >
      <p className="muted small">
        {view.screenedAt === null ? 'Not checked yet.' : `Checked on ${monthDay(view.screenedAt, now)}.`}
      </p>
      <ul className="checks rows" role="list">
        <CheckLine name="Length" warn={isLong} value={isLong ? 'Too long' : 'Within the limits'}>
          Title {titleWords} of {limits.titleWords} words, abstract {abstractWords} of {limits.abstractWords}
        </CheckLine>
        <CheckLine
          name="Similarity"
          warn={isSimilar}
          value={percent(similarityPercent)}
          missing={similarityPercent === null}
        >
          Limit {limits.similarityPercent}%
        </CheckLine>
        <CheckLine name="AI" warn={(aiPercent ?? 0) > 0} value={percent(aiPercent)} missing={aiPercent === null}>
          Result of an AI detector, if you use one
        </CheckLine>
        <CheckLine
          name="Duplicates"
          warn={duplicates.length > 0}
          value={duplicates.length ? `${duplicates.length} to look at` : 'None found'}
        >
          {duplicates.length ? (
            <Duplicates duplicates={duplicates} />
          ) : (
            'Titles, files and earlier manuscripts compared'
          )}
        </CheckLine>
        <AuthorsLine />
      </ul>
      {editing && <ScreeningDialog onClose={() => setEditing(false)} />}
    </Section>
  )
}

const percent = (value: number | null): string => (value === null ? 'Not checked' : `${value}%`)

function Duplicates({ duplicates }: { duplicates: CaseView['checks']['duplicates'] }) {
  return (
    <ul role="list">
      {duplicates.map(({ articleId, titleText, why, isPublic }) => (
        <li key={articleId}>
          {WHY[why]}: <Link to={isPublic ? paths.article(articleId) : paths.case(articleId)}>{titleText}</Link>
        </li>
      ))}
    </ul>
  )
}

export function ScreeningDialog({ onClose }: { onClose: () => void }) {
  const { view } = useCase()
  const sent = useSent(onClose)
  const { limits, similarityPercent, aiPercent } = view.checks
  const form = useForm({
    schema: TypedScreeningForm,
    initial: { similarityPercent: String(similarityPercent ?? ''), aiPercent: String(aiPercent ?? '') },
    submit: (data) => sent(browserApi.cases.screen({ id: view.id, ...data })),
  })
  return (
    <FormDialog title="Record checks" form={form} save="Save" saving="Saving..." onClose={onClose}>
      <p className="space">Leave blank if not checked.</p>
      <Field
        label="Similarity (%)"
        hint={`The journal accepts up to ${limits.similarityPercent}%.`}
        inputMode="numeric"
        {...form.text('similarityPercent')}
      />
      <Field label="AI-generated text (%)" inputMode="numeric" {...form.text('aiPercent')} />
    </FormDialog>
  )
}
