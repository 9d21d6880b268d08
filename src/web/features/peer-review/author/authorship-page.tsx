import { besidePages, QueryToAnswer } from '../shared/proof-query.tsx'
import type { ProofQuery } from '../../../../contract/api/proof-queries.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { Check, Circle, Download, TriangleAlert } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { journal } from '../../../../contract/journal.ts'
import { AuthorAnswerForm, type Authorship } from '../../../../contract/api/authorship.ts'
import { ANSWER_WORDS, type ConfirmationState } from '../../../../contract/rules/peer-review/authorship.ts'
import { AUTHOR_STAGES } from '../../../../contract/rules/peer-review/author-stage.ts'
import { doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { creditInWords, type CreditRole } from '../../../../contract/rules/people/credit.ts'
import { numberedAffiliations } from '../../../../contract/rules/people/affiliations.ts'
import { joinNames } from '../../../../contract/rules/people/author-names.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { download } from '../../../ui/download.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { CheckField, TextAreaField } from '../../../ui/field.tsx'
import { PrivatePdf } from '../../../ui/files/private-pdf.tsx'
import { Link } from '../../../ui/link.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { WebAddress } from '../../../ui/web-address.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { CreditRoles } from '../../../site/people/credit-fields.tsx'
import { PageTitle } from '../shared/link-frame.tsx'
import { LinkPage } from '../shared/link-page.tsx'
import { type ActOn, useLink } from '../shared/use-link.ts'
import { interestsFault, OwnInterests, type TypedInterests, typedInterests } from './own-interests.tsx'
import { OrcidByLink, useProvenOrcid } from './orcid-by-link.tsx'

/** The page of someone who is named as an author: whether that is right, and where the manuscript is. */
export function AuthorshipPage({ secret }: { secret: string }) {
  const opened = useLink(secret, () => browserApi.authorship.open({}))
  const { shown, sending, act } = opened
  useProvenOrcid(shown !== null, act)
  return (
    <LinkPage
      secret={secret}
      opened={opened}
      failed="The manuscript could not be opened"
      whose={({ you }) => `For ${you.fullName}`}
    >
      {(seen) => <AuthorshipView shown={seen} sending={sending} act={act} />}
    </LinkPage>
  )
}

interface Shown {
  shown: Authorship
  sending: boolean
  act: ActOn<Authorship>
}

export function AuthorshipView(props: Shown) {
  const { shown } = props
  const { you, mayAnswer } = shown
  const [asksAgain, setAsksAgain] = useState<'confirmed' | 'declined' | null>(null)
  const [credit, setCredit] = useState<readonly CreditRole[]>(you.credit)
  const [interests, setInterests] = useState<TypedInterests>(() => typedInterests(you.competingInterests))
  const [interestsError, setInterestsError] = useState<string>()
  const question = useRef<HTMLDivElement>(null)
  const key = `${mayAnswer} ${you.state} ${you.answeredOn} ${asksAgain}`
  const first = useRef(key)
  const left = useRef(false)
  if (key !== first.current) left.current = true
  const moved = left.current
  if (mayAnswer && asksAgain === 'declined') {
    return <SayWhy key={key} {...props} moved={moved} onClose={() => setAsksAgain(null)} />
  }
  const asksInterests = shown.mayStateRoles && you.place !== null
  const confirm = async () => {
    const wrong = asksInterests ? interestsFault(interests) : undefined
    if (wrong) {
      setInterestsError(wrong)
      question.current?.querySelector<HTMLElement>(interests.answer === 'text' ? 'textarea' : 'input')?.focus()
      return
    }
    await props.act(() =>
      browserApi.authorship.answer({
        digest: shown.digest ?? '',
        answer: 'confirmed',
        ...(shown.mayStateRoles ? { credit: [...credit] } : {}),
        ...(asksInterests ? { competingInterests: interests.answer === 'none' ? '' : interests.text } : {}),
      }),
    )
    setAsksAgain(null)
  }
  const isOpen = you.state === 'asked' || you.state === 'waived' || asksAgain === 'confirmed'
  return (
    <Fragment key={key}>
      <Heading shown={shown} isOpen={isOpen} moved={moved} />
      <Waiting shown={shown} />
      <section aria-labelledby="list">
        <h2 id="list">
          {shown.before
            ? 'The list that is proposed'
            : isOpen || !mayAnswer
              ? 'The list as it will be printed'
              : 'The list of authors'}
        </h2>
        <Printed {...shown} />
        {!isOpen && <Answers shown={shown} />}
      </section>
      {shown.before && (
        <section aria-labelledby="before">
          <h2 id="before">The list as it is now</h2>
          <Printed title={shown.title} authors={shown.before} />
        </section>
      )}
      {shown.mayStateRoles && you.place !== null && (isOpen || you.state === 'declined' || you.credit.length > 0) && (
        <OwnRoles shown={shown} isOpen={isOpen} credit={credit} onChange={setCredit} />
      )}
      {asksInterests && (isOpen || you.state === 'declined') && (
        <div ref={question}>
          <OwnInterests
            interests={interests}
            error={interestsError}
            onChange={(next) => {
              setInterests(next)
              setInterestsError(undefined)
            }}
          />
        </div>
      )}
      {asksInterests && !isOpen && you.state !== 'declined' && you.competingInterests !== null && (
        <section aria-labelledby="interests">
          <h2 id="interests">Your competing interests</h2>
          <p className="lines">{you.competingInterests || 'None.'}</p>
        </section>
      )}
      {shown.mayConnectOrcid && you.place !== null && <OrcidByLink you={you} />}
      <Where shown={shown} />
      {mayAnswer && (
        <div className="sticky-bar aligned" role="group" aria-label="Your answer">
          {isOpen || you.state === 'declined' ? (
            <>
              <button type="button" className="btn" onClick={() => setAsksAgain('declined')}>
                {isOpen
                  ? shown.before || you.place === null
                    ? 'No, I do not agree'
                    : 'No, it is not right'
                  : 'Change What You Said'}
              </button>
              <button type="button" className="btn solid" aria-disabled={props.sending} onClick={() => void confirm()}>
                {props.sending
                  ? 'Sending...'
                  : isOpen
                    ? shown.before || you.place === null
                      ? 'Yes, I agree'
                      : 'Yes, this is my work'
                    : 'It is right after all'}
              </button>
            </>
          ) : (
            <button type="button" className="btn" onClick={() => setAsksAgain('confirmed')}>
              Change My Answer
            </button>
          )}
        </div>
      )}
    </Fragment>
  )
}

/** The title of the manuscript while its authors are asked, and afterwards what they have answered. */
function Heading({ shown, isOpen, moved }: { shown: Authorship; isOpen: boolean; moved: boolean }) {
  const { title, you, authors, before, submitter, number, mayAnswer, mayStateRoles } = shown
  const isAnswered = (mayAnswer || before !== null) && !isOpen && you.state !== null
  const hasDeclined = you.state === 'declined'
  return (
    <>
      {!isAnswered && (
        <p className="eyebrow">
          {before
            ? 'Another list of authors is proposed'
            : you.place === null
              ? 'You are no longer named as an author'
              : 'You are named as an author'}
        </p>
      )}
      <PageTitle moved={moved}>
        {!isAnswered ? (
          <TitleText title={title} />
        ) : hasDeclined ? (
          before ? (
            'Thank you for telling us'
          ) : (
            'Thank you for telling us. Review is on hold.'
          )
        ) : before ? (
          'Thank you. You agree to the change.'
        ) : (
          'Thank you. You have confirmed the list.'
        )}
      </PageTitle>
      {isAnswered && (
        <p className="lead">
          {!hasDeclined
            ? before
              ? 'The list that is proposed counts once everybody whom it concerns has agreed.'
              : 'We ask you again only if a name, the order or the corresponding author changes.'
            : you.isReasonShared
              ? `The editors and ${submitter} know that you said no, and why.`
              : `The editors and ${submitter} know that you said no. Only the editors read why.`}
          {hasDeclined && !before && ' Nothing goes on until the list is changed or the manuscript is withdrawn.'}
        </p>
      )}
      {isAnswered && hasDeclined && you.reason && <p className="letter lines editor-lines">{you.reason}</p>}
      {isOpen && mayAnswer && (
        <p className="lead">
          {you.place === null
            ? before
              ? `${submitter} proposes a list that no longer names you. Do you agree?`
              : 'The list of authors no longer names you. Do you agree?'
            : before
              ? `${submitter} proposes a list with you as author ${you.place} of ${authors.length}. Do you agree?`
              : `You are author ${you.place} of ${authors.length}. Is that right${mayStateRoles ? ', and what did you do' : ''}?`}
        </p>
      )}
      <Facts
        className="when"
        rows={[
          ['Sent by', submitter],
          ['Number', number && `${journal().abbreviation} ${number}`],
          ['You are', (isOpen && mayAnswer) || you.place === null ? null : `author ${you.place} of ${authors.length}`],
        ]}
      />
    </>
  )
}

/** What the author can read now: a proof that waits, or the published article. */
function Waiting({ shown: { proof, article, submitter } }: { shown: Authorship }) {
  if (article) {
    return (
      <section aria-labelledby="article">
        <h2 id="article">Your article is published</h2>
        <p className="buttons">
          <Link className="btn solid" to={article.path}>
            Read the Article
          </Link>
        </p>
        {article.doi && (
          <p>
            <a href={doiUrl(article.doi)}>
              <WebAddress>{doiUrl(article.doi)}</WebAddress>
            </a>
          </p>
        )}
      </section>
    )
  }
  return (
    proof && (
      <section aria-labelledby="proof">
        <h2 id="proof">The proof</h2>
        <p>
          Please read every page: names, affiliations, figures, tables and plant names. {submitter} answers for all
          authors by {longDate(proof.dueOn)}; please tell them what is wrong.
        </p>
        <p className="buttons">
          <button type="button" className="btn" onClick={() => void download(openProof, 'proof.pdf')}>
            <Download className="ic" aria-hidden="true" />
            Download the PDF
          </button>
        </p>
        <ProofByLink proof={proof} />
      </section>
    )
  )
}

const openProof = () => browserApi.authorship.proof({})

/** The pages with the questions beside them, which those answer who have confirmed the list. */
function ProofByLink({ proof: { sentOn } }: { proof: NonNullable<Authorship['proof']> }) {
  const { answer: opened } = useAnswer(openProof, sentOn)
  const [answered, setAnswered] = useState<ProofQuery[] | null>(null)
  const queries = answered ?? opened?.queries ?? []
  return (
    <>
      {queries.length > 0 && (
        <p>
          The editor has put {counted(queries.length, 'question')} at passages of the proof.{' '}
          {opened?.mayAnswer
            ? 'You can answer here, for all authors.'
            : 'Once you have confirmed the list, you can answer.'}
        </p>
      )}
      <div className="proof-pages">
        <PrivatePdf
          url={sentOn}
          name="Pages of the proof"
          open={openProof}
          beside={besidePages(queries, (query) => (
            <QueryToAnswer
              key={query.position}
              query={query}
              draftKey={`journal:query:${opened?.proofId ?? ''}:${query.position}`}
              mayAnswer={opened?.mayAnswer ?? false}
              send={async (answer) => {
                const { proofId } = opened!
                setAnswered(
                  (await browserApi.authorship.answerQuery({ proofId, position: query.position, answer })).queries,
                )
              }}
            />
          ))}
        />
      </div>
    </>
  )
}

/** What the reader did, as they state it, and as it was stated. */
function OwnRoles({
  shown: { you, submitter },
  isOpen,
  credit,
  onChange,
}: {
  shown: Authorship
  isOpen: boolean
  credit: readonly CreditRole[]
  onChange: (credit: CreditRole[]) => void
}) {
  const suggested = you.creditSaidBy === 'person' ? [] : you.credit
  const printed = isOpen ? credit : you.credit
  return (
    <section aria-labelledby="did">
      <h2 id="did">{isOpen ? 'What did you do?' : 'What you did'}</h2>
      {isOpen && (
        <>
          <p className="muted">
            Tick all that apply.{' '}
            {suggested.length > 0 &&
              `${you.creditSaidBy === 'editor' ? 'The editors' : submitter} suggested ${suggested.length === 1 ? 'one' : suggested.length}.`}
          </p>
          <CreditRoles credit={credit} suggested={suggested} onChange={onChange} />
        </>
      )}
      {printed.length > 0 && (
        <div className="printed">
          <p className="small muted">{isOpen ? 'Will be printed as' : 'As it will be printed'}</p>
          <p>
            <strong>{you.fullName}</strong> {creditInWords(printed)}.
          </p>
        </div>
      )}
    </section>
  )
}

/** Title and authors in the label in which they are printed, the reader’s own name marked. */
function Printed({ title, authors }: Pick<Authorship, 'title' | 'authors'>) {
  const { affiliations, numbers } = numberedAffiliations(authors)
  const several = affiliations.length > 1
  const own = authors.findIndex(({ isYou }) => isYou)
  const corresponding = authors.filter(({ role }) => role === 'Corresponding Author').map(({ fullName }) => fullName)
  const isOwn = (index: number) => own >= 0 && numbers[own]!.includes(index + 1)
  return (
    <div className="printed">
      <p className="printed-title">
        <TitleText title={title} />
      </p>
      <p>
        {authors.map(({ fullName, isYou }, index) => (
          <Fragment key={index}>
            {index > 0 && (index === authors.length - 1 ? ' and ' : ', ')}
            {isYou ? <strong>{fullName}</strong> : fullName}
            {several && <sup>{numbers[index]!.join(',')}</sup>}
          </Fragment>
        ))}
      </p>
      {affiliations.map(({ line }, index) => (
        <p className="small" key={line}>
          {several && <sup>{index + 1}</sup>} {isOwn(index) ? <strong>{line}</strong> : line}
        </p>
      ))}
      {corresponding.length > 0 && (
        <p className="small">
          Corresponding {corresponding.length === 1 ? 'author' : 'authors'}: {joinNames(corresponding)}
        </p>
      )}
    </div>
  )
}

const MARKS: Record<ConfirmationState, typeof Check> = {
  asked: Circle,
  confirmed: Check,
  declined: TriangleAlert,
  waived: Check,
}

/** What each of the authors has answered; of the list as it is now, those who are no longer on the other one. */
function Answers({ shown: { authors, before, you } }: { shown: Authorship }) {
  return (
    <ul className="signed rows" role="list">
      {[...authors, ...(before ?? [])].map(({ fullName, isYou, state }, index) => {
        const Mark = state && MARKS[state]
        return (
          Mark && (
            <li key={index} className="spread">
              <span>{fullName}</span>
              <span className="aligned small muted">
                <Mark className="ic" aria-hidden="true" />
                {ANSWER_WORDS[state]}
                {isYou && you.answeredOn && `, ${longDate(you.answeredOn)}`}
              </span>
            </li>
          )
        )
      })}
    </ul>
  )
}

/** Where the manuscript is, and its way to publication. */
function Where({ shown: { stage, next, steps } }: { shown: Authorship }) {
  return (
    <section aria-labelledby="where">
      <h2 id="where">Where the manuscript is</h2>
      <p>
        <strong>{AUTHOR_STAGES[stage]}.</strong> {next}
      </p>
      <ol className="timeline" role="list">
        {steps.map(({ title, note, state }) => (
          <li
            key={title}
            className={state === 'ahead' ? undefined : 'filled'}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className="on">{note}</span>
            <p>{state === 'now' ? <strong>{title}</strong> : title}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A 'no' needs a sentence, by which the editors know what to do. */
function SayWhy({
  shown: { digest, submitter, you, before },
  sending,
  act,
  moved,
  onClose,
}: Shown & { moved: boolean; onClose: () => void }) {
  const { values, text, set, formProps } = useForm({
    schema: AuthorAnswerForm,
    initial: { digest: digest ?? '', answer: 'declined', reason: you.reason ?? '', isReasonShared: you.isReasonShared },
    submit: async (answer) => {
      const failed = await act(() => browserApi.authorship.answer(answer))
      if (failed) throw failed
      onClose()
    },
    onFailure: () => {},
  })
  return (
    <>
      <PageTitle moved={moved}>What is not right?</PageTitle>
      <p className="lead">
        The editors and {submitter} hear at once that you disagree.{' '}
        {before ? 'The list then stays as it is.' : 'You can change your answer on this page at any time.'}
      </p>
      <form {...formProps} id="why" className="answer">
        <TextAreaField
          {...text('reason')}
          label="What is not right?"
          hint="For example: I took no part in this work. Someone is missing. The order is not right. I have not seen the manuscript."
        />
        <CheckField
          name="isReasonShared"
          checked={values.isReasonShared}
          onChange={(checked) => set('isReasonShared', checked)}
        >
          {submitter} may read this. Otherwise only the editors do.
        </CheckField>
      </form>
      <div className="sticky-bar aligned" role="group" aria-label="Your answer">
        <button type="button" className="btn" onClick={onClose}>
          Back
        </button>
        <button form="why" className="btn solid" aria-disabled={sending}>
          {sending ? 'Sending...' : 'Send to the Editors'}
        </button>
      </div>
    </>
  )
}
