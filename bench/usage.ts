import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

interface Process {
  pid: number
  parent: number
  /** In ticks, with its children that have ended. */
  cpu: number
}

let ticks: number | undefined
const ticksPerSecond = (): number => (ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })))

/** A process and all its descendants. */
function treeOf(root: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)) ?? [])
  const tree = all.filter(({ pid }) => pid === root)
  for (const one of tree) tree.push(...all.filter(({ parent }) => parent === one.pid))
  return tree
}

function processOf(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before the bracket may hold spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(fields[1]), cpu: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) }
  } catch {
    // It has ended in the meantime.
    return null
  }
}

/** The processor time that a process and its descendants have used, in seconds. */
export const cpuSeconds = (pid: number): number => treeOf(pid).reduce((sum, { cpu }) => sum + cpu, 0) / ticksPerSecond()

/** The memory of a process and its descendants, shared parts divided among those who share them (PSS). */
export const pssMiB = (pid: number): number =>
  treeOf(pid).reduce((sum, one) => {
    const rollup = readFileSync(`/proc/${one.pid}/smaps_rollup`, 'utf8')
    return sum + Number(/^Pss:\s+(\d+) kB/m.exec(rollup)![1])
  }, 0) / 1024

/** Waits until a process has been idle for a moment: work put off until later belongs to what has caused it. */
export async function idle(pid: number, patienceMs = 20_000): Promise<void> {
  const until = Date.now() + patienceMs
  let before = cpuSeconds(pid)
  for (let still = 0; still < 3 && Date.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, 150))
    const now = cpuSeconds(pid)
    still = now - before < 0.015 ? still + 1 : 0
    before = now
  }
}
