/** What the system says of a path that cannot be used. */
const PATH_FAILURES: Record<string, string> = {
  EACCES: 'This user may not use it',
  EPERM: 'This user may not use it',
  ENOENT: 'It is not there',
  ENOTDIR: 'It is not a folder',
  EISDIR: 'It is a folder',
  EROFS: 'Nothing can be written there',
  ENOSPC: 'There is no room left there',
}

/** A sentence with the path, for the person who can give the journal another or open it; null: the error is not of a path. */
export function pathFailure(error: unknown): string | null {
  const { code = '', path } = error as NodeJS.ErrnoException
  const failure = PATH_FAILURES[code]
  return failure !== undefined && path !== undefined ? `${failure}: ${path}` : null
}
