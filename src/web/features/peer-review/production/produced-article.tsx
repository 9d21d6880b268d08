import { type ReactNode, useState } from 'react'
import type { SentProof } from '../../../../contract/api/case-view.ts'
import type { ProducedArticle } from '../../../../contract/api/production.ts'
import { joinNames } from '../../../../contract/rules/people/author-names.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { DownloadFile } from '../../../ui/download.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Section } from '../../../ui/section.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { useAct } from '../../../ui/use-command.ts'
import { GivenAnswer, QueryFrame } from '../shared/proof-query.tsx'
import { ProofUpload } from '../shared/proof-upload.tsx'

/** An accepted article for those who make its proofs. `children`: what comes after them. */
export function ProducedArticlePage({ article, children }: { article: ProducedArticle; children: ReactNode }) {
  const { articleId, title, number, category, authors, publishedAt, volume, files, proofs, hasText } = article
  return (
    <>
      <header className="head wrapping">
        <PageHead title={number} />
        <div>
          <h1>
            <TitleText title={title} />
          </h1>
          <p>{joinNames(authors)}</p>
        </div>
      </header>
      <Facts
        rows={[
          ['Number', number],
          ['Category', category],
          ['Volume', volume],
          ['Full text', hasText ? 'Yes' : 'None yet'],
          ['Published', publishedAt === null ? 'Not yet' : longDate(publishedAt)],
        ]}
      />
      {publishedAt !== null && (
        <p className="space">
          <Link to={paths.article(articleId)}>See the published article</Link>
        </p>
      )}
      <Section title="Manuscript as accepted">
        <ul role="list" className="rows">
          {files.map((file) => (
            <li key={file.id}>
              <DownloadFile file={file}>{file.name}</DownloadFile>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Proof">
        {proofs.length > 0 ? (
          <LastProof articleId={articleId} proof={proofs.at(-1)!} />
        ) : (
          <p className="muted">No proof has been sent yet.</p>
        )}
        {publishedAt === null && <NextProof key={proofs.length} article={article} />}
      </Section>
      {children}
    </>
  )
}

function LastProof({ articleId, proof }: { articleId: string; proof: SentProof }) {
  const { id, file, sentAt, dueOn, answer, answeredAt, corrections, queries } = proof
  const { act, busy } = useAct()
  return (
    <>
      <p role="status">
        Sent {longDate(sentAt)}.{' '}
        {answer === null ? (
          `The authors’ answer is due ${longDate(dueOn)}.`
        ) : (
          <strong>
            {answer === 'approved' ? 'Approved by the authors' : 'The authors asked for corrections'}{' '}
            {longDate(answeredAt!)}.
          </strong>
        )}
      </p>
      {corrections && (
        <div className="only">
          <p className="k">Corrections</p>
          <p className="lines breakable">{corrections}</p>
        </div>
      )}
      {queries.map((query) => (
        <QueryFrame key={query.position} query={query}>
          <GivenAnswer answer={query.answer} />
          {query.answer !== null && !query.isSettled && (
            <p className="buttons">
              <button
                type="button"
                className="btn"
                aria-disabled={busy}
                onClick={() =>
                  void act(() => browserApi.cases.settleQuery({ id: articleId, proofId: id, position: query.position }))
                }
              >
                Settle<span className="sr"> question {query.position + 1}</span>
              </button>
            </p>
          )}
        </QueryFrame>
      ))}
      <p className="buttons">
        <DownloadFile file={file}>
          Download the proof<span className="sr">: {file.name}</span>
        </DownloadFile>
      </p>
    </>
  )
}

/** Open where a proof is to be sent; one that is with the authors, or approved, can be replaced. */
function NextProof({ article: { articleId, files, proofs } }: { article: ProducedArticle }) {
  const [replacing, setReplacing] = useState(false)
  const last = proofs.at(-1)
  if (replacing || !last || last.answer === 'corrections') {
    return <ProofUpload id={articleId} files={files} mayTypeset />
  }
  return (
    <button type="button" className="btn text" onClick={() => setReplacing(true)}>
      Replace This Proof
    </button>
  )
}
