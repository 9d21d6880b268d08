import { useState } from 'react'
import type { CaseFile, CaseVersion } from '../../../../../contract/api/case-view.ts'
import type { Comparison } from '../../../../../contract/api/manuscript-text.ts'
import { CORRECTION_FIELDS } from '../../../../../contract/rules/articles/statements.ts'
import { monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import { joinNames } from '../../../../../contract/rules/people/author-names.ts'
import { counted } from '../../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../../client/api.ts'
import { DownloadFile } from '../../../../ui/download.tsx'
import { PrivatePdf } from '../../../../ui/files/private-pdf.tsx'
import { Failure, SkeletonLines } from '../../../../ui/states.tsx'
import { TextOfFile } from '../../../../ui/text-look.tsx'
import { useAnswer } from '../../../../ui/use-answer.ts'
import { useCase } from './section.tsx'

const PDF = 'application/pdf'
const VIEWS = { pages: 'Pages', text: 'Text', changes: 'Changes' } as const
type View = keyof typeof VIEWS

/** The manuscript: any version, as pages or as text, with what has changed and what the authors answered. */
export function Manuscript({ hidden }: { hidden: boolean }) {
  const { view, now } = useCase()
  const newest = view.versions.at(-1)
  const [versionId, setVersionId] = useState(newest?.id ?? '')
  const version = view.versions.find(({ id }) => id === versionId) ?? newest
  const [fileId, setFileId] = useState('')
  const file = version && (version.files.find(({ id }) => id === fileId) ?? mainFile(version))
  const before = version && earlierFile(view.versions, version)
  const [chosen, choose] = useState<View | null>(null)
  const views = viewsOf(file, before)
  const shown = chosen && views.includes(chosen) ? chosen : views[0]!

  return (
    <section className={hidden ? 'ms' : 'ms shown'} id="ms" aria-label="Manuscript" tabIndex={-1}>
      <div className="ms-bar aligned small">
        <span className="seg" role="group" aria-label="View">
          {views.map((name) => (
            <button key={name} type="button" aria-pressed={name === shown} onClick={() => choose(name)}>
              {VIEWS[name]}
            </button>
          ))}
        </span>
        {view.versions.length > 1 ? (
          <select
            className="in"
            aria-label="Version"
            value={version?.id ?? ''}
            onChange={(event) => setVersionId(event.target.value)}
          >
            {view.versions.map((one) => (
              <option key={one.id} value={one.id}>
                Version {one.number}, {monthDay(one.submittedAt, now)}
              </option>
            ))}
          </select>
        ) : (
          version && (
            <span className="muted">
              Version {version.number}, {monthDay(version.submittedAt, now)}
            </span>
          )
        )}
        {version && version.files.length > 1 && (
          <select
            className="in"
            aria-label="File"
            title={file?.name}
            value={file?.id ?? ''}
            onChange={(event) => setFileId(event.target.value)}
          >
            {version.files.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        )}
        {file && (
          <DownloadFile file={file}>
            <span className="sr-below-wide">Download</span>
          </DownloadFile>
        )}
      </div>
      {version?.reply && (
        <details className="ms-reply">
          <summary>Authors’ reply</summary>
          <p className="lines breakable">{version.reply}</p>
        </details>
      )}
      {version && version.changed.length > 0 && <ChangedWords key={version.id} version={version} />}
      {!file || !version ? (
        <p className="mstext letter muted">There is no file of this version.</p>
      ) : shown === 'pages' ? (
        <div className="pages" tabIndex={0} role="group" aria-label="Pages">
          <PrivatePdf key={file.id} url={file.url} name={`Pages of ${file.name}`} />
        </div>
      ) : shown === 'text' ? (
        <ManuscriptText key={file.id} versionId={version.id} file={file} />
      ) : (
        <ManuscriptChanges key={file.id} before={before!} after={file} />
      )}
    </section>
  )
}

/** The first PDF, which shows pages; otherwise the first file. */
const mainFile = ({ files }: CaseVersion): CaseFile | undefined =>
  files.find(({ mediaType }) => mediaType === PDF) ?? files[0]

function earlierFile(versions: readonly CaseVersion[], version: CaseVersion): CaseFile | undefined {
  const earlier = versions.findLast(({ number }) => number < version.number)
  return earlier && mainFile(earlier)
}

const viewsOf = (file: CaseFile | undefined, before: CaseFile | undefined): View[] => [
  ...(file?.mediaType === PDF ? (['pages'] as const) : []),
  'text',
  ...(before && file ? (['changes'] as const) : []),
]

/** A manuscript as plain text. */
function ManuscriptText({ versionId, file }: { versionId: string; file: CaseFile }) {
  const { view } = useCase()
  const { answer, failed, tryAgain } = useAnswer(
    () => browserApi.cases.text({ id: view.id, versionId, fileId: file.id }),
    file.id,
  )
  if (failed) return <TextFailure message="The text could not be loaded." tryAgain={tryAgain} />
  if (!answer) return <TextSkeleton label="Loading the text" widths={[70, 40, 100, 100, 90, 100, 60, 100, 80]} />
  if ('unavailable' in answer) return <p className="mstext letter muted">{answer.unavailable}</p>
  return (
    <div className="mstext letter" tabIndex={0} role="group" aria-label="Text of the manuscript">
      <TextOfFile text={answer} />
    </div>
  )
}

const TextFailure = ({ message, tryAgain }: { message: string; tryAgain: () => void }) => (
  <div className="mstext letter">
    <Failure message={message}>
      <button type="button" className="btn" onClick={tryAgain}>
        Try Again
      </button>
    </Failure>
  </div>
)

const TextSkeleton = ({ label, widths }: { label: string; widths: number[] }) => (
  <div className="mstext letter" role="status" aria-label={label}>
    <SkeletonLines widths={widths} />
  </div>
)

const MARKS = { same: 'span', added: 'ins', removed: 'del' } as const

/** What a version changes in the one before it, word by word. */
function ManuscriptChanges({ before, after }: { before: CaseFile; after: CaseFile }) {
  const { view } = useCase()
  const { answer, failed, tryAgain } = useAnswer(
    () => browserApi.cases.compare({ id: view.id, before: before.id, after: after.id }),
    after.id,
  )
  if (failed) return <TextFailure message="The versions could not be compared." tryAgain={tryAgain} />
  if (!answer) return <TextSkeleton label="Comparing the versions" widths={[100, 90, 100, 60, 100, 80]} />
  if ('unavailable' in answer) return <p className="mstext letter muted">{answer.unavailable}</p>
  if (isSame(answer)) return <p className="mstext letter muted">The text is the same as before.</p>
  return (
    <div className="mstext letter" tabIndex={0} role="group" aria-label="Changes to the manuscript">
      <Compared paragraphs={answer.paragraphs} />
    </div>
  )
}

type Paragraphs = Extract<Comparison, { paragraphs: unknown }>['paragraphs']

const isSame = ({ paragraphs }: { paragraphs: Paragraphs }): boolean =>
  paragraphs.every((one) => 'unchanged' in one || !one.isChanged)

/** What was removed and added, word by word. */
const Compared = ({ paragraphs }: { paragraphs: Paragraphs }) =>
  paragraphs.map((one, index) =>
    'unchanged' in one ? (
      <p key={index} className="muted fold">
        {counted(one.unchanged, 'paragraph')} unchanged
      </p>
    ) : (
      <p key={index}>
        {one.runs.map(({ kind, text }, at) => {
          const Mark = MARKS[kind]
          return <Mark key={at}>{text}</Mark>
        })}
      </p>
    ),
  )

/** What a revision has changed besides the files, as it was and as it is. */
function ChangedWords({ version }: { version: CaseVersion }) {
  const [isOpen, setOpen] = useState(false)
  const names = version.changed.map((word) => CORRECTION_FIELDS[word].toLowerCase())
  return (
    <details className="ms-reply" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>New {joinNames(names)}</summary>
      {isOpen && <BeforeAndAfter versionId={version.id} />}
    </details>
  )
}

function BeforeAndAfter({ versionId }: { versionId: string }) {
  const { view } = useCase()
  const { answer, failed, tryAgain } = useAnswer(
    () => browserApi.cases.compareWords({ id: view.id, versionId }),
    versionId,
  )
  if (failed) {
    return (
      <Failure message="The versions could not be compared.">
        <button type="button" className="btn" onClick={tryAgain}>
          Try Again
        </button>
      </Failure>
    )
  }
  if (!answer) {
    return (
      <div role="status" aria-label="Comparing the versions">
        <SkeletonLines widths={[100, 90, 60]} />
      </div>
    )
  }
  return (
    <div className="mstext letter">
      {answer.map(({ word, before, after, comparison }) => (
        <section key={word} aria-label={CORRECTION_FIELDS[word]}>
          <p className="muted fold">{CORRECTION_FIELDS[word]}</p>
          {'unavailable' in comparison ? (
            <>
              <p>
                <del>{before}</del>
              </p>
              <p>
                <ins>{after}</ins>
              </p>
            </>
          ) : isSame(comparison) ? (
            <p>{after} (the same words with other formatting)</p>
          ) : (
            <Compared paragraphs={comparison.paragraphs} />
          )}
        </section>
      ))}
    </div>
  )
}
