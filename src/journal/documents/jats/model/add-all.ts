/** Adds many at the end: as arguments of one `push`, a hundred thousand would exceed the stack. */
export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one)
}
