import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startProgram } from './programs.ts'
import { cpuSeconds, pssMiB } from './usage.ts'

const BUSY = `const held = Buffer.alloc(32 * 2 ** 20, 1)
  while (process.cpuUsage().user < 100_000);
  console.log('used', process.cpuUsage(), held.length); setInterval(() => {}, 1000)`

// Its figures come from /proc.
test.skipIf(!existsSync('/proc/self/smaps_rollup'))(
  'the work and the memory of a program and its children',
  async () => {
    const program = await startProgram(['/bin/sh', '-c', `"$0" -e "$1"; true`, process.execPath, BUSY])
    try {
      await program.says(/used/)
      expect(cpuSeconds(program.pid)).toBeGreaterThanOrEqual(0.09)
      expect(pssMiB(program.pid)).toBeGreaterThan(32)
    } finally {
      await program.stop()
    }
  },
)
