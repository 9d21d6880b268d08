import { Download, RefreshCw, Send } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Deposit } from '../../../../contract/api/deposits.ts'
import {
  adviceOn,
  DEPOSIT_REASONS,
  DEPOSIT_STATES,
  type DepositState,
  UNSUCCESSFUL,
} from '../../../../contract/rules/articles/deposits.ts'
import { doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { browserApi } from '../../../client/api.ts'
import { Chip } from '../../../ui/chip.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { saveText } from '../../../ui/download.tsx'
import { Link } from '../../../ui/link.tsx'
import { UtcTime } from '../../../ui/local-date.tsx'
import { Empty } from '../../../ui/states.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { WebAddress } from '../../../ui/web-address.tsx'

const isUnsuccessful = (state: DepositState) => UNSUCCESSFUL.some((one) => one === state)
const isUnregistered = (state: DepositState) => state === 'waiting' || isUnsuccessful(state)

/** The deposits with what can be done about each, and about all that are not registered. */
export function DepositList({
  deposits,
  unregistered,
  isSending,
}: {
  deposits: Deposit[]
  unregistered: number
  isSending: boolean
}) {
  const [taken, setTaken] = useState<string[] | null>(null)
  const { sendAgain, sendAllAgain, save, record } = useDeposits(setTaken)
  const hasFailed = isSending && deposits.some(({ state, canSend }) => canSend && isUnsuccessful(state))
  return (
    <>
      {unregistered > 0 && (
        <p className="buttons space">
          {hasFailed && (
            <button type="button" className="btn" onClick={() => void sendAllAgain()}>
              <Send className="ic" aria-hidden="true" />
              Send All Failed Again
            </button>
          )}
          <button type="button" className="btn" onClick={() => void save()}>
            <Download className="ic" aria-hidden="true" />
            Save a File of {counted(unregistered, 'deposit')}
          </button>
        </p>
      )}
      {deposits.length ? (
        <DataTable label="Deposits" columns={columnsOf(isSending, { sendAgain, save, record })} rows={deposits} />
      ) : (
        <Empty title="No deposits found">
          <p>Deposits appear here when articles are published or corrected.</p>
        </Empty>
      )}
      {taken && (
        <ConfirmDialog
          title="The file has been saved"
          confirm={`Mark ${counted(taken.length, 'deposit')} as registered`}
          cancel="Not yet"
          onConfirm={async () => {
            await record(taken)
            setTaken(null)
          }}
          onClose={() => setTaken(null)}
        >
          <p>
            Upload it at doi.crossref.org. When Crossref’s email says that all records were added, mark them as
            registered here; until then they stay in the list.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

type Actions = Pick<ReturnType<typeof useDeposits>, 'sendAgain' | 'save' | 'record'>

const columnsOf = (isSending: boolean, { sendAgain, save, record }: Actions): Column<Deposit>[] => [
  {
    head: 'Article',
    className: 'ttl',
    cell: ({ articleId, kind, title, doi, reason, canSend }) => (
      <>
        {kind === 'review' && <span className="muted small block">Peer review of</span>}
        {title === null ? (
          <span className="muted">A deleted article</span>
        ) : canSend ? (
          <Link className="listed-title" to={paths.article(articleId)}>
            <TitleText title={title} />
          </Link>
        ) : (
          <TitleText title={title} />
        )}
        <a className="doi small block" href={doiUrl(doi)}>
          <WebAddress>{doiUrl(doi)}</WebAddress>
        </a>
        <span className="muted small block">{DEPOSIT_REASONS[reason]}</span>
      </>
    ),
  },
  {
    head: 'Status',
    className: 'fact',
    cell: (deposit) => <DepositStateInWords deposit={deposit} isSending={isSending} />,
  },
  {
    head: 'When',
    className: 'fact',
    cell: ({ createdAt, sentAt, submissionId }) => (
      <span className="small">
        <UtcTime at={createdAt} />
        {sentAt && (
          <span className="block">
            sent <UtcTime at={sentAt} />
          </span>
        )}
        {submissionId && <span className="muted block">Submission {submissionId}</span>}
      </span>
    ),
  },
  {
    head: 'Actions',
    className: 'actions',
    cell: (deposit) => {
      const of = deposit.title === null ? deposit.doi : plainTitle(deposit.title)
      const { state, canSend } = deposit
      return (
        <div className="acts">
          {canSend && state !== 'superseded' && state !== 'waiting' && state !== 'sent' && isSending && (
            <button type="button" className="btn" onClick={() => void sendAgain(deposit)}>
              <RefreshCw className="ic" aria-hidden="true" />
              Send Again<span className="sr"> for {of}</span>
            </button>
          )}
          {canSend && state !== 'superseded' && (
            <button type="button" className="btn text" onClick={() => void save(deposit)}>
              <Download className="ic" aria-hidden="true" />
              XML<span className="sr"> for {of}</span>
            </button>
          )}
          {!isSending && isUnregistered(state) && (
            <button type="button" className="btn text" onClick={() => void record([deposit.id])}>
              Mark as Registered<span className="sr"> for {of}</span>
            </button>
          )}
        </div>
      )
    },
  },
]

const CHIPS: Record<DepositState, Parameters<typeof Chip>[0]['kind']> = {
  waiting: 'pending',
  sent: 'draft',
  accepted: 'published',
  warnings: 'pending',
  refused: 'rejected',
  failed: 'rejected',
  superseded: 'archived',
}

/** The state of a deposit in words: what Crossref said, and what to do about it. */
function DepositStateInWords({ deposit, isSending }: { deposit: Deposit; isSending: boolean }) {
  const { state, lastError, messages, nextTryAt } = deposit
  const worth = messages.filter(({ status }) => status !== 'Success')
  return (
    <div className="deposit-state">
      <Chip kind={CHIPS[state]}>{DEPOSIT_STATES[state].name}</Chip>
      {state === 'waiting' && isSending && nextTryAt && (
        <p className="small muted">
          Next try <UtcTime at={nextTryAt} />
        </p>
      )}
      {state === 'sent' && nextTryAt && (
        <p className="small muted">
          Crossref will be asked for the result <UtcTime at={nextTryAt} />
        </p>
      )}
      {lastError && <p className="small email-error breakable error-ink">{lastError}</p>}
      {worth.map(({ message }, index) => (
        <div key={index} className="small">
          <blockquote>
            <p>{message || 'Crossref gave no reason.'}</p>
          </blockquote>
          <p>{adviceOn(message)}</p>
        </div>
      ))}
    </div>
  )
}

/** What an editor can do with deposits; the page is loaded again afterwards. */
function useDeposits(onFile: (deposits: string[]) => void) {
  const { revalidate } = useRevalidator()
  const act = async (work: () => Promise<string>) => {
    try {
      toast.success(await work())
      await revalidate()
    } catch (error) {
      toastFailure(error)
    }
  }
  return {
    sendAgain: ({ articleId }: Deposit) =>
      act(async () => {
        await browserApi.deposits.deposit({ id: articleId })
        return 'The deposit is waiting to be sent'
      }),
    sendAllAgain: () =>
      act(async () => {
        const { deposits } = await browserApi.deposits.depositFailed()
        return `${counted(deposits, 'deposit')} will be sent again`
      }),
    save: (deposit?: Deposit) =>
      act(async () => {
        const file = await browserApi.deposits.file(deposit ? { articleId: deposit.articleId } : {})
        saveText(file.xml, file.name, 'application/xml')
        if (file.deposits.length) onFile(file.deposits)
        const more = file.left ? `; ${file.left} more are left for the next file` : ''
        return `The file holds ${counted(file.articles, 'article')}${more}`
      }),
    record: (ids: string[]) =>
      act(async () => {
        const { recorded } = await browserApi.deposits.record({ ids })
        return `${counted(recorded, 'deposit')} marked as registered`
      }),
  }
}
