import { FilePenLine } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type NoticeKind, NOTICES } from '../../../../contract/rules/articles/notices.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Link } from '../../../ui/link.tsx'
import { SendFailure } from '../../../ui/states.tsx'
import { useCommand } from '../../../ui/use-command.ts'
import { SLIP_OF_KIND, SlipMark } from '../standing/slip-mark.tsx'
import { NoticeDeskStyles } from './notice-desk.tsx'

const KINDS: readonly [NoticeKind, string][] = [
  ['addendum', 'Something is added that was not known or left out. The article stays as it is.'],
  ['concern', 'There are doubts, and an inquiry is under way. It has a day by which you report.'],
  ['retraction', 'The findings cannot be relied on. The article stays online, marked everywhere.'],
  ['removal', 'Only by law or for safety: text and files are hidden; title, authors and reason stay.'],
]

/** The way to a notice about an article that readers know. */
export function BeginNotice({
  id,
  requestId,
  className = 'btn',
  label = 'Notice …',
}: {
  id: string
  /** The request from which it is begun. */
  requestId?: string
  className?: string
  label?: string
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        <FilePenLine className="ic" aria-hidden="true" />
        {label}
      </button>
      {isOpen && <KindsDialog id={id} requestId={requestId} onClose={() => setOpen(false)} />}
    </>
  )
}

function KindsDialog({ id, requestId, onClose }: { id: string; requestId: string | undefined; onClose: () => void }) {
  const navigate = useNavigate()
  const { run, failure } = useCommand(() => {})
  const begin = (kind: NoticeKind) =>
    run(async () => {
      const { id: noticeId } = await browserApi.notices.draft({ kind, about: [id], requestId })
      await navigate(paths.notice(noticeId))
    })
  return (
    <Dialog title="Which notice?" onClose={onClose}>
      <NoticeDeskStyles />
      <div className="mid">
        <ul className="kind-list" role="list">
          <li>
            <Link className="kind-pick" to={requestId ? paths.requestedChange(id, requestId) : paths.adminArticle(id)}>
              <SlipMark slip="corrected" />
              <span>
                <b>Correction</b>
                <span className="d">Edit the article; the notice is drafted from what you change.</span>
              </span>
            </Link>
          </li>
          {KINDS.map(([kind, about]) => (
            <li key={kind}>
              <button type="button" className="kind-pick" onClick={() => void begin(kind)}>
                <SlipMark slip={SLIP_OF_KIND[kind]} />
                <span>
                  <b>{NOTICES[kind].name}</b>
                  <span className="d">{about}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p className="hint small muted">
          It begins as a draft. Nothing is published before the authors were asked and it is signed.
        </p>
        <SendFailure form={{ failure, errors: {} }} stays="" />
      </div>
    </Dialog>
  )
}
