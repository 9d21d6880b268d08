import { type ReactNode, useEffect, useRef, useState } from 'react'
import { journal } from '../../../../../journal.config.ts'
import { check } from '../../../../contract/api/errors.ts'
import { type Manuscript, Message } from '../../../../contract/api/manuscripts.ts'
import type { SuggestionKind } from '../../../../contract/rules/peer-review/reviewer-suggestions.ts'
import { joinNames } from '../../../../contract/rules/people/author-names.ts'
import { paths, policyPath } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { Facts } from '../../../ui/facts.tsx'
import { DownloadFile } from '../../../ui/download.tsx'
import { Link } from '../../../ui/link.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { ChangeForm } from './change-form.tsx'
import { Grievances } from './grievances.tsx'
import { useKeptTexts } from './kept-texts.ts'
import { EarlierLetters, LetterPart, ReportsPart } from './letters.tsx'
import { Paragraphs, Part, SendFailure } from './part.tsx'
import { ProofPart } from './proof.tsx'
import { RevisionForm } from './revision-form.tsx'
import { StatusHead } from './status-head.tsx'
import { useSending } from './use-sending.ts'
import { Withdraw } from './withdraw.tsx'

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
      <div className="ms-columns">
        <div>
          {proof && isProofNow && <ProofPart key={proof.id} proof={proof} {...parts} />}
          {letter && <LetterPart letter={letter} />}
          {may.revise ? (
            <RevisionForm key={letters.length} {...parts} />
          ) : (
            letter && <ReportsPart reports={letter.reports} />
          )}
          {stage === 'declined' && <Grievances {...parts} />}
          {may.submitAgain && (
            <Part title="Submit again">
              <p>
                If you have answered the reasons in the letter, you may send the work as a new manuscript. The editor
                will see that it follows this one.
              </p>
              <div className="ms-buttons">
                <Link className="btn" to={`${paths.submit}?previous=${id}`}>
                  Submit again
                </Link>
              </div>
            </Part>
          )}
          {isChanging ? (
            <ChangeForm manuscript={manuscript} onChanged={onChanged} onClose={() => setChanging(false)} />
          ) : (
            may.change && (
              <Part title="While you wait">
                <p>Found a mistake? You can change your manuscript and its files until the first check is done.</p>
                <div className="ms-buttons">
                  <button type="button" className="btn" onClick={() => setChanging(true)}>
                    Change manuscript
                  </button>
                </div>
              </Part>
            )
          )}
          <Messages {...parts} />
          <Part title="History">
            <ol className="ms-history" role="list">
              {manuscript.history.map(({ on, text }, index) => (
                <li key={index}>
                  <time dateTime={on}>{longDate(on)}</time>
                  <p>{text}</p>
                </li>
              ))}
            </ol>
            <p className="muted small">
              The page <Link to={policyPath('peer-review')}>Peer Review Process</Link> explains each stage.
            </p>
          </Part>
          <EarlierLetters letters={earlier} />
          {stage !== 'declined' && <Grievances {...parts} />}
          {may.withdraw && <Withdraw {...parts} />}
        </div>
        <ManuscriptFacts manuscript={manuscript} />
      </div>
    </div>
  )
}

/** Dates, versions with their files, and whom the authors suggested. */
function ManuscriptFacts({ manuscript }: { manuscript: Manuscript }) {
  const { id, receivedOn, category, versions, suggestions } = manuscript
  const named = (kind: SuggestionKind) =>
    joinNames(suggestions.filter((one) => one.kind === kind).map(({ fullName }) => fullName))
  const rows: [string, ReactNode][] = [
    ['Received', longDate(receivedOn)],
    ['Category', category],
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
    ['Not to ask', named('oppose')],
  ]
  return (
    <aside className="ms-facts" aria-label="Manuscript">
      <h2>Manuscript</h2>
      <Facts rows={rows} />
      <p>
        <Link className="btn text" to={paths.article(id)}>
          Preview as an article
        </Link>
      </p>
      <p className="muted small">
        {suggestions.length > 0 && 'Only the editor sees your suggestions. '}
        Questions? <a href={`mailto:${journal.contact.email}`}>{journal.contact.email}</a>
      </p>
    </aside>
  )
}

/** The messages between the author and the editor, and the next one. */
function Messages({
  manuscript: { id, messages, may },
  userId,
  onChanged,
}: {
  manuscript: Manuscript
  userId: string
  onChanged: (manuscript: Manuscript) => void
}) {
  const kept = useKeptTexts(userId, `${id}:message`)
  const { send, isSending, failure, errors, setErrors } = useSending(onChanged)
  const form = useRef<HTMLFormElement>(null)
  const text = kept.texts.text ?? ''
  if (!may.sendMessage && !messages.length) return null

  const submit = async () => {
    const found = check(Message, { text }).errors
    if (found) {
      setErrors(found)
      form.current?.querySelector('textarea')?.focus()
      return
    }
    if (await send(() => browserApi.manuscripts.sendMessage({ id, text }), 'Your message has been sent')) kept.forget()
  }

  return (
    <Part title="Messages">
      {messages.length > 0 && (
        <ol className="ms-messages" role="list">
          {messages.map(({ from, text: said, at }, index) => (
            <li key={index} className={from}>
              <p className="muted small">
                {from === 'author' ? 'You' : 'The editor'}, <LocalDate at={at} />
              </p>
              <Paragraphs text={said} />
            </li>
          ))}
        </ol>
      )}
      {may.sendMessage && (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <TextAreaField
            name="text"
            label="Write to the editor"
            value={text}
            error={errors.text}
            onChange={(value) => {
              setErrors({})
              kept.set('text', value)
            }}
          />
          <SendFailure message={errors.text ? null : failure} />
          <button type="submit" className="btn" aria-disabled={isSending}>
            {isSending ? 'Sending...' : 'Send message'}
          </button>
        </form>
      )}
    </Part>
  )
}
