import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Notice } from '../../../../contract/api/notices.ts'
import { NOTICE_UNDO_MINUTES, NOTICES } from '../../../../contract/rules/articles/notices.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { clockTime, longDate, MINUTE_MS } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { useSession } from '../../../client/session.ts'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { type Signature, Signatures } from '../../../ui/signatures.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import { useShortcuts } from '../../../ui/use-shortcuts.ts'
import { shortName } from './notice-form.tsx'
import { NoticeReason } from './notice-reason.tsx'
import { SIGNED, type NoticeOnDesk } from './use-notice.ts'

/** A notice that is not a draft any more: who has answered, who signs, and what happens next. */
export function NoticeStage({ desk }: { desk: NoticeOnDesk }) {
  const { notice } = desk
  switch (notice.state) {
    case 'published':
      return <Published notice={notice} />
    case 'dropped':
      return <p className="notice">This notice has been dropped. It was not published.</p>
    case 'asked':
      return <Asked desk={desk} />
    case 'confirmed':
      return <Signed desk={desk} />
    default:
      return <Ready desk={desk} />
  }
}

function Published({ notice }: { notice: Notice }) {
  return (
    <div className="notice now">
      <div>
        <p>
          <strong>This notice has been published.</strong> It changes only by a notice about it.
        </p>
        <p className="buttons">
          {notice.articleId && (
            <Link className="btn" to={paths.article(notice.articleId)}>
              Read the Notice
            </Link>
          )}
          <Link className="btn solid" to={paths.noticeReach(notice.id)}>
            See Which Copies Are Right
          </Link>
        </p>
      </div>
    </div>
  )
}

export const answersOf = ({ answers, state, askedAt }: Notice): Signature[] =>
  answers.map(({ name, answer, answeredOn, hasAddress, remark, mayPrint }) => ({
    name,
    state:
      answer === 'agrees' ? 'yes' : answer === 'disagrees' ? 'no' : state === 'asked' && hasAddress ? 'asked' : 'none',
    words: answer
      ? `${answer}, ${longDate(answeredOn)}`
      : !hasAddress
        ? 'has no address'
        : state === 'asked'
          ? `asked on ${longDate(askedAt)}`
          : 'did not answer',
    remark: remark && (mayPrint ? remark : `${remark} (not to be printed)`),
  }))

function Answers({ notice }: { notice: Notice }) {
  return (
    <Section title="What the authors answered" className="part shown">
      {notice.unaskedReason !== null ? (
        <p>They were not asked: {notice.unaskedReason}</p>
      ) : notice.answers.length ? (
        <Signatures all={answersOf(notice)} />
      ) : (
        <p className="muted">None of them has an address here.</p>
      )}
    </Section>
  )
}

function Asked({ desk }: { desk: NoticeOnDesk }) {
  const { notice } = desk
  const open = notice.answers.filter(({ answer, hasAddress }) => answer === null && hasAddress).length
  return (
    <>
      <div className="notice caution now">
        <p>
          <strong>
            {open
              ? `${counted(open, 'author')} ${open === 1 ? 'has' : 'have'} not answered yet.`
              : 'All have answered.'}
          </strong>{' '}
          They have until {longDate(notice.answersDueOn)}; then it is ready to be signed.
        </p>
      </div>
      <Answers notice={notice} />
      <div className="sticky-bar aligned nbar">
        <p className="muted small fill">
          Changing the words drops the answers, and those who answered are asked again.
        </p>
        <Moves desk={desk} />
      </div>
    </>
  )
}

function Moves({ desk }: { desk: NoticeOnDesk }) {
  return (
    <>
      <NoticeReason
        button="Drop"
        title="Drop this notice?"
        about="It is not published, and its links stop working. The reason stays in the activity log."
        label="Why is it dropped?"
        save="Drop the Notice"
        danger
        send={(reason) =>
          desk.act((seen) => browserApi.notices.drop({ ...seen, reason }), 'The notice has been dropped')
        }
      />
      <button
        type="button"
        className="btn"
        aria-disabled={desk.busy}
        onClick={() => void desk.act((seen) => browserApi.notices.sendBack(seen), 'The notice is a draft again')}
      >
        Send Back
      </button>
    </>
  )
}

function Ready({ desk }: { desk: NoticeOnDesk }) {
  const { notice } = desk
  const { kind, maySign } = notice
  const sign = () => {
    if (maySign !== null) return
    void desk.act((seen) => browserApi.notices.confirm(seen), SIGNED)
  }
  useShortcuts({}, sign)
  return (
    <>
      <SignaturesPart notice={notice} />
      <Answers notice={notice} />
      <NextSteps notice={notice} />
      <div className="sticky-bar aligned nbar">
        <p className="muted small fill">{maySign ?? `${NOTICE_UNDO_MINUTES} minutes to take it back.`}</p>
        <Moves desk={desk} />
        {maySign === null && (
          <button type="button" className="btn solid" aria-disabled={desk.busy} onClick={sign}>
            {desk.busy ? 'Signing...' : `Sign the ${shortName(kind).toLowerCase()}`}
          </button>
        )}
      </div>
    </>
  )
}

function SignaturesPart({ notice }: { notice: Notice }) {
  const session = useSession()
  const { draftedBy, draftedAt, confirmedBy, maySign, state } = notice
  const you = session?.user.fullName ?? 'You'
  const second: Signature = confirmedBy
    ? { name: confirmedBy.name, state: 'yes', words: 'signed' }
    : maySign === null
      ? { name: you, state: 'asked', words: 'you are asked to sign', isYours: true }
      : { name: 'A second editor', state: 'asked', words: 'is asked to sign' }
  return (
    <Section title="Signatures" className="part shown">
      <Signatures
        all={[
          { name: draftedBy.name || 'An editor', state: 'yes', words: `drafted it, ${longDate(draftedAt)}` },
          second,
        ]}
      />
      {state === 'ready' && (
        <p className="hint small muted">
          By signing you say that you have read the notice and the answers, are not an author and have no conflict of
          interest. <Conflict notice={notice} />
        </p>
      )}
    </Section>
  )
}

/** The editor steps back from the article, as from any case. */
function Conflict({ notice: { about } }: { notice: Notice }) {
  const navigate = useNavigate()
  const { run } = useCommand(toastFailure)
  const recuse = (reason: string) =>
    run(async () => {
      for (const { id } of about) await browserApi.cases.recuse({ id, reason })
      toast.success('You no longer see this case and its notices')
      await navigate(paths.admin)
    })
  return (
    <NoticeReason
      button="I have a conflict"
      className="link"
      title="You have a conflict of interest?"
      about="Another editor signs. You no longer see the case of this article, its notices and its reviewers."
      label="What is it? Only editors read this."
      save="Step Back"
      send={recuse}
    />
  )
}

/** The steps after a signature, by this device's clock. */
function NextSteps({ notice }: { notice: Notice }) {
  const start = notice.releaseAt ? Date.parse(notice.releaseAt) - NOTICE_UNDO_MINUTES * MINUTE_MS : Date.now()
  const after = (minutes: number) => clockTime(new Date(start + minutes * MINUTE_MS))
  const { followers } = notice
  const authors = notice.answers.length
  const isSigned = notice.state === 'confirmed'
  const steps: [minutes: number, text: string][] = [
    [0, isSigned ? 'It was signed.' : `You sign. For ${NOTICE_UNDO_MINUTES} minutes each of you can take it back.`],
    [NOTICE_UNDO_MINUTES, 'It appears in every page, file and feed at once, and goes to Crossref.'],
    [
      NOTICE_UNDO_MINUTES,
      `Emails go to ${authors ? counted(authors, 'author') : 'the authors'}${followers ? `, ${counted(followers, 'follower')}` : ''}, and to the authors of articles here that cite it.`,
    ],
    [NOTICE_UNDO_MINUTES + 1, 'Every copy can be fetched and checked on the page of its reach.'],
  ]
  return (
    <Section title="What happens next" className="part shown">
      <ol className="timeline next-steps" role="list">
        {steps.map(([minutes, text], index) => (
          <li key={index} className={index === 0 ? 'filled' : undefined}>
            <span className="on tabular">{after(minutes)}</span>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Signed({ desk }: { desk: NoticeOnDesk }) {
  const { notice, busy } = desk
  const left = useMinutesLeft(notice.releaseAt)
  const undo = () => void desk.act(({ id }) => browserApi.notices.undo({ id }), 'The notice is a draft again')
  useShortcuts(left === null ? {} : { u: undo })
  const { reload } = desk
  useEffect(() => {
    if (notice.releaseAt === null) return
    const wait = Math.max(0, Date.parse(notice.releaseAt) - Date.now()) + 5000
    const timer = setTimeout(() => void reload(), wait)
    return () => clearTimeout(timer)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each signature
  }, [notice.releaseAt])
  return (
    <>
      <div className="notice now">
        <div>
          <p>
            <strong>
              {notice.confirmedBy?.name || 'An editor'} has signed this {NOTICES[notice.kind].name.toLowerCase()}.
            </strong>{' '}
            {left === null
              ? 'It is being published.'
              : `It appears at ${clockTime(notice.releaseAt!)}, in ${left <= 1 ? 'less than a minute' : counted(left, 'minute')}.`}
          </p>
          {left !== null && (
            <p className="buttons">
              <button type="button" className="btn" aria-disabled={busy} aria-keyshortcuts="u" onClick={undo}>
                <Undo2 className="ic" aria-hidden="true" />
                Take It Back <kbd aria-hidden="true">u</kbd>
              </button>
            </p>
          )}
        </div>
      </div>
      <SignaturesPart notice={notice} />
      <NextSteps notice={notice} />
      <Answers notice={notice} />
    </>
  )
}

/** Whole minutes until a moment; null once it is over. */
function useMinutesLeft(until: string | null): number | null {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000)
    return () => clearInterval(timer)
  }, [])
  const left = until === null ? 0 : Date.parse(until) - now
  return left > 0 ? Math.ceil(left / MINUTE_MS) : null
}
