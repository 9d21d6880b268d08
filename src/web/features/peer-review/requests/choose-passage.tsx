import { useDeferredValue, useState } from 'react'
import { PASSAGE_MAX } from '../../../../contract/rules/articles/requests.ts'
import { counted, inNormalForm } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'

interface Place {
  place: string
  paragraphs: string[]
}

/** So many are shown at once: a long article has thousands. */
const SHOWN_MAX = 60

/** The button that opens an article's passages, to choose one of them. */
export function ChoosePassage({ articleId, onChosen }: { articleId: string; onChosen: (passage: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn text pull" onClick={() => setOpen(true)}>
        Choose in the Article
      </button>
      {isOpen && (
        <PassagesDialog
          articleId={articleId}
          onClose={() => setOpen(false)}
          onChosen={(passage) => {
            setOpen(false)
            onChosen(passage)
          }}
        />
      )}
    </>
  )
}

function PassagesDialog({
  articleId,
  onClose,
  onChosen,
}: {
  articleId: string
  onClose: () => void
  onChosen: (passage: string) => void
}) {
  const { answer, failed, tryAgain } = useAnswer(() => browserApi.versions.passages({ id: articleId }))
  const [words, setWords] = useState('')
  const found = foundPlaces(answer?.places ?? [], useDeferredValue(words))
  const count = found.reduce((sum, { paragraphs }) => sum + paragraphs.length, 0)
  return (
    <Dialog title="Choose a passage" onClose={onClose}>
      <div className="mid">
        <Field
          name="words"
          type="search"
          label="Words of the passage"
          autoComplete="off"
          value={words}
          onChange={setWords}
        />
        {failed ? (
          <Failure message="The article’s text could not be loaded.">
            <TryAgain onClick={tryAgain} />
          </Failure>
        ) : answer ? (
          <>
            <p className="muted small" role="status">
              {count ? counted(count, 'passage') : 'No passage has these words.'}
              {count > SHOWN_MAX && `, of which the first ${SHOWN_MAX} are shown`}
            </p>
            {firstOf(found, SHOWN_MAX).map(({ place, paragraphs }) => (
              <section key={place} className="passages" aria-label={place}>
                <h3>{place}</h3>
                {paragraphs.map((text, index) => (
                  <button key={index} type="button" className="letter" onClick={() => onChosen(text)}>
                    {text}
                  </button>
                ))}
              </section>
            ))}
          </>
        ) : (
          <SkeletonLines widths={[90, 100, 70]} />
        )}
      </div>
    </Dialog>
  )
}

/** The passages in which all of the words are, whatever their case and their accents. */
export function foundPlaces(places: readonly Place[], words: string): Place[] {
  const wanted = plain(words).split(' ').filter(Boolean)
  return places.flatMap(({ place, paragraphs }) => {
    const found = paragraphs.flatMap(inPieces).filter((text) => {
      const within = plain(`${place} ${text}`)
      return wanted.every((word) => within.includes(word))
    })
    return found.length ? [{ place, paragraphs: found }] : []
  })
}

const plain = (text: string): string =>
  inNormalForm(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ')

/** Sentences together as long as a request can have a passage. */
function inPieces(text: string): string[] {
  if (text.length <= PASSAGE_MAX) return [text]
  const pieces = ['']
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    if (pieces.at(-1)!.length + segment.length > PASSAGE_MAX) pieces.push('')
    pieces[pieces.length - 1] += segment
  }
  return pieces.map((piece) => piece.trim().slice(0, PASSAGE_MAX)).filter(Boolean)
}

function firstOf(places: readonly Place[], most: number): Place[] {
  let left = most
  return places.flatMap(({ place, paragraphs }) => {
    const some = paragraphs.slice(0, Math.max(0, left))
    left -= some.length
    return some.length ? [{ place, paragraphs: some }] : []
  })
}
