import { areSingleKeysOn } from '../../client/storage.ts'

/** On a page that compares two versions, `n` and `p` go to the next and the previous change. */
document.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey, target }) => {
  const step = key === 'n' ? 1 : key === 'p' ? -1 : 0
  if (!step || ctrlKey || metaKey || altKey || !areSingleKeysOn()) return
  if ((target as Element).closest('input, textarea, select')) return
  const changes = [...document.querySelectorAll<HTMLElement>('.change')]
  const now = changes.findIndex((change) => change.contains(document.activeElement))
  changes[Math.min(Math.max(now + step, 0), changes.length - 1)]?.focus()
})
