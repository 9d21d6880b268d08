/** Why a file cannot be imported: one plain sentence, and its line if known. */
export class ImportProblem extends Error {
  readonly line: number | undefined
  constructor(reason: string, line?: number) {
    super(reason)
    this.name = 'ImportProblem'
    this.line = line
  }
}
