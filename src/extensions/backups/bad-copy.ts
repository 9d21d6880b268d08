/** A copy that cannot be used. Its message is a sentence for the operator, of what has been done when it is seen. */
export class BadCopy extends Error {
  readonly how: string

  constructor(how: string, what = 'Take another copy. Nothing was changed.') {
    super(`This copy cannot be used: ${how}. ${what}`)
    this.how = how
  }

  /** The same, seen after files of it have been put in place. Rows are put in place whole or not at all. */
  afterWriting(dataDir: string): BadCopy {
    return new BadCopy(
      this.how,
      `Files of it have been written already: empty ${dataDir} and the place for files, and take another copy.`,
    )
  }
}
