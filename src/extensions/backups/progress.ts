/** Told now and then how far a long work has come; `total` is in the same unit as `done`. */
export type Progress = (what: string, done: number, total: number) => void
export const QUIET: Progress = () => {}
