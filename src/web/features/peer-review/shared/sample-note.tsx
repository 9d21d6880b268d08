import { isSampleNumber } from '../../../../contract/rules/peer-review/sample-number.ts'

/** The word in a row of something invented. */
export const SampleWord = () => <span className="smp">Sample</span>

/** The reminder where an editor acts on a sample. */
export const SampleNote = ({ number }: { number: string }) =>
  isSampleNumber(number) ? (
    <p className="small sample-line">
      <SampleWord /> Invented to try things on. Nothing you do here reaches anyone.
    </p>
  ) : null
