/** True when the keyboard stands nowhere: what it stood on has gone, or has been put to rest. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
}
