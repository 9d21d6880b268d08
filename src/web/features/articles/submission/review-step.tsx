import { type ReactNode, useRef, useState } from 'react'
import { journal } from '../../../../contract/journal.ts'
import { keywordList } from '../../../../contract/rules/articles/keywords.ts'
import { awardInWords } from '../../../../contract/rules/articles/declared-works.ts'
import { answerIn, DECLARATIONS, STATEMENTS } from '../../../../contract/rules/articles/statements.ts'
import { joinNames } from '../../../../contract/rules/people/author-names.ts'
import { nameInWords, roleInWords } from '../../../../contract/rules/people/people.ts'
import { CheckField, TextAreaField } from '../../../ui/field.tsx'
import { printedBytes } from '../../../../contract/rules/text/printed-bytes.ts'
import { RichHtml, TitleText } from '../../../ui/title-text.tsx'
import { materialInWords } from '../typed-material.ts'
import { supplementInWords, typedLinksInWords } from '../typed-works.ts'
import { ArticleStatements } from '../article-statements.tsx'
import { PrivateImage } from '../files/private-image.tsx'
import { affiliationsInWords } from '../../../site/people/typed-author.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { browserApi } from '../../../client/api.ts'
import { isTypedWaiver, NO_WAIVER, WaiverFields } from '../../../site/waiver-fields.tsx'
import { filledSuggestions, isSuggestionField, type StepProps } from './draft.ts'

/** A preview of the whole submission as the editor will see it, with links to each step and a comment field. */
export function ReviewStep(props: StepProps) {
  const { draft, update, errors, clear, categories, waiver, setWaiver, confirmed, setConfirmed, goTo } = props
  const category = categories.find(({ id }) => id === draft.categoryId)?.name
  const authorsError = errors.contributors ?? Object.entries(errors).find(([field]) => isSuggestionField(field))?.[1]
  const suggestions = filledSuggestions(draft.suggestions)
  const works = [
    ...draft.awards.map(awardInWords),
    ...draft.links.map((link) => typedLinksInWords([link])),
    ...Object.values(materialInWords(draft)).flat(),
  ]
  const unanswered = DECLARATIONS.filter((name) => !answerIn(name, draft[name]))
  return (
    <>
      {authorsError && (
        <div className="notice bad" role="alert" tabIndex={-1}>
          {authorsError}
        </div>
      )}
      <Part title="Article Title" onEdit={() => goTo(0)}>
        <p className="preview-title">
          <TitleText title={draft.title} />
        </p>
      </Part>
      <Part title="Article Details" onEdit={() => goTo(1)}>
        <p className="muted small">
          {category} · {keywordList(draft.keywords).join(', ')}
        </p>
        <p className="key">
          <TitleText title={draft.excerpt} />
        </p>
        <RichHtml html={draft.abstract} />
        <ArticleStatements of={draft} heading="h4" />
        {works.length > 0 && (
          <ul>
            {works.map((words, index) => (
              <li key={index}>{words}</li>
            ))}
          </ul>
        )}
        {unanswered.length > 0 && (
          <p className="muted small">Not answered: {unanswered.map((name) => STATEMENTS[name].heading).join(', ')}</p>
        )}
      </Part>
      <Part title="Content Files" onEdit={() => goTo(2)}>
        <ul>
          {draft.files.map((file) => (
            <li key={file.url}>
              {file.name}, {printedBytes(file.bytes)}
            </li>
          ))}
        </ul>
        {draft.supplements.length > 0 && (
          <p className="muted small">Supplements: {draft.supplements.map(supplementInWords).join('; ')}</p>
        )}
        {draft.image && (
          <div className="featured">
            <PrivateImage url={draft.image.url} alt={draft.imageAlt} />
            <p className="muted small">Featured image: {draft.imageAlt || draft.image.name}</p>
          </div>
        )}
      </Part>
      <Part title="Authors" onEdit={() => goTo(3)}>
        <p>{joinNames(draft.contributors.map(({ fullName }) => fullName))}</p>
        <ul className="muted small" role="list">
          {draft.contributors.map((person) => (
            <li key={person.key}>
              {nameInWords(person)}: {roleInWords(person)}, {affiliationsInWords(person)}, {person.email}
            </li>
          ))}
        </ul>
      </Part>
      {suggestions.length > 0 && (
        <Part title="Reviewers" onEdit={() => goTo(3)}>
          <ul className="muted small" role="list">
            {suggestions.map(({ key, kind, fullName, email, affiliation, reason }) => (
              <li key={key}>
                {kind === 'suggest' ? 'Suggested' : 'Excluded'}:{' '}
                {[fullName, affiliation, email, reason].filter(Boolean).join(', ')}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <CannotPay waiver={waiver} setWaiver={setWaiver} errors={errors} />
      <TextAreaField
        name="comments"
        label="Comments for the editor (optional)"
        value={draft.comments}
        error={errors.comments}
        hint="Anything the editor should know, but not about the fee. Reviewers and readers do not see it."
        onChange={(comments) => {
          update({ comments })
          clear('comments')
        }}
      />
      <CheckField
        name="confirm"
        checked={confirmed}
        error={errors.confirm}
        onChange={(checked) => {
          setConfirmed(checked)
          clear('confirm')
        }}
      >
        I confirm that this work is ours, that all authors agree to its submission and, if it is accepted, to its
        publication under the <a href={journal().licence.url}>{journal().licence.name}</a> licence, and that the
        information above is complete.
      </CheckField>
    </>
  )
}

/** That the full fee cannot be paid. It stays open while what was typed is taken back. */
function CannotPay({ waiver, setWaiver, errors }: Pick<StepProps, 'waiver' | 'setWaiver' | 'errors'>) {
  const { fees } = journal()
  const { answer: readers } = useAnswer(() => browserApi.fees.readers())
  const isTyped = isTypedWaiver(waiver)
  const [isOpen, setOpen] = useState(isTyped)
  const summary = useRef<HTMLElement>(null)
  return (
    <details className="space" open={isOpen || isTyped} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="folds" ref={summary}>
        I cannot pay the full fee
      </summary>
      <p className="muted small space">
        {fees.local.amount} for {fees.local.whom} or {fees.international.amount} for {fees.international.whom}, due only
        after acceptance.
      </p>
      <WaiverFields
        typed={waiver}
        errors={errors}
        prefix="waiver."
        hasOfficer={readers?.hasOfficer}
        change={setWaiver}
      />
      <p className="muted small">Kept on this device until you submit.</p>
      {isTyped && (
        <button
          type="button"
          className="btn text pull"
          onClick={() => {
            setWaiver(NO_WAIVER)
            setOpen(false)
            // The button goes.
            summary.current?.focus()
          }}
        >
          I can pay it after all
        </button>
      )}
    </details>
  )
}

function Part({ title, onEdit, children }: { title: string; onEdit: () => void; children: ReactNode }) {
  return (
    <section className="part" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <button type="button" className="btn text" onClick={onEdit}>
          Change<span className="sr"> {title}</span>
        </button>
      </header>
      {children}
    </section>
  )
}
