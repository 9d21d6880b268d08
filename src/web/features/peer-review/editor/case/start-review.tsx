import { browserApi } from '../../../../client/api.ts'
import { AreaHead } from '../../../../ui/area-head.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { useAct } from '../../../../ui/use-command.ts'

/** An article that never entered peer review. */
export function StartReview({ id, title }: { id: string; title: string }) {
  const { act, busy } = useAct()
  return (
    <>
      <AreaHead title="Case" />
      <Empty title="Not in peer review">
        <p>
          <TitleText title={title} />
        </p>
        <button
          type="button"
          className="btn solid"
          aria-disabled={busy}
          onClick={() => void act(() => browserApi.cases.open({ id }))}
        >
          Start peer review
        </button>
      </Empty>
    </>
  )
}
