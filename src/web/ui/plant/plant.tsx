import type { Species } from './species.ts'
export function Plant(_: { seed: string; species?: Species }) {
  return <svg className="plant" viewBox="0 0 240 320" aria-hidden="true" />
}
