import type { ReactNode } from 'react'
import type { OwnRequest } from '../../../../contract/api/requests.ts'
import type { NoticeKind } from '../../../../contract/rules/articles/notices.ts'
import {
  AFFECTS_WORDS,
  BLAMED_WORDS,
  isWaiting,
  REQUEST_NAMES,
  type RequestState,
} from '../../../../contract/rules/articles/requests.ts'
import { DAY_MS, longDate } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import desk from '../../../styles/notice-desk.css?url'
import { Chip } from '../../../ui/chip.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { printedBytes } from '../../../../contract/rules/text/printed-bytes.ts'
import { Section } from '../../../ui/section.tsx'
import { Signatures } from '../../../ui/signatures.tsx'
import { StepMark } from '../../../ui/step-mark.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'
import { WouldChange } from './would-change.tsx'

/** The styles of signatures, and of what would change. */
export const RequestStyles = () => <Stylesheet href={desk} precedence="site" />

export interface ShownRequest {
  request: OwnRequest
  /** What the requester knows it as: readers report, authors request. */
  noun: 'report' | 'request'
  /** The chip of a kind of notice. */
  chip: (kind: NoticeKind) => ReactNode
}

/** A request as its sender sees it, below its title: where it is, the answer, and what was asked. */
export function OwnRequestView({ request, noun, chip }: ShownRequest) {
  const { state, answer, answeredOn, notice, isConfirmed } = request
  const { sentence, note } = statusOf(request, noun)
  return (
    <div className="manuscript">
      <RequestStyles />
      {isConfirmed && (
        <>
          <section className="part" aria-label="Status">
            <p>{notice ? chip(notice.kind) : <StateChip state={state} />}</p>
            <p className="ms-sentence">{sentence}</p>
            {note && <p className="muted">{note}</p>}
          </section>
          <Steps request={request} noun={noun} />
        </>
      )}
      <div className="with-side">
        <div>
          {answer !== null && (
            <Section title="The editor’s answer" aside={<span className="muted small">{longDate(answeredOn)}</span>}>
              <p className="letter">{answer}</p>
              {notice && <NoticeLinks notice={notice} />}
            </Section>
          )}
          {answer === null && notice && (
            <Section title="The notice">
              <NoticeLinks notice={notice} />
            </Section>
          )}
          {notice && notice.answers.length > 0 && (
            <Section title="What all authors answered">
              <Signatures
                all={notice.answers.map(({ name, answer: given }) => ({
                  ...{ name, state: given === null ? 'none' : given === 'agrees' ? 'yes' : 'no' },
                  words: given ?? 'did not answer',
                }))}
              />
            </Section>
          )}
          <Asked request={request} noun={noun} />
        </div>
        <RequestFacts request={request} noun={noun} />
      </div>
    </div>
  )
}

const CHIPS: Record<RequestState, [kind: Parameters<typeof Chip>[0]['kind'], words: string]> = {
  ...{ open: ['pending', 'Waiting'], 'with-authors': ['pending', 'With authors'] },
  ...{ decided: ['published', 'Answered'], declined: ['rejected', 'Declined'] },
}

export function StateChip({ state }: { state: RequestState }) {
  const [kind, words] = CHIPS[state]
  return <Chip kind={kind}>{words}</Chip>
}

const today = () => new Date().toISOString().slice(0, 10)

/** The one sentence that matters now. */
function statusOf(
  { state, outcome, dueOn, answeredOn, notice }: OwnRequest,
  noun: ShownRequest['noun'],
): { sentence: string; note: string } {
  if (notice) {
    const { version } = notice
    const former = version !== null && version > 1 ? ` Version ${version - 1} stays readable.` : ''
    return {
      sentence: `The notice was published on ${longDate(notice.publishedOn)}`,
      note: version === null ? '' : `Version ${version} of the article came with it.${former}`,
    }
  }
  if (isWaiting(state)) {
    const reads = state === 'open' ? `The editors read your ${noun}.` : 'The authors are asked about a notice.'
    return dueOn < today()
      ? { sentence: 'Our answer is late', note: `You should have had it by ${longDate(dueOn)}. We are sorry.` }
      : { sentence: `We will answer by ${longDate(dueOn)}`, note: reads }
  }
  if (state === 'declined')
    return { sentence: `We have declined your ${noun}`, note: 'The reason is below. The article stays as it is.' }
  return {
    sentence: `We answered on ${longDate(answeredOn)}`,
    note: outcome === 'notice' ? 'A notice follows.' : outcome === 'change' ? 'The article was changed, without a notice.' : 'The article stays as it is.', // prettier-ignore
  }
}

const Steps = ({ request: { steps }, noun }: Pick<ShownRequest, 'request' | 'noun'>) => (
  <ol className="steps ms-way" role="list" aria-label={`Progress of your ${noun}`}>
    {steps.map(({ title, on, state }) => (
      <li
        key={title}
        className={state === 'done' ? 'done' : undefined}
        aria-current={state === 'now' ? 'step' : undefined}
      >
        <StepMark grown={state !== 'ahead'} />
        <span>
          <span className="t">{title}</span>
          {state === 'done' && <span className="sr">, done</span>}
          {on && <small>{longDate(on)}</small>}
        </span>
      </li>
    ))}
  </ol>
)

const NoticeLinks = ({ notice: { path, comparePath } }: { notice: NonNullable<OwnRequest['notice']> }) => (
  <div className="buttons">
    <Link className="btn" to={path}>
      Read the Notice
    </Link>
    {comparePath && (
      <Link className="btn" to={comparePath}>
        See What Changed
      </Link>
    )}
  </div>
)

/** The words of the requester: a reader quotes a passage, an author gives its new wording. */
function Asked({ request: { passages, text }, noun }: Pick<ShownRequest, 'request' | 'noun'>) {
  return (
    <Section title="What you wrote">
      {passages.map(({ passage, wording }, index) =>
        noun === 'report' ? (
          <p key={index} className="letter editor-lines space">
            {passage}
          </p>
        ) : (
          <WouldChange key={index} passage={passage} wording={wording} title={`Passage ${index + 1}`} />
        ),
      )}
      {text && <p className="letter">{text}</p>}
    </Section>
  )
}

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

function RequestFacts({ request, noun }: Pick<ShownRequest, 'request' | 'noun'>) {
  const { kind, isConfirmed, receivedOn, dueOn, answeredOn, whoseError, affects, files } = request
  return (
    <aside className="ms-facts" aria-label={`Your ${noun}`}>
      <h2>Your {noun}</h2>
      <Facts
        rows={[
          ['About', REQUEST_NAMES[kind]],
          [isConfirmed ? 'Received' : 'Sent', longDate(receivedOn)],
          ['Whose error', whoseError && BLAMED_WORDS[whoseError]],
          ['Changes results', affects && AFFECTS_WORDS[affects]],
          [
            'Files',
            files.length > 0 &&
              files.map(({ name, bytes }, index) => (
                <span key={index} className="block breakable">
                  {name} <span className="muted">{printedBytes(bytes)}</span>
                </span>
              )),
          ],
          [
            'Answered',
            answeredOn &&
              (answeredOn === receivedOn
                ? 'On the same day'
                : `After ${daysBetween(receivedOn, answeredOn)} of ${counted(daysBetween(receivedOn, dueOn), 'day')}`),
          ],
        ]}
      />
    </aside>
  )
}
