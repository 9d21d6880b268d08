import { useState } from 'react'
import {
  type Manuscript,
  type ManuscriptWord,
  ProposedAuthors,
  Revision,
} from '../../../../contract/api/manuscripts.ts'
import { UPLOADS_UNFINISHED } from '../../../../contract/api/submission.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES } from '../../../../contract/rules/files/file-rules.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { AuthorsField } from '../../../site/people/author-dialog.tsx'
import { sentPeople, typedAuthor, type TypedPerson } from '../../../site/people/typed-author.ts'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { useCommand } from '../../../ui/use-command.ts'
import { useForm } from '../../../ui/use-form.ts'
import { UploadRows } from '../../../ui/files/upload-rows.tsx'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { SendFailure } from '../../../ui/states.tsx'
import { AuthorAnswers } from '../shared/author-answers.tsx'
import { useUnsentForm, draftKey } from '../shared/unsent-form.tsx'
import { newWords, WordFields, wordsOf } from './change-form.tsx'
import { ReportText, Paragraphs } from './letters.tsx'
import { Section } from '../../../ui/section.tsx'
import { SavedNote } from '../../../ui/saved-note.tsx'

const TO_ALL = 'all'
/** The version of the manuscript whose words were changed first. */
const SEEN = 'seen'
/** The list of authors as it is typed, as JSON. */
const AUTHORS = 'authors'
const replyName = (label: string) => `reviewer ${label}`

const peopleOf = ({ content }: Manuscript): TypedPerson[] =>
  content.authors.map(({ contributorId, ...author }) => ({
    ...{ key: contributorId ?? '', contributorId, author: typedAuthor(author) },
  }))
const ASKED =
  'Everybody on the list, and everybody who is no longer on it, is asked by email. The new list counts once all have agreed; until then the list stays as it is, and the review goes on.'

const NEVER_PROPOSED: { state: null } & Pick<NonNullable<Manuscript['proposal']>, 'people' | 'answers' | 'reason'> = {
  ...{ state: null, people: [], answers: [], reason: null },
}

/** The change of the authors that waits, or came to nothing: who has answered, and what can be done now. */
export function AuthorProposalPart({
  manuscript,
  onChanged,
}: {
  manuscript: Manuscript
  onChanged: (manuscript: Manuscript) => void
}) {
  const { id, proposal, may } = manuscript
  const [isOpen, setOpen] = useState(false)
  const base = peopleOf(manuscript)
  const form = useForm({
    schema: ProposedAuthors,
    initial: { people: base },
    input: ({ people }) => ({ contributors: sentPeople(base, people) }),
    submit: async (sent) => {
      onChanged(await browserApi.manuscripts.proposeAuthors({ id, ...sent }))
      setOpen(false)
    },
    onFailure: () => {},
  })
  const { run, busy } = useCommand(toastFailure)
  if (!proposal && !may.proposeAuthors) return null
  const { state, people, answers, reason } = proposal ?? NEVER_PROPOSED
  const withdraw = () =>
    run(async () => {
      onChanged(await browserApi.manuscripts.withdrawAuthors({ id }))
      toast.success('Change of the authors withdrawn')
    })
  return (
    <Section title="Change of the authors">
      <p>
        {state === 'open'
          ? `You have proposed: ${people.map(({ fullName }) => fullName).join(', ')}. It counts once everybody has agreed.`
          : state === 'declined'
            ? 'An author does not agree, so the list stays as it is. Please talk to each other.'
            : state === null
              ? 'An author says that the list is not right: nothing else goes on until it is changed, they change their answer, or you withdraw the manuscript. Please talk to each other.'
              : 'The change was withdrawn. The list of authors stays as it is.'}
      </p>
      {reason && <Paragraphs text={reason} />}
      <AuthorAnswers answers={answers} />
      {isOpen ? (
        <form {...form.formProps}>
          <AuthorsField
            people={form.values.people}
            error={form.errorOf('contributors')}
            onChange={(next) => form.set('people', next)}
          />
          <p className="muted small">{ASKED}</p>
          <SendFailure form={form} />
          <div className="buttons">
            <button type="button" className="btn" onClick={() => setOpen(false)}>
              Cancel
            </button>
            <button type="submit" className="btn solid" aria-disabled={form.sending}>
              {form.sending ? 'Sending...' : 'Propose Authors'}
            </button>
          </div>
        </form>
      ) : (
        <div className="buttons">
          {state === 'open' && (
            <button type="button" className="btn" aria-disabled={busy} onClick={() => void withdraw()}>
              Withdraw Change
            </button>
          )}
          {may.proposeAuthors && (
            <button type="button" className="btn" onClick={() => setOpen(true)}>
              Propose Other Authors
            </button>
          )}
        </div>
      )}
    </Section>
  )
}

/**
 * Replies to the reports, the revised files, and new words if any: what a decision has asked for. Kept on this device
 * until it is sent.
 */
export function RevisionForm({
  manuscript,
  userId,
  onChanged,
}: {
  manuscript: Manuscript
  userId: string
  onChanged: (manuscript: Manuscript) => void
}) {
  const { id, letters, content } = manuscript
  const reports = letters[0]?.reports ?? []
  const present = wordsOf(manuscript)
  const hasNewWords = (texts: Record<string, string>) => Object.keys(newWords(texts, present)).length > 0
  const [isOpen, setOpen] = useState(false)
  const [changesAuthors, setChangesAuthors] = useState(false)
  const base = peopleOf(manuscript)
  const listed = JSON.stringify(base)
  const peopleIn = (texts: Record<string, string>) => JSON.parse(texts[AUTHORS] || listed) as TypedPerson[]
  const form = useUnsentForm({
    initial: { ...present, [AUTHORS]: listed },
    key: draftKey(userId, `${id}:revision-${letters.length}`),
    schema: Revision,
    input: (texts, files) => ({
      files: files.map(({ url }) => url),
      replies: reports.map(({ label }) => ({ label, text: texts[replyName(label)] ?? '' })),
      reply: texts[TO_ALL] ?? '',
      ...((texts[AUTHORS] || listed) === listed ? {} : { contributors: sentPeople(base, peopleIn(texts)) }),
      ...(hasNewWords(texts) ? { version: content.version, ...newWords(texts, present) } : {}),
    }),
    also: () => (uploads.unfinished ? { files: UPLOADS_UNFINISHED } : {}),
    send: (revision) => browserApi.manuscripts.revise({ id, ...revision }),
    onSent: (next) => {
      toast.success('Your revision has been sent')
      onChanged(next)
    },
  })
  const uploads = useUploads(form.files, form.setFiles)
  const isNew = hasNewWords(form.values)
  const seen = form.values[SEEN]
  const word = (name: ManuscriptWord) => ({
    ...form.text(name),
    onChange: (value: string) => {
      setOpen(true)
      form.change({ [name]: value, [SEEN]: seen || String(content.version) })
    },
  })
  const takeWhatIsThere = () => {
    setOpen(true)
    form.change({ ...present, [SEEN]: '' })
  }
  const unanswered = reports.filter(({ label }) => !form.values[replyName(label)]?.trim()).length

  return (
    <form {...form.formProps}>
      {reports.length > 0 && (
        <Section title="Reports and your replies" aside={<SavedNote stored={form.stored} />}>
          <p className="muted small">
            Reply to each report, or upload one letter instead. The reviewers may read your replies.
          </p>
          {reports.map((report) => (
            <ReportText
              latinNames={manuscript.latinNames}
              key={report.label}
              report={report}
              reply={
                <TextAreaField
                  {...form.text(replyName(report.label))}
                  label={`Your reply to Reviewer ${report.label}`}
                />
              }
            />
          ))}
        </Section>
      )}
      <Section title="Your revision" aside={reports.length ? undefined : <SavedNote stored={form.stored} />}>
        <DropZone
          name="files"
          label="Revised manuscript"
          types={DOCUMENT_TYPES}
          maxBytes={FILE_MAX_BYTES}
          hint={`${Object.keys(DOCUMENT_TYPES).join(', ')}. Up to 10 MB each. A copy with changes marked helps the editor.`}
          multiple
          error={form.errorOf('files')}
          onFiles={(chosen) => {
            form.clear('files')
            uploads.add(chosen)
          }}
        />
        <UploadRows items={uploads.items} onRemove={uploads.remove} onRetry={uploads.retry} />
        <TextAreaField
          {...form.text(TO_ALL)}
          label={`Reply to the editor${reports.length ? ' and all reviewers' : ''} (optional)`}
          error={form.errors.reply}
        />
      </Section>
      <Section title="Title, abstract and keywords">
        {isNew && seen !== String(content.version) && (
          <div className="notice caution" role="status">
            <p>The manuscript has been changed since you wrote this. What you send replaces what is there now.</p>
            <div className="buttons">
              <button type="button" className="btn" onClick={takeWhatIsThere}>
                Use What Is There Now
              </button>
            </div>
          </div>
        )}
        {isOpen || isNew ? (
          <WordFields text={word} />
        ) : (
          <>
            <p className="muted small">
              Change these only if your revision needs it. The editor sees what has changed.
            </p>
            <div className="buttons">
              <button type="button" className="btn" onClick={() => setOpen(true)}>
                Change Title, Abstract or Keywords
              </button>
            </div>
          </>
        )}
      </Section>
      <Section title="Authors">
        {changesAuthors || (form.values[AUTHORS] || listed) !== listed ? (
          <>
            <AuthorsField
              people={peopleIn(form.values)}
              error={form.errors.contributors}
              onChange={(people) => {
                form.clear('contributors')
                form.change({ [AUTHORS]: JSON.stringify(people) })
              }}
            />
            <p className="muted small">{ASKED}</p>
          </>
        ) : (
          <>
            <p className="muted small">They stay as they are, unless everybody agrees to another list.</p>
            <div className="buttons">
              <button type="button" className="btn" onClick={() => setChangesAuthors(true)}>
                Propose Other Authors
              </button>
            </div>
          </>
        )}
      </Section>
      <SendFailure form={form} />
      <div className="sticky-bar aligned">
        <p className="muted small fill">
          {unanswered > 0 &&
            `You have not replied to ${counted(unanswered, 'report')}. You can still send your revision.`}
        </p>
        <button type="submit" className="btn solid" aria-disabled={form.sending}>
          {form.sending ? 'Sending...' : 'Send Revision'}
        </button>
      </div>
    </form>
  )
}
