import { useState } from 'react'
import type { CaseView } from '../../../../../contract/api/case-view.ts'
import type { ProofQuery } from '../../../../../contract/api/proof-queries.ts'
import { dayOf } from '../../../../../contract/rules/peer-review/days.ts'
import { monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import { browserApi } from '../../../../client/api.ts'
import { DownloadFile } from '../../../../ui/download.tsx'
import type { Part } from './part-tabs.tsx'
import { Section, useCase } from './section.tsx'
import { useAct } from '../../../../ui/use-command.ts'
import { GivenAnswer, QueryFrame } from '../../shared/proof-query.tsx'
import { ProofUpload } from '../../shared/proof-upload.tsx'

/** An accepted manuscript has a proof until it is published. */
export const isInProduction = ({ stage, article }: CaseView): boolean => stage === 'accepted' && !article.isPublished

/** The proof of an accepted manuscript, from sending it to publication. */
export function Proof({ shown }: { shown: Part }) {
  const { view } = useCase()
  const last = view.proofs.at(-1)
  return (
    <Section part="proof" shown={shown}>
      {view.undo ? (
        <p className="muted">The letter of acceptance has not been sent yet. Once it has, you can send the proof.</p>
      ) : (
        <>
          {last ? <LastProof proof={last} /> : <p className="muted">No proof has been sent yet.</p>}
          {/* A new form for each proof. */}
          <NextProof key={view.proofs.length} last={last} />
        </>
      )}
    </Section>
  )
}

type SentProof = CaseView['proofs'][number]

function LastProof({ proof }: { proof: SentProof }) {
  const { file, sentAt, dueOn, answer, answeredAt, corrections, queries } = proof
  const { now, isGuest, publish } = useCase()
  const answeredOn = monthDay(answeredAt ?? sentAt, now)
  return (
    <>
      <p>
        {`Sent ${monthDay(sentAt, now)}. `}
        {answer === 'approved' && <strong>Approved by the author {answeredOn}.</strong>}
        {answer === 'corrections' && <strong>The author asked for corrections {answeredOn}.</strong>}
        {answer === null &&
          (dueOn < dayOf(now) ? (
            <strong>No answer yet; it was due {monthDay(dueOn, now)}.</strong>
          ) : (
            `The author’s answer is due ${monthDay(dueOn, now)}.`
          ))}
      </p>
      {corrections && (
        <div className="only">
          <p className="k">Corrections</p>
          <p className="lines breakable">{corrections}</p>
        </div>
      )}
      {queries.map((query) => (
        <QueryOfEditor key={query.position} proofId={proof.id} query={query} />
      ))}
      <p className="buttons">
        <DownloadFile file={file}>
          Download the proof<span className="sr">: {file.name}</span>
        </DownloadFile>
        {!isGuest && answer === null && (
          <button type="button" className="btn" onClick={publish}>
            Publish Without an Answer
          </button>
        )}
      </p>
      {isGuest && answer === 'approved' && (
        <p className="muted small">An editor of the journal publishes the article.</p>
      )}
    </>
  )
}

/** A question with its answer; an editor settles it once whatever it asks for is done. */
function QueryOfEditor({ proofId, query }: { proofId: string; query: ProofQuery }) {
  const { view } = useCase()
  const { act, busy } = useAct()
  const { position, answer, isSettled } = query
  return (
    <QueryFrame query={query}>
      <GivenAnswer answer={answer} />
      {answer !== null && !isSettled && (
        <button
          type="button"
          className="btn"
          aria-disabled={busy}
          onClick={() => void act(() => browserApi.cases.settleQuery({ id: view.id, proofId, position }))}
        >
          Settle<span className="sr"> question {position + 1}</span>
        </button>
      )}
    </QueryFrame>
  )
}

/** Open where a proof is to be sent; one that is with the author, or approved, can be replaced. */
function NextProof({ last }: { last: SentProof | undefined }) {
  const [replacing, setReplacing] = useState(false)
  const { view, isGuest } = useCase()
  if (replacing || !last || last.answer === 'corrections') {
    return <ProofUpload id={view.id} files={view.versions.at(-1)?.files ?? []} mayTypeset={!isGuest} />
  }
  return (
    <button type="button" className="btn text" onClick={() => setReplacing(true)}>
      Replace This Proof
    </button>
  )
}
