import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { ArrowLeft } from 'lucide-react'
import { journal } from '../../../../contract/journal.ts'
import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import { REQUEST_DAYS } from '../../../../contract/rules/articles/requests.ts'
import type { SuggestionKind } from '../../../../contract/rules/peer-review/reviewer-suggestions.ts'
import { sumOfAnswers } from '../../../../contract/rules/peer-review/authorship.ts'
import { joinNames } from '../../../../contract/rules/people/author-names.ts'
import { paths, policyPath } from '../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { AUTHOR_STAGES, type AuthorStage } from '../../../../contract/rules/peer-review/author-stage.ts'
import { browserApi } from '../../../client/api.ts'
import { Facts } from '../../../ui/facts.tsx'
import { DownloadFile } from '../../../ui/download.tsx'
import { Link } from '../../../ui/link.tsx'
import { toast } from '../../../ui/toast.ts'
import { Chip } from '../../../ui/chip.tsx'
import { StepMark } from '../../../ui/step-mark.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { AuthorAnswers } from '../shared/author-answers.tsx'
import { MessageForm, Messages } from '../shared/messages.tsx'
import { AllowReviews } from './allow-reviews.tsx'
import { AskForTime } from './ask-for-time.tsx'
import { ChangeForm } from './change-form.tsx'
import { FeePart } from './fee-part.tsx'
import { Grievances } from './grievances.tsx'
import { EarlierLetters, LetterPart, ReportsPart, Paragraphs } from './letters.tsx'
import { Section, Timeline } from '../../../ui/section.tsx'
import { ProofPart } from './proof.tsx'
import { AuthorProposalPart, RevisionForm } from './revision-form.tsx'
import { Withdraw } from './withdraw.tsx'
import { draftKey } from '../shared/unsent-form.tsx'
import { Sentence } from './needs-you.tsx'

/** An author's own manuscript: where it is, what they may do now, and what has happened. */
export function ManuscriptView({ manuscript: loaded, userId }: { manuscript: Manuscript; userId: string }) {
  const [manuscript, setManuscript] = useState(loaded)
  const [isChanging, setChanging] = useState(false)
  useEffect(() => setManuscript(loaded), [loaded])
  const status = useRef<HTMLElement>(null)
  /** What was sent may have taken its form away: the reader is led to what follows from it. */
  const onChanged = (next: Manuscript) => {
    setManuscript(next)
    if (next.status.sentence === manuscript.status.sentence && next.status.note === manuscript.status.note) return
    requestAnimationFrame(() => {
      status.current?.scrollIntoView({ block: 'center' })
      status.current?.focus({ preventScroll: true })
    })
  }
  const { id, letters, proof, may, stage } = manuscript
  const [letter, ...earlier] = letters
  const parts = { manuscript, userId, onChanged }
  const isProofNow = stage === 'proof' || stage === 'accepted'
  return (
    <div className="manuscript">
      <StatusHead manuscript={manuscript} status={status} />
      <div className="with-side">
        <div>
          {proof && isProofNow && <ProofPart key={proof.id} proof={proof} {...parts} />}
          <AuthorProposalPart manuscript={manuscript} onChanged={onChanged} />
          {letter && <LetterPart letter={letter} latinNames={manuscript.latinNames} />}
          {may.revise ? (
            <>
              <RevisionForm key={letters.length} {...parts} />
              <AskForTime {...parts} />
            </>
          ) : (
            letter && <ReportsPart reports={letter.reports} latinNames={manuscript.latinNames} />
          )}
          {stage === 'declined' && <Grievances kind="appeal" {...parts} />}
          {may.submitAgain && (
            <Section title="Submit Again">
              <p>
                If you have answered the reasons in the letter, you may send the work as a new manuscript. It will be
                linked to this one.
              </p>
              <div className="buttons">
                <Link className="btn" to={`${paths.submit}?previous=${id}`}>
                  Submit Again
                </Link>
              </div>
            </Section>
          )}
          {isChanging ? (
            <ChangeForm manuscript={manuscript} onChanged={onChanged} onClose={() => setChanging(false)} />
          ) : (
            may.change && (
              <Section title="While you wait">
                <p>
                  Found a mistake? You can change your manuscript and its files until the editor has finished the
                  initial check.
                </p>
                <div className="buttons">
                  <button type="button" className="btn" onClick={() => setChanging(true)}>
                    Change Manuscript
                  </button>
                </div>
              </Section>
            )
          )}
          {stage === 'published' && (
            <Section title="Is something wrong?">
              <p>The editors answer within {counted(REQUEST_DAYS, 'day')}.</p>
              <div className="buttons">
                <Link className="btn" to={paths.ownRequests(id)}>
                  Ask for a Correction
                </Link>
              </div>
            </Section>
          )}
          <AllowReviews manuscript={manuscript} onChanged={onChanged} />
          {manuscript.number !== null && <FeePart id={id} userId={userId} />}
          <MessagesPart {...parts} />
          <Section title="History">
            <Timeline entries={manuscript.history.map(({ on, text }) => ({ at: on, day: longDate(on), text }))} />
            <p className="muted small">
              Read about each stage: <Link to={policyPath('peer-review')}>Peer Review Process</Link>.
            </p>
          </Section>
          <EarlierLetters letters={earlier} latinNames={manuscript.latinNames} />
          {stage !== 'declined' && <Grievances kind="appeal" {...parts} />}
        </div>
        <ManuscriptFacts manuscript={manuscript} />
      </div>
      <Grievances kind="complaint" {...parts} />
      {may.withdraw && <Withdraw {...parts} />}
    </div>
  )
}

/** Dates, versions with their files, and whom the authors suggested. */
function ManuscriptFacts({ manuscript }: { manuscript: Manuscript }) {
  const { id, receivedOn, category, versions, suggestions, authorAnswers } = manuscript
  const named = (kind: SuggestionKind) =>
    joinNames(suggestions.filter((one) => one.kind === kind).map(({ fullName }) => fullName))
  const rows: [string, ReactNode][] = [
    ['Received', longDate(receivedOn)],
    ['Category', category],
    ['Authors agree', authorAnswers.length > 1 && <FoldedAnswers answers={authorAnswers} />],
    ...versions.map(({ number, submittedOn, files, reply }): [string, ReactNode] => [
      `Version ${number}`,
      <div key={number}>
        {longDate(submittedOn)}
        {files.map((file) => (
          <DownloadFile key={file.url} file={file}>
            {file.name}
          </DownloadFile>
        ))}
        {reply && (
          <details>
            <summary>Your reply</summary>
            <Paragraphs text={reply} />
          </details>
        )}
      </div>,
    ]),
    ['You suggested', named('suggest')],
    ['Excluded', named('oppose')],
  ]
  return (
    <aside className="ms-facts" aria-label="Manuscript">
      <h2>Manuscript</h2>
      <Facts rows={rows} />
      <p>
        <Link className="btn text pull" to={paths.article(id)}>
          Preview as an Article
        </Link>
      </p>
      <p className="muted small">
        {suggestions.length > 0 && 'Only the editor sees your suggestions. '}
        Questions? <a href={`mailto:${journal().contact.email}`}>{journal().contact.email}</a>
      </p>
    </aside>
  )
}

/** A long list is folded to its sum; who disagrees stays in sight. */
function FoldedAnswers({ answers }: { answers: Manuscript['authorAnswers'] }) {
  const { disagreeing, others, inWords, isFolded } = sumOfAnswers(answers)
  return (
    <>
      {disagreeing.length > 0 && <AuthorAnswers answers={disagreeing} />}
      <details open={!isFolded}>
        <summary>{inWords}</summary>
        {others.length > 0 && <AuthorAnswers answers={others} />}
      </details>
    </>
  )
}

/** The messages between the author and the editor, and the next one. */
function MessagesPart({
  manuscript: { id, messages, may },
  userId,
  onChanged,
}: {
  manuscript: Manuscript
  userId: string
  onChanged: (manuscript: Manuscript) => void
}) {
  if (!may.sendMessage && !messages.length) return null
  return (
    <Section title="Messages">
      <Messages
        messages={messages.map(({ from, text, at }) => ({
          ...{ from, at, by: from === 'author' ? 'You' : 'The editor' },
          text: <Paragraphs text={text} />,
        }))}
      />
      {may.sendMessage && (
        <MessageForm
          draftKey={draftKey(userId, `${id}:message`)}
          label="Write to the editor"
          send={(text) => browserApi.manuscripts.sendMessage({ id, text })}
          onSent={(next) => {
            toast.success('Your message has been sent')
            onChanged(next)
          }}
        />
      )}
    </Section>
  )
}

const CHIPS: Record<AuthorStage, Parameters<typeof Chip>[0]['kind']> = {
  editor: 'pending',
  review: 'pending',
  revision: 'draft',
  proof: 'draft',
  accepted: 'published',
  published: 'published',
  declined: 'rejected',
  withdrawn: 'rejected',
  archived: 'archived',
}

/** Title, the one sentence that matters now, and the way of the manuscript as a sprig. */
function StatusHead({ manuscript, status: place }: { manuscript: Manuscript; status: Ref<HTMLElement> }) {
  const { title, number, authors, stage, status, steps } = manuscript
  return (
    <>
      <header className="ms-head">
        <p>
          <Link className="btn text pull" to={paths.dashboard}>
            <ArrowLeft className="ic" aria-hidden="true" />
            My Articles
          </Link>
        </p>
        <h1>
          <TitleText title={title} />
        </h1>
        <p className="muted small">
          {number && `${journal().abbreviation} ${number} · `}
          {authors}
        </p>
      </header>
      <section className="part" aria-label="Status" tabIndex={-1} ref={place}>
        <p>
          <Chip kind={CHIPS[stage]}>{AUTHOR_STAGES[stage]}</Chip>
        </p>
        <p className="ms-sentence">
          <Sentence {...status} />
        </p>
        {status.note && <p className="muted">{status.note}</p>}
      </section>
      <ol className="steps ms-way" role="list" aria-label="Progress of your manuscript">
        {steps.map(({ title: name, note, state }) => (
          <li
            key={name}
            className={state === 'done' ? 'done' : undefined}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <StepMark grown={state !== 'ahead'} />
            <span>
              <span className="t">{name}</span>
              {state === 'done' && <span className="sr">, done</span>}
              {note && <small>{note}</small>}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
