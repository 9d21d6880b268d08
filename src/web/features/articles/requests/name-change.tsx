import { useEffect, useState } from 'react'
import { z } from 'zod'
import { type NameChange, NameProposal } from '../../../../contract/api/name-changes.ts'
import { RequestAnswer } from '../../../../contract/api/requests.ts'
import { PDF_FATE_WORDS } from '../../../../contract/rules/articles/name-changes.ts'
import { REQUEST_TEXT_MAX } from '../../../../contract/rules/articles/requests.ts'
import { abbreviations, wordsAsText, wordsIn } from '../../../../contract/rules/people/abbreviated.ts'
import { splitName } from '../../../../contract/rules/people/author-names.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { browserApi } from '../../../client/api.ts'
import { Counted } from '../../../ui/counted.tsx'
import { CheckField, Field, SelectField, TextAreaField } from '../../../ui/field.tsx'
import { type UploadedFile, useUploads } from '../../../ui/files/use-uploads.ts'
import { FieldError } from '../../../ui/labelled.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { useForm } from '../../../ui/use-form.ts'
import { FinalPdf } from '../editorial-desk/final-pdf.tsx'
import { Refused } from '../editorial-desk/part.tsx'

/** The change of an author's name, on the page of its request. `onDone` gets the request read again. */
export function NameChangeDesk({ requestId, onDone }: { requestId: string; onDone: () => Promise<void> }) {
  const { answer, failed, tryAgain } = useAnswer(() => browserApi.nameChanges.read({ id: requestId }), requestId)
  const [change, setChange] = useState<NameChange | null>(null)
  useEffect(() => setChange(answer), [answer])
  if (failed)
    return (
      <Failure message="The articles of the person could not be loaded.">
        <TryAgain onClick={tryAgain} />
      </Failure>
    )
  if (!change) return <SkeletonLines widths={[40, 100, 100]} />
  const show = async (next: NameChange) => {
    setChange(next)
    await onDone()
  }
  return (
    <>
      <Asked change={change} />
      {change.state === 'agreed' && <CarryOut key={change.version} change={change} onDone={show} />}
      {(change.state === null || change.state === 'refused') && (
        <Propose change={change} onChange={setChange} onDone={show} />
      )}
      {(change.state === 'asked' || change.state === 'agreed') && (
        <details className="space">
          <summary>Propose something else</summary>
          <Propose change={change} onChange={setChange} onDone={show} />
        </details>
      )}
    </>
  )
}

const STATES: Record<NonNullable<NameChange['state']>, string> = {
  asked: 'The person has been asked by email and has not answered yet. Nothing has been changed.',
  agreed: 'The person agrees. Carry it out below.',
  refused: 'The person does not agree. Nothing has been changed; you can propose something else.',
  done: 'The name was changed everywhere. What it was is not kept.',
}

function Asked({ change: { state, proposal } }: { change: NameChange }) {
  if (state === null) return null
  return (
    <Section title="The new name">
      {proposal && <p className="letter">{proposal.name.fullName}</p>}
      <p role="status">{STATES[state]}</p>
    </Section>
  )
}

/** Who it is, in which articles, and what is written instead. */
function Propose({
  change,
  onChange,
  onDone,
}: {
  change: NameChange
  onChange: (change: NameChange) => void
  onDone: (change: NameChange) => Promise<void>
}) {
  const { people, proposal, requestId, version } = change
  const [first, setFirst] = useState('')
  const form = useForm({
    schema: NameProposal,
    initial: {
      'name.familyName': proposal?.name.familyName ?? '',
      'name.givenNames': proposal?.name.givenNames ?? '',
      'name.fullName': '',
      'name.email': proposal?.name.email ?? '',
      words: wordsAsText(proposal?.words ?? []),
      contributorIds: proposal?.contributorIds ?? people.filter(({ isSame }) => isSame).map((one) => one.contributorId),
    },
    input: (typed) => ({
      name: {
        ...{ familyName: typed['name.familyName'], givenNames: typed['name.givenNames'] },
        ...{ fullName: typed['name.fullName'], email: typed['name.email'].trim() || null },
      },
      ...{ contributorIds: typed.contributorIds, words: wordsIn(typed.words) },
    }),
    submit: async (sent) => onDone(await browserApi.nameChanges.propose({ id: requestId, version, ...sent })),
    onFailure: () => {},
  })
  const { values, errors } = form
  const errorAt = (field: string) => Object.entries(errors).find(([path]) => path.split('.')[0] === field)?.[1]

  const look = async (contributorId: string) => {
    setFirst(contributorId)
    const found = await browserApi.nameChanges.read({ id: requestId, contributorId }).catch(() => null)
    if (!found) return
    onChange(found)
    form.set('contributorIds', found.people.filter(({ isSame }) => isSame).map((one) => one.contributorId)) // prettier-ignore
  }
  const suggest = () => {
    const person = people.find(({ contributorId }) => values.contributorIds.includes(contributorId))
    if (!person) return
    const { family, given } = splitName(person.name)
    const next = { familyName: values['name.familyName'], givenNames: values['name.givenNames'] || null }
    form.set('words', wordsAsText(abbreviations({ familyName: family, givenNames: given || null }, next)))
  }
  const isKnown = people.some(({ isSame }) => isSame)
  return (
    <Section title="Change the name">
      <p className="space">
        The name is changed in every version, file and record, without a notice and without a trace for readers. The
        person agrees by link to exactly what you propose
        {change.asksAt && <>, at {change.asksAt}</>}.
      </p>
      {!isKnown && (
        <SelectField
          name="first"
          label="Which author of this article is it?"
          placeholder="Please choose"
          options={people.map(({ contributorId, name }) => ({ value: contributorId, label: name }))}
          value={first}
          onChange={(id) => void look(id)}
        />
      )}
      <form {...form.formProps} aria-label="Change the name">
        {isKnown && (
          <fieldset className="field space">
            <legend className="lab">In these articles</legend>
            {people.map(({ contributorId, name, article }) => (
              <CheckField
                key={contributorId}
                name={`contributor-${contributorId}`}
                checked={values.contributorIds.includes(contributorId)}
                onChange={(isChosen) =>
                  form.set(
                    'contributorIds',
                    isChosen
                      ? [...values.contributorIds, contributorId]
                      : values.contributorIds.filter((id) => id !== contributorId),
                  )
                }
              >
                <TitleText title={article.title} /> <span className="muted">as {name}</span>
              </CheckField>
            ))}
            <FieldError id="contributors-error" error={errorAt('contributorIds')} />
          </fieldset>
        )}
        <div className="two">
          <Field {...form.text('name.familyName')} label="New family name" autoComplete="off" maxLength={99} />
          <Field {...form.text('name.givenNames')} label="New given names" autoComplete="off" maxLength={99} />
        </div>
        <div className="two">
          <Field
            {...form.text('name.fullName')}
            label="As printed (optional)"
            hint="Where the family name comes first."
            autoComplete="off"
            maxLength={200}
          />
          <Field
            {...form.text('name.email')}
            label="New email (optional)"
            hint="If the address names the person."
            type="email"
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <TextAreaField
          {...form.text('words')}
          error={errorAt('words')}
          label="Abbreviated forms (optional)"
          hint="One on each line: Malik A → Rahimi Z. The name in full is found without them. Leave out what another author of the article is called too."
        />
        <p className="buttons">
          <button type="button" className="btn" onClick={suggest}>
            Suggest Forms
          </button>
          <button type="submit" className="btn solid" aria-disabled={form.sending}>
            {form.sending ? 'Sending...' : 'Ask the Person'}
          </button>
        </p>
      </form>
      <Refused failure={form.failure} />
    </Section>
  )
}

/** The upload in place of a PDF, that there is none, or no answer yet. */
type PdfAnswers = Readonly<Record<string, string | null | undefined>>

/** What the editor decides about PDFs, and the letter to the person. */
function CarryOut({ change, onDone }: { change: NameChange; onDone: (change: NameChange) => Promise<void> }) {
  const { pdfs, people, requestId, version } = change
  const [answers, setAnswers] = useState<PdfAnswers>({})
  const uploaded = pdfs.filter(({ fate }) => fate === 'uploaded')
  const isMissing = uploaded.some(({ fileId }) => answers[fileId] === undefined)
  const form = useForm({
    schema: z.strictObject({ answer: RequestAnswer.shape.answer }),
    initial: { answer: '' },
    also: () => (isMissing ? { pdfs: 'Please upload a PDF for each, or say that there is none' } : {}),
    submit: async ({ answer }) => {
      const given = uploaded.map(({ fileId }) => ({ fileId, url: answers[fileId] ?? null }))
      await onDone(await browserApi.nameChanges.carryOut({ id: requestId, version, answer, pdfs: given }))
    },
    onFailure: () => {},
  })
  const titleOf = (id: string) => people.find(({ article }) => article.id === id)?.article.title ?? 'The article'
  return (
    <Section title="Carry it out">
      <form {...form.formProps} aria-label="Carry it out">
        {pdfs.length > 0 && (
          <ul role="list" className="space">
            {pdfs.map((pdf) => (
              <li key={pdf.fileId} className="space">
                <p>
                  <Link to={paths.article(pdf.articleId)}>
                    <TitleText title={titleOf(pdf.articleId)} />
                  </Link>
                  , version {pdf.versions.join(', ')}
                </p>
                <p className="muted small">{PDF_FATE_WORDS[pdf.fate]}</p>
                {pdf.fate === 'uploaded' && (
                  <NewPdf
                    label={`PDF of ${plainTitle(titleOf(pdf.articleId))}, version ${pdf.versions.join(', ')}`}
                    isNone={answers[pdf.fileId] === null}
                    onChange={(url) => {
                      setAnswers((before) => ({ ...before, [pdf.fileId]: url }))
                      form.clear('pdfs')
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        <FieldError id="pdfs-error" error={form.errors.pdfs} />
        <TextAreaField
          {...form.text('answer')}
          label="Letter to the person"
          under={<Counted count={form.values.answer.trim().length} most={REQUEST_TEXT_MAX} of="characters" />}
        />
        <button type="submit" className="btn solid" aria-disabled={form.sending}>
          {form.sending ? 'Changing it everywhere...' : 'Change It Everywhere'}
        </button>
      </form>
      <Refused failure={form.failure} />
    </Section>
  )
}

function NewPdf({
  label,
  isNone,
  onChange,
}: {
  label: string
  isNone: boolean
  onChange: (url: string | null | undefined) => void
}) {
  const [hasNone, setNone] = useState(isNone)
  const uploads = useUploads([], (files: UploadedFile[]) => {
    if (!hasNone) onChange(files[0]?.url)
  })
  return (
    <>
      {!hasNone && <FinalPdf uploads={uploads} error={undefined} onChange={() => {}} label={label} />}
      <CheckField
        name={`none-${label}`}
        checked={hasNone}
        onChange={(isChosen) => {
          setNone(isChosen)
          const [own] = uploads.items.flatMap((item) => (item.state === 'success' ? [item.url] : []))
          onChange(isChosen ? null : own)
        }}
      >
        There is none with the new name: take this PDF away
      </CheckField>
    </>
  )
}
