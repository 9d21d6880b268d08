import { Copy } from 'lucide-react'
import type { Request } from '../../../../contract/api/requests.ts'
import { ERROR_WORDS } from '../../../../contract/rules/articles/notices.ts'
import { AFFECTS_WORDS, BLAMED_WORDS, REQUEST_WORDS } from '../../../../contract/rules/articles/requests.ts'
import { DownloadFile } from '../../../ui/download.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { printedBytes } from '../../../../contract/rules/text/printed-bytes.ts'
import { toast } from '../../../ui/toast.ts'
import { Passages } from './passages.tsx'

/** What a requester has sent: passages to copy, words, answers and files. */
export function AskedText({
  request: { kind, passages, text, whoseError, affects, files },
}: {
  request: Pick<Request, 'kind' | 'passages' | 'text' | 'whoseError' | 'affects' | 'files'>
}) {
  return (
    <>
      <p className="space">
        <strong>{REQUEST_WORDS[kind]}</strong>
      </p>
      <Passages passages={passages} beside={({ wording }) => wording && <CopyButton text={wording} />} />
      {text && <p className="letter lines">{text}</p>}
      <Facts
        rows={[
          // 'Ours' is the word of the author.
          ['Whose error', whoseError && (whoseError === 'authors' ? ERROR_WORDS.authors : BLAMED_WORDS[whoseError])],
          ['Changes a result', affects && AFFECTS_WORDS[affects]],
        ]}
      />
      {files.length > 0 && (
        <ul role="list" className="review-files">
          {files.map(({ url, name, bytes }) => (
            <li key={url}>
              <DownloadFile file={{ url, name }}>
                <span className="sr">Download </span>
                {name}, {printedBytes(bytes)}
              </DownloadFile>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Selecting the words would copy their marks as well. */
function CopyButton({ text }: { text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success('Copied'),
      () => toast.error('Copying is not possible here. Please select the words.'),
    )
  return (
    <button type="button" className="btn text pull" onClick={() => void copy()}>
      <Copy className="ic" aria-hidden="true" />
      Copy<span className="sr"> what it should say: {text.slice(0, 60)}</span>
    </button>
  )
}
