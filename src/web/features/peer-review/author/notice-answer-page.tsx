import { type ReactNode, useState } from 'react'
import { NoticeAnswerForm, type NoticeForAuthor } from '../../../../contract/api/notices.ts'
import { type NoticeKind, NOTICES, REMARK_WORDS_MAX } from '../../../../contract/rules/articles/notices.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { Counted } from '../../../ui/counted.tsx'
import { CheckField, TextAreaField } from '../../../ui/field.tsx'
import { FieldError } from '../../../ui/labelled.tsx'
import { Link } from '../../../ui/link.tsx'
import { Signatures } from '../../../ui/signatures.tsx'
import { SendFailure } from '../../../ui/states.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { PageTitle } from '../shared/link-frame.tsx'
import { LinkPage } from '../shared/link-page.tsx'
import { type ActOn, useLink } from '../shared/use-link.ts'

/** The page of an author who is asked whether they agree with a notice about their article. */
export function NoticeAnswerPage({ secret, mark }: { secret: string; mark: (kind: NoticeKind) => ReactNode }) {
  const opened = useLink(secret, () => browserApi.noticeAnswers.open({}))
  return (
    <LinkPage
      secret={secret}
      opened={opened}
      failed="The notice could not be opened"
      whose={({ you }) => `For ${you.name}`}
    >
      {(shown) => <NoticeAnswerView shown={shown} act={opened.act} mark={mark} />}
    </LinkPage>
  )
}

interface Shown {
  shown: NoticeForAuthor
  act: ActOn<NoticeForAuthor>
  mark: (kind: NoticeKind) => ReactNode
}

export function NoticeAnswerView({ shown, act, mark }: Shown) {
  const { you, isOpen, dueOn, articleTitle, articlePath } = shown
  const [changes, setChanges] = useState(false)
  const [moved, setMoved] = useState(false)
  const isAnswered = you.answer !== null && !changes
  return (
    <>
      <p className="eyebrow">{isOpen ? 'Draft of a notice about your article' : 'A notice about your article'}</p>
      <PageTitle key={`${isAnswered}`} moved={moved}>
        {isAnswered ? 'Thank you for your answer' : <TitleText title={articleTitle} />}
      </PageTitle>
      {!isOpen ? (
        <p className="lead">
          Answers were taken until {longDate(dueOn)}.{' '}
          {you.answer === null ? 'The notice says that you did not answer.' : 'Yours is below.'}
        </p>
      ) : isAnswered ? (
        <p className="lead">
          It becomes part of the notice. You can change it until <b>{longDate(dueOn)}</b>, by this same link.
        </p>
      ) : (
        <p className="lead">
          Please tell us by <b>{longDate(dueOn)}</b> whether you agree. Your answer will be part of the notice.
        </p>
      )}
      {isAnswered && <Printed {...you} answer={you.answer!} />}
      <DraftSlip shown={shown} mark={mark} />
      {isOpen && !isAnswered && (
        <AnswerForm
          shown={shown}
          act={act}
          onSent={() => {
            setMoved(true)
            setChanges(false)
          }}
        />
      )}
      {isOpen && isAnswered && (
        <div className="sticky-bar aligned" role="group" aria-label="Your answer">
          <button
            type="button"
            className="btn"
            onClick={() => {
              setMoved(true)
              setChanges(true)
            }}
          >
            Change My Answer
          </button>
        </div>
      )}
      <p className="small">
        <Link to={articlePath}>Read the article as it is now</Link>
      </p>
    </>
  )
}

/** The draft, in the order in which its page will have it. */
function DraftSlip({ shown, mark }: Pick<Shown, 'shown' | 'mark'>) {
  const rows: [string, string][] = [
    ['In one sentence', shown.what],
    ['What is wrong', shown.details],
    ['Why', shown.why],
    ['Who found it', shown.foundBy],
    ['What it changes', shown.effect],
    ['What we do', shown.action],
  ]
  return (
    <article className="draft-slip" aria-labelledby="draft">
      <header>
        {mark(shown.kind)}
        <h2 id="draft">{NOTICES[shown.kind].name}</h2>
        {shown.isOpen && <span className="muted small">not published</span>}
      </header>
      <dl className="qa">
        {rows.map(
          ([question, answer]) =>
            answer && (
              <div key={question}>
                <dt>{question}</dt>
                <dd className="lines">{answer}</dd>
              </div>
            ),
        )}
        <div>
          <dt>Do the authors agree</dt>
          <dd className="muted">
            {shown.authors === 1
              ? 'From your answer'
              : `From the answers of ${shown.authors === 2 ? 'both authors' : `all ${counted(shown.authors, 'author')}`}`}
          </dd>
        </div>
      </dl>
    </article>
  )
}

const WORDS = { agrees: 'I agree', disagrees: 'I disagree' } as const
const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length

function Printed({
  name,
  answer,
  remark,
  mayPrint,
}: {
  name: string
  answer: keyof typeof WORDS
  remark: string | null
  mayPrint: boolean
}) {
  return (
    <div className="will-print">
      <p className="eyebrow">Will be printed as</p>
      <Signatures
        all={[{ name, state: answer === 'agrees' ? 'yes' : 'no', words: answer, remark: mayPrint ? remark : null }]}
      />
      {remark && !mayPrint && <p className="small muted">Your remark is for the editors only.</p>}
    </div>
  )
}

function AnswerForm({ shown: { you, dueOn }, act, onSent }: Pick<Shown, 'shown' | 'act'> & { onSent: () => void }) {
  const initial = {
    answer: you.answer as keyof typeof WORDS | null,
    remark: you.remark ?? '',
    // To be heard is why one writes a remark; it can be unticked.
    mayPrint: you.answer === null ? true : you.mayPrint,
  }
  const [typed, setTyped] = useState(initial)
  const form = useForm({
    schema: NoticeAnswerForm,
    initial,
    draft: { value: typed, change: (changes) => setTyped((before) => ({ ...before, ...changes })) },
    input: (values) => ({ ...values, answer: values.answer ?? undefined }),
    submit: async (answer) => {
      const failed = await act(() => browserApi.noticeAnswers.answer(answer))
      if (failed) throw failed
      onSent()
    },
    onFailure: () => {},
  })
  const { values, set, text, errors, formProps, sending } = form
  const count = wordsIn(values.remark)
  return (
    <>
      <form {...formProps} id="answer" className="answer">
        <fieldset className={errors.answer ? 'bad' : undefined}>
          <legend>Do you agree with this notice?</legend>
          <div className="opts an-c">
            {(Object.keys(WORDS) as (keyof typeof WORDS)[]).map((answer) => (
              <label key={answer} className="opt">
                <input
                  type="radio"
                  name="answer"
                  checked={values.answer === answer}
                  aria-invalid={errors.answer ? true : undefined}
                  aria-describedby={errors.answer ? 'answer-error' : undefined}
                  onChange={() => set('answer', answer)}
                />
                <b>{WORDS[answer]}</b>
              </label>
            ))}
          </div>
          <FieldError id="answer-error" error={errors.answer} />
        </fieldset>
        <TextAreaField
          {...text('remark')}
          label="Your remark (optional)"
          hint="Say if a fact is wrong."
          under={<Counted count={count} most={REMARK_WORDS_MAX} of="words" />}
        />
        <CheckField name="mayPrint" checked={values.mayPrint} onChange={(checked) => set('mayPrint', checked)}>
          Print my remark with the notice
        </CheckField>
        {values.answer && (
          <Printed
            name={you.name}
            answer={values.answer}
            remark={values.remark.trim() || null}
            mayPrint={values.mayPrint}
          />
        )}
        <SendFailure form={form} stays="Please keep this page open and try again." />
      </form>
      <div className="sticky-bar aligned" role="group" aria-label="Your answer">
        <p className="muted small fill">You can change it until {longDate(dueOn)}.</p>
        <button form="answer" className="btn solid" aria-disabled={sending}>
          {sending ? 'Sending...' : 'Send My Answer'}
        </button>
      </div>
    </>
  )
}
