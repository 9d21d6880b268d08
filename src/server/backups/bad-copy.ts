/** A copy that cannot be used. Its message is a sentence for the operator. */
export class BadCopy extends Error {
  constructor(how: string) {
    super(`This copy cannot be used: ${how}. Take another copy. Nothing was changed.`)
  }
}
