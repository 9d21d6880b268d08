// How the server's process is started, for less memory: see docs/decisions/databases-and-servers.md. The journal runs without
// these settings, too.

/** Node's options: a small young generation. */
export const servingOptions = ['--max-semi-space-size=8']

/** For glibc: one pool of memory, and what is large is given back to the system. What the operator sets goes first. */
export const servingEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
